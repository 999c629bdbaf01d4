"""The round (chapter 4): players' phase, zombies' phase, end phase."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import refresh
from zterm.games.zombicide.activation import zombies_step
from zterm.games.zombicide.experience import level_at
from zterm.games.zombicide.mission import check_win
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.points import END_PHASE
from zterm.games.zombicide.setup import head_start
from zterm.games.zombicide.skill_actions import heal
from zterm.games.zombicide.spawning import spawn_step
from zterm.games.zombicide.state import Survivor
from zterm.games.zombicide.turn import begin_turn, play_on
from zterm.games.zombicide.zombivors import rise
from zterm.kernel.decision import EVERYBODY, Flow, decide


def step(t: Play) -> Flow[None]:
    """Play one step on from the state: a decision of the players' phase, or a part of the zombies' or end phase."""
    match t.state.phase:
        case "setup":
            yield from choose_first_player(t)
        case "players":
            yield from players_step(t)
        case "zombies":
            yield from zombies_step(t)
            check_win(t)
        case "spawn":
            yield from spawn_step(t)
            check_win(t)
        case "end":
            yield from end_step(t)


def choose_first_player(t: Play) -> Flow[None]:
    """Survivors starting higher gain their skills, the group chooses the first player (ZB-038), and a round begins."""
    s = t.state
    behind = [who for who in s.survivors.values() if who.level < level_at(who.xp)]
    for who in behind:
        yield from head_start(t, who)
    if behind:
        return
    groups = [e.args["groups"] for rule in t.mission.rules for e in rule.effects if e.name == "split_start"]
    if groups and s.stage == 0:
        yield from split_start(t, groups[0])
        s.stage = 1
        return
    answer = yield decide("first_player", EVERYBODY, [f"first:{p}" for p in s.players], "ZB-038", rest=True)
    s.first_player = answer.split(":", 1)[1]
    t.emit(ev.FirstPlayer("ZB-038", s.first_player))
    yield from begin_round(t)


def split_start(t: Play, groups: int) -> Flow[None]:
    """Where a mission has several starting zones the group spreads the survivors, as equal as can be (ZB-422)."""
    people, zones = list(t.state.survivors.values()), list(t.mission.start)[:groups]
    most, large = -(-len(people) // len(zones)), len(people) % len(zones) or len(zones)
    for who in people:
        sizes = {z: sum(1 for p in people if p.zone == z and p.marks) for z in zones}
        full = sum(1 for n in sizes.values() if n == most)
        able = [z for z in zones if sizes[z] < most - 1 or (sizes[z] < most and full < large)]
        options = [f"start:{who.name}:{z}" for z in able]
        answer = yield decide("split_start", EVERYBODY, options, "ZB-422", who.name)
        who.zone = answer.rsplit(":", 1)[1]
        who.marks = ["placed"]
    for who in people:
        who.marks = []


def begin_round(t: Play) -> Flow[None]:
    """Begin the players' phase: those laid down rise, then the players in seating order from the first (ZB-041)."""
    s = t.state
    s.phase, s.stage, s.active = "players", 0, ""
    t.emit(ev.PhaseBegan("ZB-040", "players", s.turn))
    yield from rise(t)
    first = s.players.index(s.first_player)
    s.to_play = s.players[first:] + s.players[:first]
    for who in s.survivors.values():
        who.done = False
        refresh(who)
    if s.loud and not s.survivors[s.loud_by].playing:
        s.loud = s.loud_by = ""
    next_player(t)


def waiting(t: Play, player: str) -> list[Survivor]:
    """List a player's survivors who have not had their turn."""
    return [who for who in t.state.survivors.values() if who.player == player and who.playing and not who.done]


def next_player(t: Play) -> None:
    """Pass to the next player with somebody to activate; after the last one the zombies act (ZB-041, ZB-047)."""
    s = t.state
    while s.to_play and not waiting(t, s.to_play[0]):
        s.to_play.pop(0)
    if not s.to_play:
        s.phase, s.stage = "zombies", 0


def player_on_turn(t: Play) -> str:
    """Give the first player with somebody who has to go now; Tacticians may wait for later players (ZB-413)."""
    bound = (p for p in t.state.to_play if any("tactician" not in who.skills for who in waiting(t, p)))
    return next(bound, t.state.to_play[0])


def players_step(t: Play) -> Flow[None]:
    """Choose who acts next, or let the active survivor do one thing (ZB-041, ZB-128, Tactician ZB-413)."""
    s = t.state
    if not s.active:
        player = player_on_turn(t)
        able = waiting(t, player)
        others = [w for p in s.players if p != player for w in waiting(t, p) if "tactician" in w.skills]
        asked = EVERYBODY if others else player
        answer = yield decide("activate", asked, [f"activate:{w.name}" for w in able + others], "ZB-041", rest=True)
        begin_turn(t, s.survivors[answer.split(":", 1)[1]])
        return
    who = s.survivors[s.active]
    if not (yield from play_on(t, who, True)):
        who.done = True
        s.active = ""
        next_player(t)


def end_step(t: Play) -> Flow[None]:
    """The end phase (ZB-045, ZB-046): Regeneration, free reload (ZB-266), noise away, the token to the left."""
    s = t.state
    t.emit(ev.PhaseBegan("ZB-045", "end", s.turn))
    for who in s.standing():
        if "regeneration" in who.skills:
            heal(t, who, who.wounds, "ZB-401")
    for who in s.survivors.values():
        who.empty = []
    if s.noise:
        s.noise = {}
        t.emit(ev.NoiseCleared("ZB-076"))
    if len(s.players) > 1:
        s.first_player = s.players[(s.players.index(s.first_player) + 1) % len(s.players)]
        t.emit(ev.FirstPlayer("ZB-045", s.first_player))
    for rule in END_PHASE:
        yield from rule(t)
    yield from t.fire("end_phase", None, "")
    s.turn += 1
    yield from begin_round(t)
    check_win(t)
