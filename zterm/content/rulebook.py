"""The rules reference of a game: numbered entries for players, read from ``zterm/games/<game>/rules.yaml``.

The file has a list ``chapters`` (key, number, title, pages) and a mapping ``rules`` from id to entry. Beside it may lie
``rules.<language>.yaml`` with the same in another language: ``chapters`` from key to title, ``rules`` from id to text,
or to ``text`` and ``settled``; what it leaves out is given in English. Files are read once and kept; nothing here
knows a game.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from zterm.content import faults
from zterm.content.catalogue import language
from zterm.content.templates import ENGLISH
from zterm.content.words import put

_T = TypeVar("_T", "Chapter", "Entry")

Kind = Literal["rule", "component", "note"]

_GAMES = Path(__file__).resolve().parent.parent / "games"
_FILE = "rules.yaml"


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the rulebook: its key in the entries, printed number, title and pages."""

    key: str
    number: str
    title: str
    pages: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """One rule.

    ``kind`` (``class`` in the file) is ``rule`` for a behaviour that a scenario shows, ``component`` for a fact of the
    box that a content test shows, ``note`` for what needs neither. ``settled`` says how an unclear point is decided,
    ``variant`` names the match option that switches it, ``skill`` the id of the skill it describes, ``also`` further
    ids of the same skill.
    """

    chapter: str
    page: str
    kind: Kind
    part: str
    text: str
    settled: str = ""
    variant: str = ""
    skill: str = ""
    also: tuple[str, ...] = ()
    id: str = ""


class Rulebook(msgspec.Struct, frozen=True):
    """The rules reference of one game, in the order of its file."""

    game: str
    chapters: tuple[Chapter, ...]
    entries: dict[str, Entry]

    def entry(self, id: str) -> Entry:
        """Return the entry with this id (case does not matter); raise KeyError with a sentence if there is none."""
        found = self.entries.get(id.strip().upper())
        if found is None:
            raise KeyError(put("rulebook", "game_no_rule", game=self.game, id=repr(id)))
        return found

    def chapter(self, key: str) -> Chapter:
        """Return the chapter with this key; raise KeyError with a sentence if there is none."""
        for chapter in self.chapters:
            if chapter.key == key:
                return chapter
        raise KeyError(put("rulebook", "game_no_chapter", game=self.game, chapter=repr(key)))

    def find(self, words: str) -> list[Entry]:
        """Return the entries in whose id, chapter, text or skill every word occurs, in file order, whatever its case.

        Without a word all entries are returned.
        """
        wanted = words.casefold().split()
        return [entry for entry in self.entries.values() if _matches(entry, self.chapter(entry.chapter), wanted)]

    def ranked(self, words: str) -> list[Entry]:
        """The same, first what is most about the words: a skill of that name, texts that begin with it; notes last."""
        wish = words.casefold().strip()
        first = (wish.split() or [""])[0]

        def rank(entry: Entry) -> tuple[bool, bool, int]:
            named = wish.replace(" ", "_") in (entry.skill, *entry.also)
            place = entry.text.casefold().find(first)
            return not named, entry.kind == "note", place if place >= 0 else len(entry.text)

        return sorted(self.find(words), key=rank)

    def skill(self, id: str) -> Entry:
        """Return the entry of a skill; raise KeyError with a sentence if there is none.

        A skill of a family (``starts_with_a_baseball_bat``) is described by the entry of the family
        (``starts_with_a``).
        """
        best: Entry | None = None
        for entry in self.entries.values():
            if not entry.skill:
                continue
            if id == entry.skill or id in entry.also:
                return entry
            if id.startswith(entry.skill + "_") and (best is None or len(entry.skill) > len(best.skill)):
                best = entry
        if best is None:
            raise KeyError(put("rulebook", "no_skill_rules", game=self.game, id=repr(id)))
        return best


def _matches(entry: Entry, chapter: Chapter, words: list[str]) -> bool:
    place = (entry.id, chapter.key, chapter.title, entry.text, entry.skill, *entry.also)
    text = "\n".join(place).casefold()
    return all(word in text for word in words)


def games() -> list[str]:
    """Return the ids of the games that have a rules reference, sorted."""
    return sorted(path.parent.name for path in _GAMES.glob(f"*/{_FILE}"))


def load(game: str, lang: str = "") -> Rulebook:
    """Read the rules reference of a game in a language, in that of the player without one.

    Raise KeyError if the game has none, ContentError (with every mistake and its place) if a file is malformed.
    """
    return _load(game, lang or language())


@cache
def _load(game: str, lang: str) -> Rulebook:
    if lang != ENGLISH:
        path = _GAMES / game / f"rules.{lang}.yaml"
        english = _load(game, ENGLISH)
        return translated(english, path) if os.path.isfile(path) else english
    if game not in games():
        raise KeyError(put("rulebook", "no_rules_reference_game", game=repr(game), games=", ".join(games())))
    return read(game, _GAMES / game / _FILE)


def is_rules(path: Path) -> bool:
    """Whether a file is a rules reference or a translation of one, by its name."""
    return path.name == _FILE or (path.name.startswith("rules.") and path.name.count(".") == 2)


def check(path: Path) -> None:
    """Check a rules reference, or a translation with the reference beside it; raise ContentError with every mistake."""
    game = path.resolve().parent.name
    if path.name == _FILE:
        read(game, path)
    else:
        translated(read(game, path.with_name(_FILE)), path)


def translated(book: Rulebook, path: Path) -> Rulebook:
    """Put the words of a translation into a rulebook; raise ContentError with every mistake and its place."""
    from zterm.content import loader
    from zterm.content.problems import ContentError, Problem, suggest

    root = loader.read(path, keep=True)
    problems: list[Problem] = [
        root.key_problem(key, put("rulebook", "no_part_translation", part=key), "chapters, rules")
        for key, _ in root.items()
        if key not in ("chapters", "rules")
    ]
    keys = {chapter.key for chapter in book.chapters}
    titles: dict[str, str] = {}
    for key, node in root.at("chapters").items() if root.get("chapters") else ():
        if key not in keys:
            problems.append(
                root.at("chapters").key_problem(key, put("rulebook", "no_chapter", chapter=key), suggest(key, keys))
            )
        elif not isinstance(node.value, str):
            problems.append(node.problem(put("rulebook", "title_no_text"), put("rulebook", "text")))
        else:
            titles[key] = node.value
    entries = dict(book.entries)
    for id, node in root.at("rules").items() if root.get("rules") else ():
        known = book.entries.get(id)
        words = {"text": node} if not isinstance(node.value, dict) else dict(node.items())
        wrong = [name for name in words if name not in ("text", "settled")]
        if known is None:
            problems.append(
                root.at("rules").key_problem(id, put("rulebook", "no_rule", id=id), suggest(id, book.entries))
            )
        elif wrong:
            problems.append(
                node.key_problem(wrong[0], put("rulebook", "no_part_rule_words", part=wrong[0]), "text, settled")
            )
        elif not all(isinstance(inner.value, str) for inner in words.values()):
            problems.append(node.problem(put("rulebook", "words_no_text", id=id), put("rulebook", "text")))
        elif "settled" in words and not known.settled:
            problems.append(
                node.key_problem("settled", put("rulebook", "nothing_settled", id=id), put("rulebook", "text_alone"))
            )
        else:
            said = {name: inner.value for name, inner in words.items()}
            entries[id] = msgspec.structs.replace(known, **said)
    if problems:
        raise ContentError(problems)
    chapters = [msgspec.structs.replace(c, title=titles.get(c.key, c.title)) for c in book.chapters]
    return Rulebook(book.game, tuple(chapters), entries)


def read(game: str, path: Path) -> Rulebook:
    """Read a rules reference from a file; raise ContentError with every mistake and its place."""
    from zterm.content import loader
    from zterm.content.problems import ContentError, Problem

    root = loader.read(path, keep=True)
    problems: list[Problem] = []

    def typed(node: Any, form: type[_T]) -> _T | None:
        try:
            return msgspec.convert(node.plain(), form)
        except msgspec.ValidationError as error:
            problems.append(node.problem(faults.why(error)))
            return None

    for part, kind in (("chapters", list), ("rules", dict)):
        if not isinstance(root.at(part).value, kind) or root.get(part) is None:
            problems.append(
                root.problem(put("rulebook", "part_missing", part=part), put("rulebook", "list_chapters_mapping_rules"))
            )
    if problems:
        raise ContentError(problems)
    chapters = [chapter for node in root.at("chapters").parts() if (chapter := typed(node, Chapter))]
    known = {chapter.key for chapter in chapters}
    entries: dict[str, Entry] = {}
    for id, node in root.at("rules").items():
        entry = typed(node, Entry)
        if entry is None:
            continue
        if entry.chapter not in known:
            problems.append(node.problem(put("rulebook", "chapter_not_list_chapters", chapter=entry.chapter, id=id)))
        entries[id] = msgspec.structs.replace(entry, id=id)
    if problems:
        raise ContentError(problems)
    return Rulebook(game, tuple(chapters), entries)
