"""What players may wish for: the match options, and what is said when a wish can't be had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from zterm.content.problems import nearest
from zterm.content.templates import listed
from zterm.games.registry import InputError
from zterm.games.walking_dead.catalogue import WORDS

OPTIONS = {
    "bitten": (("apart", "anywhere"), "WD-89"),
    "six": (("always", "encounters"), "WD-126"),
    "reveal": (("off", "on"), "WD-37"),
    "seating": (("together", "alternate"), "WD-96"),
}
"""Match options: values, the first one the default, and the rule that each switches."""


def checked_options(wished: Mapping[str, Any]) -> dict[str, str]:
    """Complete match options with the defaults; raises InputError for an unknown one or an impossible value."""
    known = {name: values for name, (values, _) in OPTIONS.items()}
    found = {name: values[0] for name, values in known.items()}
    for key, value in wished.items():
        if key not in known:
            raise wrong("no_option", option=repr(key), hint=hint(key, known))
        text = str(value).lower()
        if text not in known[key]:
            raise wrong("value", option=key, values=listed(known[key]), value=repr(value))
        found[key] = text
    return found


def wrong(why: str, **facts: object) -> InputError:
    """What a wish has that can't be had, as a sentence."""
    return InputError(WORDS.say("wishes", why, **facts))


def hint(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word."""
    every = list(known)
    near = nearest(word, every)
    return WORDS.say("wishes", "near", word=near) if near else WORDS.say("wishes", "known", words=listed(every))
