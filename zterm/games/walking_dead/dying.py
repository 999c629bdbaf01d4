"""Bites, death, and rising as a zombie (chapters combat and dying)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.objective import check_extinct, pass_tiles, take_badges
from zterm.games.walking_dead.play import Play, draw_zombie_hand, lay_off, lose_allies, shuffle_into_scrounge
from zterm.games.walking_dead.state import FALLEN, KILLED, OUT, RISEN, Figure
from zterm.kernel.decision import Flow

MOST_ZOMBIES = 2


def barred(t: Play) -> bool:
    """Whether the Encounter that lies face up forbids Scrounge cards (WD-113)."""
    drawn = t.state.drawn
    return drawn is not None and not t.box.encounters[drawn.card].cards


def bite(t: Play, who: Figure, by: str, rule: str) -> Flow[None]:
    """Bite a survivor (WD-56): somebody may avert it (WD-116), else an Ally dies, or he does."""
    if (yield from _averted(t, who, by)):
        return
    t.emit(ev.Bitten(rule, who.name, by))
    if who.allies:
        lose_allies(t, who, 1, "WD-56")
    else:
        die(t, who, by)


def _averted(t: Play, who: Figure, by: str) -> Flow[bool]:
    """Ask those who hold a card against a bite of any survivor, the victim first."""
    if barred(t):
        return False
    for name in t.state.after(who.name):
        helper = t.figure(name)
        cards = sorted({c for c in helper.hand if helper.alive and t.box.scrounge[c].when == "bite"})
        if not cards:
            continue
        options = [*(f"play:{card}" for card in cards), "pass"]
        answer = yield from t.ask("bite", helper, options, "WD-116", victim=who.name, by=by)
        if answer != "pass":
            card = answer.split(":")[1]
            helper.drop(card)
            helper.played.append(card)
            t.emit(ev.CardPlayed("WD-116", helper.name, card, who.name))
            t.emit(ev.BitePrevented("WD-116", who.name, helper.name, card))
            return True
    return False


def turning(t: Play) -> bool:
    """Whether one who dies now will turn: only the first two do, and nobody in solo and team games (WD-65, WD-105)."""
    if t.solo() or t.mission.teams:
        return False
    return sum(f.zombie or f.status == FALLEN for f in t.state.figures.values()) < MOST_ZOMBIES


def die(t: Play, who: Figure, by: str) -> None:
    """Kill a survivor: the hand goes into the Scrounge deck, the pawn stays (WD-61, WD-62, WD-68)."""
    turns = turning(t)
    who.status = FALLEN if turns else OUT
    t.emit(ev.SurvivorKilled("WD-56", who.name, by, turns))
    hand, who.hand, who.shown = who.hand, [], []
    shuffle_into_scrounge(t, hand, "WD-61")
    lay_off(t, who, "WD-16")
    t.state.extra = [name for name in t.state.extra if name != who.name]
    pass_tiles(t, who)
    check_extinct(t, who)


def rise(t: Play, who: Figure) -> None:
    """Turn a dead survivor into a zombie where he fell (WD-63, WD-64); the second one makes it a team game (WD-66)."""
    who.status, who.badge = RISEN, "zombies"
    who.tiles = []
    t.emit(ev.SurvivorRose("WD-63", who.name, who.space))
    t.chance.shuffle(t.state.zombies)
    t.emit(ev.DeckShuffled("WD-64", "zombies", len(t.state.zombies)))
    draw_zombie_hand(t, who, "WD-64")
    if len(t.state.turned()) == MOST_ZOMBIES and t.state.living():
        take_badges(t, "WD-66")


def kill_zombie(t: Play, who: Figure, by: str) -> None:
    """Kill a zombie: off the board, its hand discarded, its turn over (WD-91)."""
    s = t.state
    who.status, who.space = KILLED, ""
    s.zombie_discard += who.hand
    who.hand = []
    t.emit(ev.ZombieKilled("WD-91", who.name, by))
    if s.active == who.name:
        s.phase = "over_turn"
