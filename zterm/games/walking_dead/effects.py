"""What cards do: the small vocabulary of effects of Encounters, Scrounge cards, Zombie cards and Location tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zterm.games.walking_dead.content import Effect
from zterm.games.walking_dead.dying import bite
from zterm.games.walking_dead.objective import check_home
from zterm.games.walking_dead.play import (
    Play,
    discard,
    draw_scrounge,
    gain_allies,
    lose_allies,
    move_to,
    region_of,
    return_allies,
    shuffle_into_scrounge,
)
from zterm.games.walking_dead.state import Figure
from zterm.kernel.decision import Flow


def run(t: Play, who: Figure, effects: Iterable[Effect], source: str, rule: str) -> Flow[None]:
    """Carry out effects one after the other on a survivor, as long as he lives."""
    for effect in effects:
        if not who.alive:
            return
        simple = SIMPLE.get(effect.op)
        if simple is not None:
            simple(t, who, effect.n, rule)
        elif effect.op == "bite":
            for _ in range(effect.n):
                if who.alive:
                    yield from bite(t, who, source, rule)
        elif effect.op == "discard":
            for _ in range(effect.n):
                yield from lose_card(t, who, source, rule)
        elif effect.op == "region":
            yield from _region(t, who, effect.inner, source)
        elif effect.op == "choose":
            options = [f"choose:{way.id}" for way in effect.choices]
            answer = yield from t.ask("choose", who, options, rule, card=source)
            way = next(w for w in effect.choices if answer == f"choose:{w.id}")
            yield from run(t, who, way.do, source, rule)


def lose_card(t: Play, who: Figure, source: str, rule: str) -> Flow[None]:
    """A survivor discards a card of his choice, if he holds any."""
    if not who.hand:
        return
    options = sorted({f"discard:{card}" for card in who.hand})
    answer = yield from t.ask("discard", who, options, rule, card=source)
    discard(t, who, answer.split(":")[1], rule)


def _region(t: Play, who: Figure, effects: tuple[Effect, ...], source: str) -> Flow[None]:
    """Carry out effects on every survivor of a region (WD-31); outside the regions nothing happens (WD-32)."""
    region = region_of(t, who)
    if not region:
        return
    for name in t.state.after(who.name):
        other = t.figure(name)
        if other.alive and region_of(t, other) == region:
            yield from run(t, other, effects, source, "WD-31")


def _camp(t: Play, who: Figure, n: int, rule: str) -> None:
    move_to(t, who, t.board.camp, rule, "card")
    check_home(t, who)


def _encounter(t: Play, who: Figure, n: int, rule: str) -> None:
    t.state.extra += [who.name] * n


def _skip(t: Play, who: Figure, n: int, rule: str) -> None:
    who.skip += n


def _again(t: Play, who: Figure, n: int, rule: str) -> None:
    if who.name == t.state.active:
        t.state.again = True


def _shuffle_in(t: Play, who: Figure, n: int, rule: str) -> None:
    """Shuffle random Scrounge discards into the deck (WD-42)."""
    pile = t.state.scrounge_discard
    taken = [pile.pop(t.chance.below(len(pile))) for _ in range(min(n, len(pile)))]
    shuffle_into_scrounge(t, taken, "WD-42")


SIMPLE: dict[str, Callable[[Play, Figure, int, str], None]] = {
    "scrounge": draw_scrounge,
    "ally": gain_allies,
    "return_ally": return_allies,
    "kill_ally": lose_allies,
    "camp": _camp,
    "encounter": _encounter,
    "skip": _skip,
    "again": _again,
    "shuffle_in": _shuffle_in,
}
"""Effects that ask nobody."""
