"""The state in its public names (missions/walking_dead/README.md); decks and the hands of others stay hidden."""

from __future__ import annotations

from typing import Any

from zterm.games.walking_dead.play import Content
from zterm.games.walking_dead.state import FALLEN, OUT, RISEN, Figure, State
from zterm.kernel.decision import EVERYBODY


def sees(s: State, who: Figure, viewer: str | None) -> bool:
    """Whether a viewer sees a hand: his own, or without a viewer that of one who plays alone; "all" sees everything."""
    return viewer in (who.player, EVERYBODY) or (viewer is None and len(s.players) == 1)


def public(content: Content, s: State, viewer: str | None = None) -> dict[str, Any]:
    """Describe the state with the names of the interface."""
    shown: dict[str, Any] = {
        "turn": s.turn,
        "phase": s.step,
        "active": s.active or None,
        "first_player": s.first or None,
        "players": list(s.players),
        "options": dict(s.options),
        "pool": s.pool,
        "rolled": s.rolled,
        "frenzy_cancelled": s.calm,
        "another_turn": s.again,
        "encounters_due": s.due + len(s.extra),
        "survivors": {n: _survivor(content, s, f, viewer) for n, f in s.figures.items() if n in content.box.characters},
        "zombies": {n: _zombie(s, f, viewer) for n, f in s.figures.items() if f.zombie},
        "spaces": {n: _space(content, s, n) for n in content.board.spaces},
        "decks": {
            "scrounge": len(s.scrounge),
            "encounters": len(s.encounters),
            "zombies": len(s.zombies),
        },
        "discards": {
            "scrounge": list(s.scrounge_discard),
            "encounters": list(s.encounter_discard),
            "zombies": list(s.zombie_discard),
        },
        "face_up": list(s.faced),
        "encounter": None,
        "fight": None,
        "outcome": s.outcome or None,
        "reason": s.reason or None,
        "winners": list(s.winners),
    }
    if s.drawn is not None:
        d = s.drawn
        shown["encounter"] = {"card": d.card, "survivor": d.figure, "strength": d.strength, "frenzy": list(d.frenzy)}
    if s.fight is not None:
        shown["fight"] = _fight(content, s)
    return shown


def _fight(content: Content, s: State) -> dict[str, Any]:
    from zterm.games.walking_dead.fights import bonus_of, strength_of
    from zterm.games.walking_dead.play import Play
    from zterm.kernel.chance import Chance
    from zterm.kernel.ruleset import Table

    fight = s.fight
    assert fight is not None
    t = Play(Table(s, Chance(0)), content)
    return {
        "survivor": fight.figure,
        "card": fight.card,
        "by": fight.attacker or None,
        "strength": strength_of(t, fight),
        "bonus": bonus_of(t, fight),
        "die": fight.die or None,
    }


def _survivor(content: Content, s: State, f: Figure, viewer: str | None) -> dict[str, Any]:
    status = "zombie" if f.zombie else "dead" if f.status in (FALLEN, OUT) else "alive"
    space = content.board.spaces.get(f.space)
    found: dict[str, Any] = {
        "player": f.player,
        "state": status,
        "alive": f.alive,
        "turns": f.status == FALLEN,
        "space": f.space or None,
        "region": (space.region or None) if space else None,
        "allies": f.allies,
        "tiles": list(f.tiles),
        "cards": 0 if f.zombie else len(f.hand),
        "shown": list(f.shown),
        "played": list(f.played),
        "ability": "used" if f.used else "ready",
        "badge": f.badge or None,
        "skip": f.skip,
    }
    if not f.zombie and sees(s, f, viewer):
        found["hand"] = list(f.hand)
    return found


def _zombie(s: State, f: Figure, viewer: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "player": f.player,
        "space": f.space or None,
        "on_board": f.status == RISEN and f.space != "",
        "cards": len(f.hand),
        "badge": f.badge or None,
    }
    if sees(s, f, viewer):
        found["hand"] = list(f.hand)
    return found


def _space(content: Content, s: State, name: str) -> dict[str, Any]:
    space = content.board.spaces[name]
    here = [f for f in s.figures.values() if f.space == name]
    return {
        "kind": space.kind,
        "region": space.region or None,
        "bonus": space.bonus,
        "tile": space.tile or None,
        "survivors": [f.name for f in here if not f.zombie],
        "zombies": [f.name for f in here if f.zombie],
    }
