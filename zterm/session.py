"""A match in play: its journal, who sits where, and bots that answer for their seats. Every front end holds one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from zterm.content import outward
from zterm.content.words import put
from zterm.kernel.decision import EVERYBODY, Decision, Event, Refused, RuleFault
from zterm.kernel.journal import Saved
from zterm.kernel.match import Bot, Match
from zterm.kernel.record import SaveError
from zterm.kernel.views import View


class Session:
    """A saved match with its seats.

    ``bots`` maps a player's id to who chooses for that seat; everybody else is a person. A question to the
    whole group goes to the people, and to the first bot when there are none. ``stop`` is asked between the
    answers of bots; ``failed`` says which bot could not go on, and why (None when nothing is wrong), ``trouble`` the
    same as a sentence (""). When the match is over its story is written to the file ``chronicle``, or ``untold``
    says why it was not; a front end that sets ``telling`` to False calls ``tell`` when it likes. ``practice`` lets
    ``undo`` go back beyond dice and hidden cards; the save is marked then.
    """

    def __init__(self, saved: Saved[Any], bots: Mapping[str, Bot] | None = None, players: tuple[str, ...] = ()) -> None:
        self.saved = saved
        self.bots = dict(bots or {})
        self.players = players
        self.stop: Callable[[], bool] = lambda: False
        self.failed: tuple[str, Exception] | None = None
        self.chronicle: Path | None = None
        self.untold = ""
        self.telling = True
        self.practice = False
        self._told = -1

    @property
    def trouble(self) -> str:
        """Why bots could not go on, "" when nothing is wrong."""
        return put("seats", "cant_answer", who=self.failed[0], why=self.failed[1]) if self.failed else ""

    @property
    def match(self) -> Match[Any]:
        """The running match."""
        return self.saved.match

    @property
    def decision(self) -> Decision | None:
        """The open question, None when the match is over."""
        return self.saved.match.decision

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are persons, in the order of their seats."""
        return tuple(player for player in self.players if player not in self.bots)

    def kept(self) -> str:
        """See to it that the save is on the disk; "" or a sentence that says why it can't be."""
        try:
            self.saved.keep()
        except SaveError as fault:
            return str(fault)
        return ""

    def viewer(self, holder: str = "") -> str | None:
        """Whose hidden hand may be shown: that of the person asked, else of who has the keyboard (``holder``), if any.

        One person alone always has it.
        """
        decision, people = self.decision, self.people
        if len(people) == 1:
            return people[0]
        if decision is not None and decision.who != EVERYBODY and decision.who not in self.bots:
            return decision.who
        return holder or None

    def taker(self, view: View, holder: str) -> str:
        """Who has to get the keyboard from its holder before the hidden hand of a view is shown; "" for nobody."""
        return view.private if view.private != holder and len(self.people) > 1 else ""

    def bot(self) -> Bot | None:
        """Who answers the open question when that is a bot, else None."""
        decision = self.decision
        if decision is None or not self.bots:
            return None
        if decision.who == EVERYBODY:
            people = any(player not in self.bots for player in self.players)
            return None if people else next(iter(self.bots.values()))
        return self.bots.get(decision.who)

    def settle(self) -> list[Event]:
        """Let bots answer until a person is asked, the match is over or ``stop`` says yes; returns the events."""
        events: list[Event] = []
        self.failed = None
        while not self.stop() and (bot := self.bot()) is not None:
            decision = self.decision
            assert decision is not None
            try:
                events += self.saved.choose(bot(self.match), decision.who)
            except (Refused, RuleFault, SaveError) as fault:
                self.failed = (decision.who, fault)
                break
        if self.telling:
            self.tell()
        return events

    def tell(self) -> None:
        """Write the chronicle of a match that is over, once for each ending; does nothing while it goes on."""
        match = self.match
        if match.decision is not None or match.over is None or match.answers == self._told:
            return
        from zterm.shows.chronicle import keep

        self._told = match.answers
        try:
            self.chronicle, self.untold = keep(self.saved.path), ""
        except SaveError as fault:
            self.chronicle, self.untold = None, str(fault)

    def answer(self, option: str) -> list[Event]:
        """Give a person's answer and let the bots go on; raises Refused, RuleFault, SaveError."""
        decision = self.decision
        events = list(self.saved.choose(option, decision.who if decision else ""))
        return events + self.settle()

    def undo(self) -> None:
        """Take back a person's last answer and what bots answered after it; raises Refused (nothing changed)."""
        if self.practice and not self.match.can_undo:
            self.saved.rewind()
            while self.bot() is not None and self.match.answers:
                self.saved.rewind()
            self._told = -1
            return
        taken = 0
        try:
            self.saved.undo()
            taken += 1
            while self.bot() is not None:
                self.saved.undo()
                taken += 1
            self._told = -1
        except Refused:
            for _ in range(taken):
                self.saved.redo()
            raise

    def redo(self) -> list[Event]:
        """Give again what was taken back last, up to a person's question; raises Refused when there is nothing."""
        events = list(self.saved.redo())
        while self.match.next_redo is not None and self.bot() is not None:
            events += self.saved.redo()
        return events + self.settle()


def seat(saved: Saved[Any]) -> Session:
    """Put people and bots on the seats a save names; raises InputError when a bot is gone."""
    from zterm.bots import named

    header, match = saved.header, saved.match
    players = tuple(match.rules.public(match.state).get("players", ()))
    bots: dict[str, Bot] = {}
    for number, player in enumerate(players):
        who = header.seats.get(player, "human")
        if who.startswith("bot:"):
            bots[player] = named.make(header.game, who.removeprefix("bot:"), header.seed + 1 + number)
    return Session(saved, bots, players)


def seat_words(player: str) -> str:
    """A player as people say it: "Player 2" for p2, else the name he gave himself."""
    number = outward.seat(player)
    return put("seats", "player", n=number) if number else player


def playable(saved: Saved[Any], fresh: bool = False) -> Saved[Any]:
    """The same save, whose every seat can be taken; else it is let go (a ``fresh`` one removed), with InputError."""
    try:
        seat(saved)
    except BaseException:
        saved.close()
        if fresh:
            saved.path.unlink(missing_ok=True)
        raise
    return saved


def with_figures(player: str, view: View) -> str:
    """A player by name, with the people he plays: "Player 2 (Kim, Joshua)"."""
    names = ", ".join(person.name for person in view.people if person.player == player)
    said = seat_words(player)
    return f"{said} ({names})" if player and names else said
