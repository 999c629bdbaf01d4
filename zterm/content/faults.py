"""What is wrong with JSON, in the language in use: the decoder's own words are English."""

from __future__ import annotations

import codecs
import re

import msgspec

from zterm.content.words import put

_FORMS = (
    (re.compile(r"JSON is malformed: trailing characters \(byte (?P<at>\d+)\)"), "trailing"),
    (re.compile(r"JSON is malformed: .* \(byte (?P<at>\d+)\)"), "malformed"),
    (re.compile(r"Input data was truncated"), "truncated"),
    (re.compile(r"Invalid UTF-8 encoded string"), "no_utf8"),
    (re.compile(r"Object missing required field `(?P<field>[^`]*)`(?: - at `(?P<where>.*)`)?"), "missing"),
    (re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<found>[^`]*)`(?: - at `(?P<where>.*)`)?"), "kind"),
    (re.compile(r"Invalid enum value (?P<value>.*?)(?: - at `(?P<where>.*)`)?"), "value"),
)


_SURROGATE = re.compile(
    rb"\\u[dD][89aAbB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89aAbB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
"""Half of a surrogate pair, as JSON writes it."""


def why(fault: Exception, data: bytes = b"") -> str:
    """A clause that says what is wrong with ``data``; words of the decoder that are not known stay as they are."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return put("json_faults", "utf16")
    if data.startswith(codecs.BOM_UTF8):
        return put("json_faults", "bom")
    if isinstance(fault, msgspec.DecodeError) and _SURROGATE.search(data):
        return put("json_faults", "surrogate")
    if isinstance(fault, RecursionError):
        return put("json_faults", "deep")
    if isinstance(fault, UnicodeDecodeError):
        return put("json_faults", "no_utf8")
    for form, key in _FORMS:
        found = form.fullmatch(str(fault)) if isinstance(fault, msgspec.MsgspecError) else None
        if found is not None:
            facts = {name: text for name, text in found.groupdict().items() if text is not None}
            where = facts.pop("where", "")
            said = put("json_faults", key, **facts)
            return put("json_faults", "at", fault=said, where=where) if where else said
    return str(fault)
