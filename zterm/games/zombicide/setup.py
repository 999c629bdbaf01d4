"""Setup (chapter 3, page 6): decks, start equipment, the starting zone, and the mission's own setup rules."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

from msgspec.structs import replace

from zterm.games.zombicide import points
from zterm.games.zombicide.content import Box, Mission, Spawn
from zterm.games.zombicide.experience import climb
from zterm.games.zombicide.inventory import CARRIED, put
from zterm.games.zombicide.mission import fire
from zterm.games.zombicide.mission_checks import cars_fit, door_matches
from zterm.games.zombicide.play import Content, Play
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import LEVELS, THRESHOLDS, Button, Car, Objective, SpawnZone, State, Survivor, Thing
from zterm.games.zombicide.variants import DEFAULTS, chosen
from zterm.games.zombicide.vehicles import VEHICLES
from zterm.kernel.chance import Chance
from zterm.kernel.decision import Flow
from zterm.kernel.ruleset import Table

STARTS_WITH = "starts_with_a_"
CAN_START_AT = "can_start_at_"
SWAPS = {"police_cars": ("police", "taxi"), "pimpmobiles": ("pimpmobile", "hippiemobile", "sports")}
"""Match options that swap cars, with the kinds that may stand for each other (ZB-284)."""


def begin(content: Content, recipe: dict[str, Any], chance: Chance) -> State:
    """Make the state of a new match: steps 2 to 10 of the setup, without choosing the first player (ZB-026)."""
    state = empty_state(content, recipe["players"], recipe["options"])
    state.equipment = equipment_deck(content.box)
    state.zombie_deck = list(content.box.zombie_cards)
    seats = seating(recipe["players"], recipe["survivors"])
    for name in recipe["survivors"]:
        state.survivors[name] = new_survivor(content, name, seats[name], recipe["options"])
    deal(content.box, state, chance)
    give_starters(state)
    chance.shuffle(state.equipment)
    chance.shuffle(state.zombie_deck)
    for mix in points.SETUP:
        mix(content, state, chance)
    run_setup_rules(content, state, chance)
    state.populated = populated_at_start(content.mission)
    return state


def empty_state(content: Content, players: list[str], options: dict[str, str]) -> State:
    """Make a state with the mission's tokens on the board and nobody on it."""
    mission, box = content.mission, content.box
    linked = {button.colour for button in mission.buttons}
    state = State(
        players=list(players),
        survivors={},
        ways=mission.doors_open,
        zombies={},
        noise={},
        pool=miniatures(box, options),
        equipment=[],
        equipment_discard=[],
        zombie_deck=[],
        zombie_discard=[],
        aside={name: [name] * box.items[name].count for name in box.set_aside},
        cars={car.id: Car(car.kind, car.zone, [None] * VEHICLES[car.kind].seats) for car in mission.cars},
        objectives={o.id: Objective(o.zone, o.colour, o.colour, button=o.colour in linked) for o in mission.objectives},
        buttons={b.id: Button(b.zone, b.colour) for b in mission.buttons},
        spawns={s.id: SpawnZone(s.zone, s.colour, s.active) for s in spawn_order(mission, options)},
        gates={gate.id: "".join(gate.open) for gate in mission.gates},
        populated=[],
        options={**DEFAULTS, **options},
        driving=mission.driving,
        things={f.id: Thing(f.kind, f.zones[0], f.face) for f in mission.features},
    )
    for lay in points.LAID:
        lay(content, state)
    return state


def miniatures(box: Box, options: Mapping[str, str]) -> dict[str, int]:
    """Give the figures of the box, with more Abominations if the players have them (ZB-112)."""
    wanted = int(chosen(options, "abominations"))
    return {k: max(n, wanted) if box.kinds[k].type == "abomination" else n for k, n in box.miniatures.items()}


def spawn_order(mission: Mission, options: Mapping[str, str]) -> list[Spawn]:
    """Order the spawn zones as they draw cards: clockwise round the board from the first (ZB-218).

    Those of a position drawn inline keep their order, and those in the same direction from the middle.
    """
    spawns, zones = list(mission.spawns), mission.board.zones
    if mission.inline or chosen(options, "spawn_order") == "listed" or not spawns:
        return spawns
    cells = [cell for zone in zones.values() for cell in zone.cells]
    x, y = ((min(side) + max(side)) / 2 for side in zip(*cells, strict=True))

    def bearing(spawn: Spawn) -> float:
        """Degrees from the top, seen from the middle of the board."""
        own = zones[spawn.zone].cells
        return degrees(atan2(sum(a for a, _ in own) / len(own) - x, y - sum(b for _, b in own) / len(own)))

    first = bearing(spawns[0])
    return sorted(spawns, key=lambda spawn: (bearing(spawn) - first) % 360)


def swap_cars(box: Box, mission: Mission, options: Mapping[str, str]) -> Mission:
    """Lay other cars than a mission has, as options say, one after the other while there are tokens (ZB-284)."""
    kinds = printed = [car.kind for car in mission.cars]
    for option, alike in SWAPS.items():
        wanted = chosen(options, option)
        for i, kind in enumerate(kinds):
            swapped = [*kinds[:i], wanted, *kinds[i + 1 :]]
            if wanted in alike and kind in alike and cars_fit(swapped, box.tokens.cars):
                kinds = swapped
    if kinds == printed:
        return mission
    return replace(mission, cars=tuple(replace(car, kind=kind) for car, kind in zip(mission.cars, kinds, strict=True)))


def equipment_deck(box: Box) -> list[str]:
    """Build the equipment deck: the box less what step 4 sets aside (ZB-027, ZB-028)."""
    cards = [name for name, item in box.items.items() if name not in box.set_aside for _ in range(item.count)]
    for name in box.start:
        cards.remove(name)
    return cards


def seating(players: list[str], survivors: list[str]) -> dict[str, str]:
    """Give each survivor to a player: as many each as can be, in seating order (ZB-030, ZB-039)."""
    each, more = divmod(len(survivors), len(players))
    seats = [player for i, player in enumerate(players) for _ in range(each + (i < more))]
    return dict(zip(survivors, seats, strict=True))


def new_survivor(content: Content, name: str, player: str, options: dict[str, str]) -> Survivor:
    """Make a survivor with his first skill in the starting zone, at 0 experience or higher (ZB-032, ZB-034, ZB-376)."""
    sheet = content.box.sheets[name]
    zombivor = options["zombivors_from_start"] == "on"
    face = sheet.zombivor if zombivor else sheet.standard
    zone = content.mission.start[0]
    who = Survivor(name, player, zone, [None] * (CARRIED + skill(face.blue).slots), [face.blue])
    who.zombivor = zombivor
    who.xp = start_xp(face.blue, options)
    return who


def start_xp(first: str, options: dict[str, str]) -> int:
    """Give the experience that a survivor's first skill lets him start with, if the players agree (ZB-376)."""
    level = first.removeprefix(CAN_START_AT)
    high = options["high_start"] == "on" and level != first and level in LEVELS
    return THRESHOLDS[LEVELS.index(level)] if high else 0


def head_start(t: Play, who: Survivor) -> Flow[None]:
    """Let a survivor who starts higher gain the skills of his levels, and the cards those give (ZB-376, ZB-409)."""
    first = len(who.skills)
    yield from climb(t, who)
    for name in who.skills[first:]:
        give_starter(t.state, who, name)


def give_starters(state: State) -> None:
    """Give the cards that skills start with, out of the deck (ZB-037, ZB-409)."""
    for who in state.survivors.values():
        for name in who.skills:
            give_starter(state, who, name)


def give_starter(state: State, who: Survivor, name: str) -> None:
    """Give the card that a skill starts with, if it is one and the deck or the cards set aside have it (ZB-409)."""
    card = name.removeprefix(STARTS_WITH)
    if card == name:
        return
    for pile in (state.equipment, state.aside.get(card, [])):
        if card in pile:
            pile.remove(card)
            put(who, card)
            return


def deal(box: Box, state: State, chance: Chance) -> None:
    """Deal the start equipment at random, filled up with Nightsticks, and with Pans beyond those (ZB-035, ZB-036)."""
    cards = list(box.start)[: len(state.survivors)]
    own, last = box.filler[0], box.filler[-1]
    pans = own != last and chosen(state.options, "fillers") == "pans"
    while len(cards) < len(state.survivors):
        cards.append(last if pans or not state.aside.get(own) else state.aside[own].pop())
    chance.shuffle(cards)
    for who, card in zip(state.survivors.values(), cards, strict=True):
        put(who, card)


def run_setup_rules(content: Content, state: State, chance: Chance) -> None:
    """Carry out the mission's setup rules, which ask nobody anything."""
    state.locked += worked_by_buttons(content.mission)
    t = Play(Table(state, chance), content)
    for decision in fire(t, "setup", None, ""):
        raise ValueError(f"a setup rule asks for {decision.kind}")


def worked_by_buttons(mission: Mission) -> list[str]:
    """List the doors that a button opens and therefore no tool does (ZB-147); cell doors never yield to tools.

    On a board drawn inline those are the coloured ones.
    """
    doors = mission.board.doors
    wired = {name for button in mission.buttons for name in button.opens if doors[name].colour != "neutral"}
    worked = [
        effect.args
        for rule in mission.rules
        if rule.when.name == "press"
        for effect in rule.effects
        if effect.name == "open_doors"
    ]
    return [
        door.id
        for door in doors.values()
        if door.by != "cell_door"
        and (door.id in wired or any(door_matches(door, args["colour"], args["what"]) for args in worked))
    ]


def populated_at_start(mission: Mission) -> list[str]:
    """List the rooms joined to the start zone: they count as populated (ZB-154)."""
    lay = mission.board.lay(mission.doors_open)
    return list(dict.fromkeys(z for start in mission.start for z in lay.built(start)))
