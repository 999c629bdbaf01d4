"""The order of play: who begins, one step after the other, and passing the turn on (chapters setup and turn)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead import turn, zombies
from zterm.games.walking_dead.dying import rise
from zterm.games.walking_dead.encounters import draw_encounter, encounter_step
from zterm.games.walking_dead.fights import fight_step
from zterm.games.walking_dead.objective import take_badges
from zterm.games.walking_dead.play import Play, lay_off
from zterm.games.walking_dead.state import FALLEN, KILLED, OUT, Figure
from zterm.kernel.decision import Flow


def step(t: Play) -> Flow[None]:
    """Play one step on from the state: what is under way first, then the phase of the turn."""
    s = t.state
    if s.fight is not None:
        yield from fight_step(t)
    elif s.drawn is not None:
        yield from encounter_step(t)
    elif s.ambush:
        yield from zombies.ambush_step(t)
    elif s.extra:
        draw_encounter(t, t.figure(s.extra.pop(0)), "WD-58")
    else:
        yield from _phase(t)


def _phase(t: Play) -> Flow[None]:
    match t.state.phase:
        case "setup":
            choose_first(t)
        case "place":
            yield from zombies.place_step(t)
        case "roll":
            yield from turn.roll_step(t)
        case "move":
            yield from turn.move_step(t)
        case "space":
            turn.space_step(t)
        case "draw":
            yield from turn.draw_step(t)
        case "after":
            yield from turn.after_step(t)
        case "end":
            yield from turn.end_step(t)
        case "respawn":
            yield from zombies.respawn_step(t)
        case "zombie_roll":
            yield from zombies.roll_step(t)
        case "zombie_move":
            yield from zombies.move_step(t)
        case "zombie_card":
            yield from zombies.card_step(t)
        case "lurch":
            yield from zombies.lurch_step(t)
        case "zombie_end":
            yield from zombies.end_step(t)
        case "over_turn":
            end_turn(t)


def choose_first(t: Play) -> None:
    """Roll for who begins; those who tie for the highest roll again (WD-09); in teams only survivors roll (WD-106)."""
    s = t.state
    rule = "WD-106" if t.mission.teams else "WD-09"
    left = s.living()
    while len(left) > 1:
        faces = {}
        for who in left:
            faces[who.name] = t.chance.dice(1)[0]
            t.emit(ev.OrderRolled(rule, who.name, faces[who.name]))
        left = [who for who in left if faces[who.name] == max(faces.values())]
    s.first = left[0].name
    t.emit(ev.FirstPlayer(rule, s.first))
    if t.mission.teams:
        take_badges(t, "WD-99")
    begin_turn(t, left[0])


def begin_turn(t: Play, who: Figure) -> None:
    """Begin a turn: who died last time rises (WD-63), who was killed comes back (WD-92)."""
    s = t.state
    s.active, s.rolled, s.ride, s.due, s.corner, s.again = who.name, 0, False, 0, "", False
    side = "survivors" if who.alive else "zombies"
    t.emit(ev.TurnBegan("WD-12" if who.alive else "WD-71", who.name, side, s.turn))
    if who.alive and who.skip:
        who.skip -= 1
        t.emit(ev.TurnLost("WD-57", who.name))
        s.phase = "over_turn"
    elif who.alive:
        s.phase = "roll"
    elif who.status == KILLED:
        s.phase = "respawn"
    else:
        if who.status == FALLEN:
            rise(t, who)
        s.phase = "zombie_roll"


def end_turn(t: Play) -> None:
    """End a turn: what lies face up is discarded (WD-16), then the next one clockwise, or the same again (WD-24)."""
    s, who = t.state, t.active
    lay_off(t, who, "WD-16")
    s.encounter_discard += s.faced
    s.faced, s.calm = [], False
    again = s.again and who.alive
    t.emit(ev.TurnEnded("WD-24" if again else "WD-16", who.name, again))
    if again:
        begin_turn(t, who)
        return
    for name in [*s.after(who.name)[1:], who.name]:
        if name == s.first:
            s.turn += 1
        if t.figure(name).status != OUT:
            begin_turn(t, t.figure(name))
            return
