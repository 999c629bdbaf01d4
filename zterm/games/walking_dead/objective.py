"""The objective: the four Location tiles, and home to Camp (chapters objective, solo, teams)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.play import Play
from zterm.games.walking_dead.state import FALLEN, Figure


def wanted(t: Play) -> list[str]:
    """The Location tiles of the board, each once."""
    return list(dict.fromkeys(space.tile for space in t.board.spaces.values() if space.tile))


def held(t: Play, who: Figure) -> set[str]:
    """The tiles that count for a survivor: his own, or those of both in the team game (WD-103)."""
    people = t.state.living() if t.mission.teams else [who]
    return {tile for one in people for tile in one.tiles}


def check_home(t: Play, who: Figure) -> None:
    """End the match when a survivor comes to stand on Camp with all tiles (WD-10, WD-69, WD-95, WD-103)."""
    tiles = wanted(t)
    if not who.alive or who.space != t.board.camp or not tiles or not set(tiles) <= held(t, who):
        return
    if who.badge:
        rule = "WD-103" if t.mission.teams else "WD-69"
        members = [f.player for f in t.state.figures.values() if f.badge == "survivors"]
        t.finish("won", "team_home", rule, members)
    t.finish("won", "alone_home" if t.solo() else "home", "WD-95" if t.solo() else "WD-10", [who.player])


def pass_tiles(t: Play, dead: Figure) -> None:
    """In the team game the dead survivor's tiles go to the other one (WD-104)."""
    heirs = t.state.living()
    if not t.mission.teams or not dead.tiles or not heirs:
        return
    tiles, dead.tiles = dead.tiles, []
    heirs[0].tiles += [tile for tile in tiles if tile not in heirs[0].tiles]
    t.emit(ev.TilesPassed("WD-104", dead.name, heirs[0].name, tuple(tiles)))


def check_extinct(t: Play, last: Figure) -> None:
    """End the match when no survivor is left (WD-11, WD-67, WD-95, WD-105); who fell last does not win."""
    s = t.state
    if s.living():
        return
    if t.solo():
        t.finish("lost", "alone_dead", "WD-95", ())
    winners = [f.player for f in s.figures.values() if f is not last and (f.zombie or f.status == FALLEN)]
    rule = "WD-105" if t.mission.teams else "WD-67" if last.badge else "WD-11"
    t.finish("lost", "extinct", rule, winners)


def take_badges(t: Play, rule: str) -> None:
    """Deal the badges: zombies to the one team, living survivors to the other (WD-66, WD-99)."""
    s = t.state
    for who in s.living():
        who.badge = "survivors"
    for who in s.turned():
        who.badge = "zombies"
    survivors = tuple(f.name for f in s.living())
    t.emit(ev.TeamsFormed(rule, survivors, tuple(f.name for f in s.turned())))
