"""The table during a flow: state, generator and log beside the content they speak of, and what every chapter does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.content import Box, Mission, Space
from zterm.games.walking_dead.state import RISEN, Figure, State
from zterm.kernel.decision import Decision, Event, Flow, decide
from zterm.kernel.ruleset import Table


class Content:
    """What a match is played with: the box, the board, the mission."""

    __slots__ = ("board", "box", "mission")

    def __init__(self, box: Box, board: Board, mission: Mission) -> None:
        self.box = box
        self.board = board
        self.mission = mission


class Ended(Exception):
    """Control flow: the match is over and the running step ends."""


class Play:
    """What the rules work on: ``state`` and ``chance`` change, ``box``, ``board`` and ``mission`` do not.

    ``fresh`` holds until something happens in the step: a question asked then is a rest point.
    """

    __slots__ = ("board", "box", "chance", "content", "fresh", "mission", "state", "table")

    def __init__(self, table: Table[State], content: Content) -> None:
        self.table = table
        self.state = table.state
        self.chance = table.chance
        self.content = content
        self.box = content.box
        self.board = content.board
        self.mission = content.mission
        self.fresh = True

    @property
    def active(self) -> Figure:
        """The figure whose turn it is."""
        return self.state.figures[self.state.active]

    def figure(self, name: str) -> Figure:
        """A figure by its name."""
        return self.state.figures[name]

    def space(self, who: Figure) -> Space:
        """The space a figure stands on."""
        return self.board.spaces[who.space]

    def emit(self, event: Event) -> None:
        """Report a fact."""
        self.fresh = False
        self.table.events.append(event)

    def ask(
        self,
        kind: str,
        who: Figure,
        options: Iterable[str],
        rule: str,
        always: bool = False,
        **about: Any,
    ) -> Flow[str]:
        """Put a question to a figure's player; it is a rest point if nothing has happened in this step yet."""
        question: Decision = decide(kind, who.player, options, rule, who.name, self.fresh, always, about)
        if not self.fresh:
            self.state.asked = who.player
        answer: str = yield question
        self.state.asked = ""
        self.fresh = False
        return answer

    def solo(self) -> bool:
        """Whether one person plays alone (WD-95)."""
        return len(self.state.players) == 1

    def finish(self, outcome: str, reason: str, rule: str, winners: Iterable[str]) -> NoReturn:
        """End the match."""
        s = self.state
        s.outcome, s.reason, s.phase, s.winners = outcome, reason, "over", list(winners)
        s.faced += [s.drawn.card] if s.drawn is not None else []
        s.fight = s.drawn = None
        self.emit(ev.MatchOver(rule, outcome, reason))
        raise Ended


def draw_scrounge(t: Play, who: Figure, count: int, rule: str) -> None:
    """Draw Scrounge cards into a hand without limit (WD-34); an empty deck gives nothing (WD-41)."""
    s = t.state
    taken = s.scrounge[:count]
    if taken:
        del s.scrounge[: len(taken)]
        who.hand += taken
        t.table.seen = True
        t.emit(ev.CardsDrawn(rule, who.name, "scrounge", len(taken)))
    if len(taken) < count:
        t.emit(ev.DeckEmpty("WD-41", who.name, "scrounge"))


def shuffle_into_scrounge(t: Play, cards: list[str], rule: str) -> None:
    """Shuffle cards into the Scrounge deck, also into an empty one (WD-42)."""
    if not cards:
        return
    t.state.scrounge += cards
    t.chance.shuffle(t.state.scrounge)
    t.emit(ev.DeckShuffled(rule, "scrounge", len(cards)))


def draw_zombie_hand(t: Play, who: Figure, rule: str) -> None:
    """Draw Zombie cards up to the limit; the discards become a new deck when it runs out (WD-93)."""
    s = t.state
    count = 0
    while len(who.hand) < t.box.hand:
        if not s.zombies:
            if not s.zombie_discard:
                break
            s.zombies, s.zombie_discard = s.zombie_discard, []
            t.chance.shuffle(s.zombies)
            t.emit(ev.DeckShuffled("WD-93", "zombies", len(s.zombies)))
        who.hand.append(s.zombies.pop(0))
        count += 1
    if count:
        t.table.seen = True
        t.emit(ev.CardsDrawn(rule, who.name, "zombies", count))


def discard(t: Play, who: Figure, card: str, rule: str) -> None:
    """Discard a card from a hand, face up."""
    who.drop(card)
    (t.state.zombie_discard if who.zombie else t.state.scrounge_discard).append(card)
    t.emit(ev.CardDiscarded(rule, who.name, card))


def lay_off(t: Play, who: Figure, rule: str) -> None:
    """Discard the Scrounge cards that lie face up before somebody."""
    while who.played:
        card = who.played.pop(0)
        t.state.scrounge_discard.append(card)
        t.emit(ev.CardDiscarded(rule, who.name, card))


def gain_allies(t: Play, who: Figure, count: int, rule: str) -> None:
    """Take Allies from the pool, as many as are left; one may have any number (WD-43, WD-46)."""
    got = min(count, t.state.pool)
    t.state.pool -= got
    who.allies += got
    t.emit(ev.AlliesGained(rule if got else "WD-43", who.name, got))


def return_allies(t: Play, who: Figure, count: int, rule: str) -> None:
    """Put Allies back into the pool (WD-45); who has none loses nothing (WD-123)."""
    gone = min(count, who.allies)
    who.allies -= gone
    t.state.pool += gone
    t.emit(ev.AlliesReturned(rule, who.name, gone))


def lose_allies(t: Play, who: Figure, count: int, rule: str) -> None:
    """Remove Allies from the game (WD-44)."""
    gone = min(count, who.allies)
    who.allies -= gone
    if gone:
        t.emit(ev.AlliesLost(rule, who.name, gone))


def move_to(t: Play, who: Figure, to: str, rule: str, why: str, path: tuple[str, ...] = ()) -> None:
    """Put a figure on a space, whoever stands there (WD-15)."""
    start, who.space = who.space, to
    t.emit(ev.Moved(rule, who.name, start, to, path, why))


def survivors_on(s: State, space: str) -> list[Figure]:
    """Living survivors on a space, in seating order."""
    return [who for who in s.living() if who.space == space]


def zombies_on(s: State, space: str) -> list[Figure]:
    """Zombies on a space, in seating order."""
    return [who for who in s.turned() if who.status == RISEN and who.space == space]


def region_of(t: Play, who: Figure) -> str:
    """The region somebody stands in; sewers and Camp have none (WD-31, WD-32)."""
    return t.board.spaces[who.space].region if who.space else ""
