"""Reading and checking message files (see ``content.catalogue``): every mistake with its place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from zterm.content.loader import Node, read
from zterm.content.paths import MANIFEST, files_in, mission_files
from zterm.content.problems import ContentError, Problem, listed, suggest
from zterm.content.templates import ENGLISH, NOUNS, NUMBERS, VARIANTS, Forms, Message, Tables, categories, parsed
from zterm.content.templates import fields as fields_of
from zterm.content.words import put

HEAD = ("language", "complete")
"""What a file says of itself, beside its sections."""
FREE = (NOUNS, VARIANTS)
"""Sections in which a language may have messages of its own, beside those that English names in ``open``."""
OPEN = "open"
DEMOS, CHAPTERS = "demos", "chapters"
"""The folder of a pack's demos, and of their words beside those of its missions; the section of their chapters."""


def is_messages(path: Path) -> bool:
    """Whether a file is one of messages, by the folder it lies in."""
    return "messages" in (path.parent.name, path.parent.parent.name)


def read_messages(path: Path, english: Tables | None = None) -> Tables:
    """Read one file, alone, and hold it against English if that is given; raises ContentError with every mistake."""
    root = read(path, keep=True)
    found: Tables = {}
    problems = list(_form(root, path.stem, found))
    if not problems:
        problems = [*_specs(root, found, english or {}), *(_compared(root, found, english) if english else ())]
    if problems:
        raise ContentError(problems)
    return found


def check_messages(path: Path) -> list[Problem]:
    """All mistakes of a file of messages, the forms that numbers need in its language among them."""
    base = path.with_name(f"{ENGLISH}.yaml")
    try:
        english = read_messages(base) if os.path.isfile(base) and base != path else _of_pack(path.parent)
        read_messages(path, english)
    except ContentError as fault:
        return list(fault.problems)
    root = read(path)
    return [*_language(root, path.stem), *_numbers(root, path.stem)]


def _of_pack(folder: Path) -> Tables | None:
    return demo_texts(folder.parent.parent) if folder.name == DEMOS else pack_texts(folder.parent)


def demo_texts(pack: Path) -> Tables:
    """What a pack's demos have to say, under the keys of their message files: titles, captions, chapters."""
    found: Tables = {CHAPTERS: {}}
    for file in files_in(pack / DEMOS):
        for node in read(file).parts():
            demo = node.plain()
            if not isinstance(demo, dict) or not isinstance(demo.get("id"), str):
                continue
            steps = demo.get("when")
            steps = (
                [step for step in steps if isinstance(step, dict) and "say" in step] if isinstance(steps, list) else []
            )
            keys = ["title", *(f"say_{n}" for n in range(1, len(steps) + 1))]
            found[demo["id"]] = dict.fromkeys(keys, "")
            found[CHAPTERS][str(demo.get("chapter"))] = ""
    return found


def pack_texts(pack: Path) -> Tables | None:
    """What a pack's missions have to say, under the keys of its message files; None where there is no pack."""
    if not os.path.isfile(pack / MANIFEST):
        return None
    found: Tables = {}
    for file in mission_files(pack):
        mission = read(file).plain()
        name = mission.get("id") if isinstance(mission, dict) else None
        if isinstance(name, str):
            steps, rules = (
                value if isinstance(value := mission.get(part), list) else [] for part in ("steps", "rules")
            )
            keys = ["title", "story", *(f"step_{n}" for n in range(1, len(steps) + 1))]
            keys += [f"rule_{rule['id']}" for rule in rules if isinstance(rule, dict) and "id" in rule]
            found[name] = dict.fromkeys(keys, "")
    return found


def _form(root: Node, code: str, found: Tables) -> Iterator[Problem]:
    """Put a file's messages into ``found``, and give the mistakes of their form."""
    if not isinstance(root.value, dict):
        yield root.problem(put("message_files", "no_messages"), put("message_files", "mapping_sections"))
        return
    for name, section in root.items():
        if name in HEAD:
            if not isinstance(section.value, str if name == "language" else bool):
                yield section.problem(
                    put("message_files", "no_value", name=name),
                    put("message_files", "name") if name == "language" else "true, false",
                )
            continue
        if not isinstance(section.value, dict):
            yield section.problem(
                put("message_files", "section_no_mapping", name=name), put("message_files", "keys_messages")
            )
            continue
        table = found.setdefault(name, {})
        for key, node in section.items():
            wrong = list(_templates(node))
            yield from wrong
            if not wrong:
                table[key] = _message(node, code)


def _message(node: Node, code: str) -> Message:
    if not isinstance(node.value, dict):
        return str(node.value)
    forms = {name: str(inner.value) for name, inner in node.items()}
    gender = forms.pop("gender", "")
    return Forms(code, forms, gender)


def _templates(node: Node) -> Iterator[Problem]:
    """The mistakes of one message: no text where text is wanted, a field of bad form."""
    inside = [inner for _, inner in node.items()] if isinstance(node.value, dict) else [node]
    if not inside:
        yield node.problem(put("message_files", "message_no_form"), put("message_files", "least_one_form"))
    for part in inside:
        if not isinstance(part.value, str):
            yield part.problem(
                put("message_files", "no_text", text=repr(part.value)), put("message_files", "text_quotation_marks")
            )
            continue
        try:
            parsed(part.value)
        except ValueError as fault:
            yield part.problem(
                put("message_files", "template_cant_filled", why=fault), put("message_files", "fields_left_action")
            )


def _compared(root: Node, found: Tables, english: Tables) -> Iterator[Problem]:
    """What a translation has that English has not: sections, keys, fields."""
    free = {*FREE, *english.get(OPEN, ())}
    for name, table in found.items():
        known = english.get(name)
        if known is None and name not in free:
            yield root.key_problem(name, put("message_files", "no_section_english", name=name), suggest(name, english))
            continue
        for key, message in table.items():
            node = root.at(name)
            if known is None or key not in known:
                if name not in free:
                    yield node.key_problem(
                        key, put("message_files", "no_message_english", message=key), suggest(key, known or ())
                    )
                continue
            more = fields_of(message) - fields_of(known[key])
            if more:
                fields = listed(f"{{{field}}}" for field in sorted(fields_of(known[key]))) or put(
                    "message_files", "field_none"
                )
                yield node.at(key).problem(put("message_files", "no_field", field=min(more), message=key), fields)


def _specs(root: Node, found: Tables, english: Tables) -> Iterator[Problem]:
    """Words behind colons that are neither noun, variant, field nor form."""
    known = {key for tables in (found, english) for name in FREE for key in tables.get(name, ())}
    for tables in (found, english):
        for table in tables.values():
            known |= {form for message in table.values() if isinstance(message, Forms) for form in message.forms}
    for name, table in found.items():
        for key, message in table.items():
            templates = [message] if isinstance(message, str) else list(message.forms.values())
            for template in templates:
                for _, _, spec in parsed(template):
                    if spec and spec not in known | fields_of(message):
                        yield root.at(name, key).problem(
                            put("message_files", "no_noun_variant_field", word=spec),
                            put("message_files", "one_of_them"),
                        )


def _language(root: Node, code: str) -> Iterator[Problem]:
    from babel import localedata

    if not localedata.exists(code):
        yield root.problem(put("message_files", "no_language", code=code), put("message_files", "language_file"))
    if root.get("language") is None:
        yield root.problem(put("message_files", "language_own_name_missing"), put("message_files", "language_italiano"))


def _numbers(root: Node, code: str) -> Iterator[Problem]:
    """Messages with number forms that have not all the forms their language wants."""
    wanted = categories(code)
    for _, section in root.items():
        for _, node in section.items():
            forms = [name for name, _ in node.items()]
            if any(name in NUMBERS for name in forms):
                missing = [name for name in wanted if name not in forms]
                extra = [name for name in forms if name in NUMBERS and name not in (*wanted, "many", "other")]
                if missing:
                    yield node.problem(put("message_files", "form_missing", form=missing[0]), listed(wanted, both=True))
                for name in extra:
                    yield node.key_problem(name, put("message_files", "no_form", code=code, name=name), listed(wanted))
