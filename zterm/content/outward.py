"""What goes out to a terminal or another program: text without control characters, JSON whatever is in the names.

Names of files and texts of content are other people's: nothing in them may steer a terminal or turn its lines round.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from zterm.content.words import put

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_NUMBERED = re.compile("p([1-9][0-9]?)")


def clean(text: str) -> str:
    """A text without control characters, marks that turn its direction, and things of no width."""
    return _UNSAFE.sub("?", text) if _UNSAFE.search(text) else text


def told(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(clean, text.split("\n")))


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(said: object) -> str:
    """Something said as a sentence: a capital at the beginning, a full stop at the end unless it ends already."""
    text = capital(str(said).strip())
    return text if not text or text[-1] in ".!?:" else text + "."


def name(text: str) -> str:
    """A name with all that `clean` takes out written as it is in Python, so that different names stay different."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def as_json(value: Any, indent: int = 0) -> bytes:
    """JSON of plain data or structs; bytes of a name that are no UTF-8 stand as the halves of surrogates they are."""
    try:
        made = msgspec.json.encode(value)
    except UnicodeEncodeError:
        made = json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")
        return json.dumps(json.loads(made), indent=indent).encode("ascii") if indent else made
    return msgspec.json.format(made, indent=indent) if indent else made


def seat(player: str) -> str:
    """The number of a player who has no name of his own ("2" for p2), "" for one who has."""
    number = _NUMBERED.fullmatch(player)
    return number[1] if number else ""


def decimal(value: float, form: str = ".1f") -> str:
    """A number with decimals as the language in use writes it: "1.5", "1,5"; ``form`` as in ``format``."""
    return format(value, form).replace(".", put("numbers", "point"))
