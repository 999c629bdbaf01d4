"""What could be done before: its verbs stay in the list of a turn, with the reason why they are not allowed now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from zterm.kernel.decision import Decision
from zterm.ui.words import MESSAGES

SHOWN_WHY = ("search",)
"""Verbs without a target, of which a game can always say why they are not allowed now."""


class Past:
    """The verbs seen so far with their ranks, by the kind of question, and the options of the turn that goes on."""

    def __init__(self) -> None:
        self._verbs: dict[str, dict[str, int]] = {}
        self._actor: str | None = None
        self._options: set[str] = set()

    def facts(self) -> dict[str, Any]:
        """All of it as plain data, for `recall`."""
        return {"verbs": self._verbs, "actor": self._actor, "mine": sorted(self._options)}

    def recall(self, facts: object) -> bool:
        """Take up again what `facts` gave; False for anything else, which is passed over."""
        try:
            known: dict[str, Any] = facts if isinstance(facts, dict) else {}
            verbs = {
                str(kind): {str(v): int(rank) for v, rank in of.items()} for kind, of in known.get("verbs", {}).items()
            }
            self._verbs = {
                kind: {**verbs.get(kind, {}), **self._verbs.get(kind, {})} for kind in {*verbs, *self._verbs}
            }
            if known.get("actor") == self._actor:
                self._options.update(map(str, known.get("mine", ())))
        except (AttributeError, TypeError, ValueError):
            return False
        return True

    def asked(self, decision: Decision) -> None:
        """Note the options of a question; those of a turn last until somebody else acts."""
        if decision.rest:
            if self._actor != decision.actor:
                self._actor, self._options = decision.actor, set()
            self._options.update(decision.options)

    def described(self, decision: Decision, option: str, rank: int) -> None:
        """Note the rank of an option."""
        self._verbs.setdefault(decision.kind, {}).setdefault(option.split(":")[0], rank)

    def gone(self, decision: Decision, here: Iterable[str]) -> Iterator[tuple[str, int]]:
        """The verbs with their ranks that are not among those ``here``, in order, as far as a reason can be had."""
        mine, left = {option.split(":")[0] for option in self._options}, set(here)
        for rank, verb in sorted((rank, verb) for verb, rank in self._verbs.get(decision.kind, {}).items()):
            if verb not in left and MESSAGES.has("verbs", verb) and (verb in SHOWN_WHY or verb in mine):
                yield verb, rank

    def example(self, verb: str, place: str, ways: Iterable[str] | None = None) -> str:
        """The option of a verb to ask about: one that stood in this turn, best of ``place``; the verb if there is none.

        ``ways`` are the options to choose among, without them all that stood.
        """
        if ways is None:
            ways = sorted(option for option in self._options if option.split(":")[0] == verb)
        return min(ways, key=lambda option: (option not in self._options, place not in option.split(":")), default=verb)
