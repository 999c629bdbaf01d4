"""What the mission wants next: its steps read as things to do in zones, and buttons that open the way to them."""

from __future__ import annotations

from msgspec import Struct

from zterm.games.zombicide.content import Clause
from zterm.games.zombicide.mission import steps_done
from zterm.games.zombicide.mission_checks import door_matches, inner_clauses
from zterm.games.zombicide.mission_conditions import Happening, holds
from zterm.games.zombicide.sense.look import Look
from zterm.games.zombicide.sense.wire import Wire, comes_near, turn_for, unlock
from zterm.games.zombicide.state import Survivor

NOTHING = Happening("", None, "")
BORED = 25
"""The turn from which buttons are pressed for want of anything better."""


class Goal(Struct, frozen=True):
    """Something to do in a zone, with the token's or door's id.

    ``verb``: take, press, open, mission (an action the mission adds, to get cards); reach or clear (zombies there),
    home (be there at the end), exit; wait (be there until a button is pressed elsewhere).
    """

    zone: str
    verb: str
    name: str = ""


def goals(look: Look) -> list[Goal]:
    """What the first steps that are not done ask for; steps that nothing can be done for are passed over."""
    steps = look.t.mission.steps
    left = [step.done_when for step, done in zip(steps, steps_done(look.t), strict=True) if not done]
    for number, clause in enumerate(left):
        found = within_reach(look, wanted(look, clause))
        if found:
            return prepared(look, found, left[number + 1 :]) + caches(look, found)
    return anything(look)


def caches(look: Look, found: list[Goal]) -> list[Goal]:
    """Cards that lie ready on the board for whoever takes an action there, besides what the mission wants."""
    if all(goal.verb in ("exit", "home") for goal in found):
        return []
    return [
        Goal(zone, "mission", rule.id)
        for rule in look.t.mission.rules
        if rule.when.name == "custom_action" and any(effect.name == "give" for effect in rule.effects)
        if rule.id not in look.s.fired
        for zone in look.t.mission.areas.get(rule.when.args["at"], (rule.when.args["at"],))
    ]


def prepared(look: Look, found: list[Goal], later: list[Clause]) -> list[Goal]:
    """The same goals, but a button that lets people through to what a later step wants only when they are there."""
    if not all(goal.verb == "press" for goal in found):
        return found
    for clause in later:
        targets = wanted(look, clause)
        if not targets or any(reachable(look, goal) for goal in targets):
            continue
        wire = unlock(look, frozenset(goal.zone for goal in targets))
        if wire is not None and wire.posts and any(goal.name == wire.button for goal in found):
            return [goal for goal in found if goal.name != wire.button] or by_wire(look, wire)
    return found


def within_reach(look: Look, found: list[Goal]) -> list[Goal]:
    """Those goals that somebody can get to; when there is none, what opens the way to them."""
    near = list(dict.fromkeys(goal for goal in found if reachable(look, goal)))
    if near or not found:
        return near
    wire = unlock(look, frozenset(goal.zone for goal in found))
    return by_wire(look, wire) if wire is not None else []


def by_wire(look: Look, wire: Wire) -> list[Goal]:
    """Press a button, or be where it opens the way first, when that is elsewhere."""
    press = Goal(look.s.buttons[wire.button].zone, "press", wire.button)
    if not wire.posts:
        return [press]
    there = [who for who in look.team if who.zone in wire.posts]
    post = Goal(wire.post, "wait")
    if len(there) >= min(wire.crew, len(look.team) - 1):
        return [press, post]
    return [post, Goal(press.zone, "wait", wire.button)]


def reachable(look: Look, goal: Goal) -> bool:
    """Say whether anybody can get to a goal, doors opened on the way."""
    return any(goal.zone in look.far(who.zone) for who in look.team)


def wanted(look: Look, clause: Clause) -> list[Goal]:
    """What a condition of the mission that does not hold yet asks people to do."""
    t, s, args = look.t, look.s, clause.args
    match clause.name:
        case "all" | "any":
            return parts(look, [part for part in args["of"] if not holds(t, part, NOTHING)])
        case "taken":
            return tokens(look, args["colour"])
        case "pressed":
            return [
                Goal(b.zone, "press", n)
                for n, b in s.buttons.items()
                if b.colour == args["colour"] and not b.pressed and not b.dead
            ]
        case "door":
            return doors(look, args)
        case "gate":
            return [Goal(b.zone, "press", n) for n, b in s.buttons.items() if turns_gate(look, b.colour) and not b.dead]
        case "survivors":
            if args["in"] == "escaped":
                return [Goal(zone, "exit") for zone in t.mission.exits]
            return [Goal(zone, "home") for zone in t.mission.areas.get(args["in"], (args["in"],))]
        case "carries":
            return [Goal(zone, "home") for zone in t.mission.areas.get(args["in"], ())] if args["in"] != "board" else []
        case "clear":
            area = t.mission.areas.get(args["area"], (args["area"],))
            return [Goal(zone, "clear") for zone in area if s.zombies.get(zone)]
        case "no_path":
            return [Goal(zone, "clear") for zone in s.zombies]
        case _:
            return []


def parts(look: Look, left: list[Clause]) -> list[Goal]:
    """What several open conditions ask for: people come home before doors are shut, tokens before places."""
    found = [(part, wanted(look, part)) for part in left]
    shutting = {"gate", "door", "no_path", "clear"}
    if any(part.name == "survivors" and some for part, some in found):
        found = [(part, some) for part, some in found if part.name not in shutting]
    if any(part.name in ("gate", "door") and some for part, some in found):
        found = [(part, some) for part, some in found if part.name not in ("no_path", "clear")]
    return [goal for _, some in found for goal in some]


def turns_gate(look: Look, colour: str) -> bool:
    """Say whether a button of a colour turns a gate."""
    return any(
        rule.when.name == "press" and rule.when.args["colour"] == colour
        for rule in look.t.mission.rules
        if any(effect.name == "rotate_gate" for effect in rule.effects)
    )


def tokens(look: Look, colours: list[str] | tuple[str, ...] | str) -> list[Goal]:
    """Objectives that show a colour or may hide it, and the buttons that take a linked one."""
    s = look.s
    hiding = {name for group in s.face_down for name in group if not s.objectives[name].taken}
    found = []
    for name, token in s.objectives.items():
        if token.taken:
            continue
        if not ("any" in colours or token.shown in colours or (name in hiding and token.shown == "red")):
            continue
        if token.button:
            found += [
                Goal(b.zone, "press", n) for n, b in s.buttons.items() if b.colour == token.colour and not b.pressed
            ]
        else:
            found.append(Goal(token.zone, "take", name))
    return found


def doors(look: Look, args: dict[str, object]) -> list[Goal]:
    """Doors of a colour to be opened by hand, or the buttons of that colour when nobody can."""
    colour, what = str(args["colour"]), args["what"]
    found = []
    for name, way in look.t.board.doors.items():
        is_open = bool(look.s.ways >> way.bit & 1)
        if not door_matches(way, colour, what) or is_open == (args["is"] == "open"):  # type: ignore[arg-type]
            continue
        if args["is"] == "open" and way.by != "cell_door" and name not in look.s.locked:
            found += [Goal(zone, "open", name) for zone in (way.a, way.b)]
    buttons = [Goal(b.zone, "press", n) for n, b in look.s.buttons.items() if b.colour == colour and not b.dead]
    return found or buttons


def anything(look: Look) -> list[Goal]:
    """When no step can be helped directly: buttons never pressed, objectives of any colour; late, any button."""
    s = look.s
    fresh = [Goal(b.zone, "press", n) for n, b in s.buttons.items() if not b.pressed and not b.dead]
    fresh += [Goal(o.zone, "take", n) for n, o in s.objectives.items() if not o.taken and not o.button]
    found = within_reach(look, fresh)
    if found or s.turn < BORED:
        return found
    return within_reach(look, [Goal(b.zone, "press", n) for n, b in s.buttons.items() if not b.dead])


def turn(look: Look) -> str:
    """Which way to turn a gate for what the first open steps ask for."""
    for step, done in zip(look.t.mission.steps, steps_done(look.t), strict=True):
        if done:
            continue
        sides = tuple(
            (part.args["open"], part.args["shut"]) for part in inner_clauses(step.done_when) if part.name == "gate"
        )
        targets = frozenset(goal.zone for goal in wanted(look, step.done_when))
        if targets or sides:
            return turn_for(look, targets, sides)
    return look.options[0]


def tears(look: Look, zone: str, to: str) -> bool:
    """Say whether an Abomination that tears the wire between two zones opens the way to an objective, now shut off."""
    way = look.lay.barred(zone, to) if zone in look.lay.steps else None
    if way is None or way.by != "fence":
        return False
    for token in look.s.objectives.values():
        if token.taken or token.button or any(token.zone in look.far(who.zone) for who in look.team):
            continue
        goal = frozenset((token.zone,))
        if unlock(look, goal) is None and comes_near(look, goal, 1 << way.bit):
            return True
    return False


def at_home(found: tuple[Goal, ...], who: Survivor) -> bool:
    """Say whether a survivor is where people have to be at the end, and so has nowhere to go."""
    return any(goal.verb == "home" and goal.zone == who.zone for goal in found)
