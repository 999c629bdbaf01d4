"""Positions of scenario files: a *given* becomes a ruleset, a state and a generator."""

from __future__ import annotations

from typing import Any

from zterm.content.loader import Node
from zterm.content.problems import ContentError, Problem, suggest
from zterm.content.schema import BAD, Entry, Field, choice, flag, list_of, map_of, may, record, text, whole
from zterm.games.zombicide import given_past, given_tokens, setup
from zterm.games.zombicide.actions import FREE_KINDS, refresh
from zterm.games.zombicide.box import known_skill
from zterm.games.zombicide.content import COLOURS, Box, Mission
from zterm.games.zombicide.experience import level_at
from zterm.games.zombicide.inline import mission_from_inline
from zterm.games.zombicide.inventory import CARRIED, capacity, pile_aside
from zterm.games.zombicide.mission_checks import door_matches
from zterm.games.zombicide.mistakes import later, put
from zterm.games.zombicide.rules import Zombicide
from zterm.games.zombicide.shelf import box_named, mission_named
from zterm.games.zombicide.state import HANDS, WOUNDED, State, Survivor
from zterm.games.zombicide.variants import checked_options
from zterm.kernel.chance import Chance, seeded

MARKS = ("rotten", "born_leader", "tough", "heard", "blitz", "loud")
PHASES = ("players", "zombies", "spawn", "end")

_name = text(later("given", "name"))
SURVIVOR: dict[str, Field] = {
    "zone": may(_name, ""),
    "hand": may(list_of(lambda n, p: n.value, 0, 6, single=True), []),
    "pack": may(list_of(lambda n, p: n.value, 0, 6, single=True), []),
    "wounds": may(whole(0, 4), 0),
    "xp": may(whole(0, 999), 0),
    "actions": may(whole(0, 20)),
    "free": may(map_of(whole(0, 9))),
    "skills": may(list_of(_name)),
    "zombivor": may(flag, False),
    "player": may(_name, ""),
    "seat": may(_name, ""),
    "searched": may(flag, False),
    "done": may(flag, False),
    "alive": may(flag, True),
    "down": may(flag, False),
    "escaped": may(flag, False),
    "unloaded": may(list_of(_name, single=True), []),
    "marks": may(list_of(_name, single=True), []),
    "used": may(list_of(_name, single=True), []),
    "kills": may(whole(0, 999), 0),
}
"""What a position may say of a survivor."""
_survivor = record(SURVIVOR)
_SPAWN = record({"zone": may(_name), "colour": may(choice(*COLOURS)), "active": may(flag)})
POSITION: dict[str, Field] = {
    "mission": may(_name, ""),
    "pack": may(_name, ""),
    "board": may(lambda n, p: n),
    "win": may(lambda n, p: n),
    "players": may(list_of(_name, 1, 6, single=True), ["one"]),
    "survivors": may(map_of(_survivor), Entry()),
    "zombies": may(map_of(map_of(whole(0, 999))), Entry()),
    "noise": may(map_of(whole(0, 999)), Entry()),
    "cars": may(lambda n, p: n),
    "objectives": may(lambda n, p: n),
    "gates": may(lambda n, p: n),
    "terrain": may(lambda n, p: n),
    "buttons": may(lambda n, p: n),
    "doors": may(map_of(lambda n, p: n), Entry()),
    "spawns": may(map_of(_SPAWN), Entry()),
    "pool": may(map_of(whole(0, 999)), Entry()),
    "decks": may(record({"equipment": may(list_of(_name)), "zombies": may(list_of(_name))}), Entry()),
    "discards": may(record({"equipment": may(list_of(_name)), "zombies": may(list_of(_name))}), Entry()),
    "dice": may(list_of(whole(1, 6), single=True)),
    "phase": may(choice(*PHASES), "players"),
    "active": may(_name, ""),
    "first_player": may(_name, ""),
    "turn": may(whole(1, 9999), 1),
    "options": may(lambda n, p: n),
    "populated": may(list_of(_name, single=True)),
    "seed": may(whole(0, 2**63 - 1), 1),
}
"""What a position may say."""
_POSITION = record(POSITION)


def position(given: Entry, seed: int) -> tuple[Zombicide, State, Chance]:
    """Make ruleset, state and generator from a *given*; raises ContentError with every mistake found."""
    node = given.node
    problems: list[Problem] = []
    data = _POSITION(node, problems)
    if data is BAD or problems:
        raise ContentError(problems)
    inline = not data["mission"]
    if inline and data["board"] is None:
        raise ContentError([node.problem(put("given", "no_board_given"), put("given", "board_zones_mission_m00"))])
    box = box_named(data["pack"], data["mission"], node, problems)
    if box is None:
        raise ContentError(problems)
    mission = mission_from_inline(node, box) if inline else mission_named(data["mission"], node, problems)
    if mission is None:
        raise ContentError(problems)
    wished = node.get("options")
    options = checked_options(wished.plain() if wished is not None else {}, wished, problems)
    if not inline:
        mission = given_tokens.with_cars(setup.swap_cars(box, mission, options), node, problems)
    rules = Zombicide(box, mission)
    chance = seeded(seed)
    builder = _Builder(rules, data, node, problems, options)
    state = builder.build(chance)
    if problems:
        raise ContentError(problems)
    if data["dice"] is not None:
        chance.loaded = list(data["dice"])
    chance.draws = 0
    return rules, state, chance


class _Builder:
    """Builds the state piece by piece, noting what does not fit."""

    def __init__(
        self, rules: Zombicide, data: Entry, node: Node, problems: list[Problem], options: dict[str, str]
    ) -> None:
        self.rules, self.data, self.node, self.problems, self.options = rules, data, node, problems, options
        self.box: Box = rules.content.box
        self.mission: Mission = rules.content.mission

    def note(self, what: str, known: Any, *way: str) -> None:
        """Note something unknown, with the nearest name known."""
        self.problems.append(self.node.at(*way).problem(what, suggest(what.rsplit(" ", 1)[-1], known)))

    def build(self, chance: Chance) -> State:
        """Make the whole state."""
        data = self.data
        s = self.state = setup.empty_state(self.rules.content, data["players"], self.options)
        s.turn, s.phase, s.active = data["turn"], data["phase"], data["active"]
        s.first_player = data["first_player"] or data["players"][0]
        if s.first_player not in s.players:
            self.note(put("given", "no_player", name=s.first_player), s.players, "first_player")
            s.first_player = s.players[0]
        s.equipment, s.zombie_deck = setup.equipment_deck(self.box), list(self.box.zombie_cards)
        if not self.mission.inline:
            given_tokens.lay(s, self.mission, self.node, self.problems)
        for name, entry in data["survivors"].items():
            self.survivor(name, entry)
        self.zombies()
        self.tokens()
        self.decks(chance)
        if self.mission.inline:
            s.locked = setup.worked_by_buttons(self.mission)
        else:
            self.setup_rules(chance)
            self.objectives_given()
        populated = data["populated"]
        given_rooms = [self.zone(zone, "populated") for zone in populated or ()]
        s.populated = setup.populated_at_start(self.mission) if populated is None else given_rooms
        awake = frozenset(name for name, entry in self.data["spawns"].items() if entry["active"] is not None)
        given_past.settle(s, self.mission, given_past.Said(frozenset(self.data["doors"]), awake, populated is not None))
        self.turn_order()
        return s

    def zone(self, name: str, *way: str) -> str:
        """Check a zone's name."""
        if name not in self.mission.board.zones:
            self.note(put("given", "no_zone", name=name), self.mission.board.zones, *way)
            return next(iter(self.mission.board.zones))
        return name

    def survivor(self, name: str, entry: Entry) -> None:
        """Put a survivor on the board with his cards, wounds and skills."""
        s, way = self.state, ("survivors", name)
        if name not in self.box.sheets:
            self.note(put("given", "no_survivor", name=name), self.box.sheets, *way)
            return
        player = entry["player"] or s.players[0]
        if player not in s.players:
            self.note(put("given", "no_player", name=player), s.players, *way)
        start = self.mission.start[0] if self.mission.start else next(iter(self.mission.board.zones))
        zone = self.zone(entry["zone"] or start, *way)
        head = setup.start_xp(entry["skills"][0] if entry["skills"] else "", s.options)
        xp = entry["xp"] or head
        level = level_at(xp)
        sheet = self.sheet_skills(name, level, entry["zombivor"])
        skills = sheet if entry["skills"] is None else [*entry["skills"], *(() if entry["xp"] else sheet[1:])]
        for one in skills:
            if not known_skill(one, self.box):
                self.note(put("given", "no_skill", name=one), self.box.skills, *way)
                return
        who = Survivor(name, player, zone, [None] * CARRIED, list(skills), xp, level)
        who.slots = [None] * capacity(who)
        who.zombivor, who.searched, who.done = entry["zombivor"], entry["searched"], entry["done"]
        who.alive, who.down, who.escaped, who.kills = entry["alive"], entry["down"], entry["escaped"], entry["kills"]
        self.load(who, entry, way)
        s.survivors[name] = who
        if not who.done:
            refresh(who)
        who.searched = entry["searched"]
        self.remembered(who, entry, way)
        if entry["actions"] is not None:
            who.actions = entry["actions"]
        if entry["free"] is not None:
            for kind in entry["free"]:
                if kind not in FREE_KINDS:
                    self.note(put("given", "no_free_action", name=kind), FREE_KINDS, *way, "free")
            who.free = {kind: n for kind, n in entry["free"].items() if n}
        if entry["seat"]:
            self.sit(who, entry["seat"], way)

    def remembered(self, who: Survivor, entry: Entry, way: tuple[str, ...]) -> None:
        """Marks, and skills used this turn; for the active survivor a Born Leader's gift is an action (ZB-374)."""
        s = self.state
        for mark in entry["marks"]:
            if mark not in MARKS:
                self.note(put("given", "no_mark", name=mark), MARKS, *way, "marks")
        for one in entry["used"]:
            if not known_skill(one, self.box):
                self.note(put("given", "no_skill", name=one), self.box.skills, *way, "used")
        who.used, who.marks = list(entry["used"]), [mark for mark in entry["marks"] if mark != "loud"]
        if "loud" in entry["marks"]:
            s.loud, s.loud_by = who.zone, who.name
        if s.active == who.name:
            who.actions += who.marks.count("born_leader")
            who.marks = [mark for mark in who.marks if mark != "born_leader"]

    def sheet_skills(self, name: str, level: int, zombivor: bool) -> list[str]:
        """List the skills that sheet and experience give; the first of several."""
        sheet = self.box.sheets[name]
        face = sheet.zombivor if zombivor else sheet.standard
        return [face.blue, face.yellow, face.orange[0], face.red[0]][: level + 1]

    def load(self, who: Survivor, entry: Entry, way: tuple[str, ...]) -> None:
        """Fill the slots: hands, pack, and Wounded cards in the last free ones."""
        s = self.state
        cards = [*(list(entry["hand"]) + [None] * HANDS)[:HANDS], *entry["pack"]]
        if len(entry["hand"]) > HANDS or len(cards) > len(who.slots):
            self.note(put("given", "too_many_cards", who=who.name), [], *way)
            return
        for slot, card in enumerate(cards):
            if card is None:
                continue
            if card != WOUNDED and card not in self.box.items:
                self.note(put("given", "no_card", name=card), self.box.items, *way)
                continue
            who.slots[slot] = card
            if card in s.equipment:
                s.equipment.remove(card)
            elif s.aside.get(card):
                s.aside[card].pop()
            for part in self.box.items[card].parts if card != WOUNDED and self.box.items[card].keeps_parts else ():
                if part in s.equipment:
                    s.equipment.remove(part)
        who.wounds = entry["wounds"] or who.slots.count(WOUNDED)
        for _ in range(entry["wounds"] - who.slots.count(WOUNDED)):
            free = [i for i, card in enumerate(who.slots) if card is None]
            if free:
                who.slots[free[-1]] = WOUNDED
        for card in entry["unloaded"]:
            slots = [i for i, held in enumerate(who.slots) if held == card and i not in who.empty]
            if not slots:
                self.note(put("given", "carries_no_other", who=who.name, card=card), [], *way, "unloaded")
            who.empty += slots[:1]

    def sit(self, who: Survivor, seat: str, way: tuple[str, ...]) -> None:
        """Seat a survivor: "c1:1"."""
        car, _, number = seat.partition(":")
        seats = len(self.state.cars[car].seats) if car in self.state.cars else 0
        if number not in [str(n + 1) for n in range(seats)]:
            self.note(put("given", "no_seat", name=seat), self.state.cars, *way)
            return
        who.car, who.seat, who.zone = car, int(number), self.state.cars[car].zone
        self.state.cars[car].seats[who.seat - 1] = who.name

    def zombies(self) -> None:
        """Put zombies and noise on the board; the pool is the box less the board unless it is given."""
        s = self.state
        for zone, here in self.data["zombies"].items():
            self.zone(zone, "zombies")
            for kind, count in here.items():
                if kind not in self.box.kinds:
                    self.note(put("given", "no_zombie", name=kind), self.box.kinds, "zombies", zone)
                elif count:
                    s.zombies.setdefault(zone, {})[kind] = count
                    s.pool[kind] = max(0, s.pool.get(kind, 0) - count)
        for kind, count in self.data["pool"].items():
            if kind not in self.box.kinds:
                self.note(put("given", "no_zombie", name=kind), self.box.kinds, "pool")
            s.pool[kind] = count
        for zone, count in self.data["noise"].items():
            s.noise[self.zone(zone, "noise")] = count
            if not count:
                del s.noise[zone]

    def setup_rules(self, chance: Chance) -> None:
        """Carry out the mission's setup rules; their zombies come besides those given, while there are miniatures.

        A zone that is given holds what is given, and with ``zombies: {}`` nobody is on the board.
        """
        s, given = self.state, self.data["zombies"]
        zombies, pool = s.zombies, s.pool
        s.zombies, s.pool = {}, dict(self.box.miniatures)
        setup.run_setup_rules(self.rules.content, s, chance)
        laid, s.zombies, s.pool = s.zombies, zombies, pool
        nobody = not given and self.node.get("zombies") is not None
        for zone, here in laid.items():
            for kind, count in here.items():
                placed = 0 if nobody or zone in given else min(count, s.pool.get(kind, 0))
                if placed:
                    s.zombies.setdefault(zone, {})[kind] = placed
                    s.pool[kind] -= placed

    def tokens(self) -> None:
        """Seats of cars, what was pressed and taken, doors and spawn zones as given."""
        s = self.state
        for name, node in self.items("cars"):
            car = s.cars.get(name)
            if car is None:
                continue
            seats = node.get("seats")
            for number, who in enumerate(seats.plain() if seats is not None else (), 1):
                if who is not None and who not in s.survivors:
                    self.note(put("given", "no_survivor", name=who), s.survivors, "cars", name, "seats")
                elif who is not None:
                    self.sit(s.survivors[who], f"{name}:{number}", ("cars", name))
            car.searched = bool(_plain(node, "searched", False))
        for name, node in self.items("buttons"):
            if name in s.buttons:
                s.buttons[name].pressed = int(_plain(node, "pressed", 0))
                s.buttons[name].on = bool(_plain(node, "on", s.buttons[name].pressed % 2))
        for name, node in self.items("objectives"):
            if name in s.objectives and _plain(node, "taken", False):
                s.objectives[name].taken = "somebody"
        for name, node in self.data["doors"].items():
            way = self.mission.board.doors.get(name)
            if way is None:
                self.note(put("given", "no_door", name=name), self.mission.board.doors, "doors")
                continue
            word = node.value if isinstance(node.value, str) else _plain(node, "state", "closed")
            if word not in ("open", "closed"):
                self.note(put("given", "door_never", word=word), ("open", "closed"), "doors", name)
            s.ways = s.ways | 1 << way.bit if word == "open" else s.ways & ~(1 << way.bit)
        for name, entry in self.data["spawns"].items():
            if name not in s.spawns:
                self.note(put("given", "no_spawn_zone", name=name), s.spawns, "spawns")
                continue
            spawn = s.spawns[name]
            spawn.zone = self.zone(entry["zone"] or spawn.zone, "spawns", name)
            spawn.colour = entry["colour"] or spawn.colour
            if entry["active"] is not None:
                spawn.active = entry["active"]

    def items(self, key: str) -> list[tuple[str, Node]]:
        """List the entries of a mapping that may be missing."""
        node = self.node.get(key)
        return list(node.items()) if node is not None and isinstance(node.value, dict) else []

    def objectives_given(self) -> None:
        """Let a printed mission's objectives have the colours that are given, by changing places."""
        s = self.state
        for name, node in self.items("objectives"):
            colour = _plain(node, "colour", None)
            if name not in s.objectives or colour is None or s.objectives[name].colour == colour:
                continue
            other = next((o for o in s.objectives.values() if o.colour == colour), None)
            if other is not None:
                other.colour = s.objectives[name].colour
            s.objectives[name].colour = colour
        self.keys_found()

    def keys_found(self) -> None:
        """Unlock what the objectives that are taken have unlocked."""
        found = {o.colour for o in self.state.objectives.values() if o.taken}
        for rule in self.mission.rules:
            if rule.when.name == "take_objective" and rule.when.args["colour"] in found:
                for args in (effect.args for effect in rule.effects if effect.name == "unlock"):
                    doors = [d.id for d in self.mission.board.doors.values() if door_matches(d, **args)]
                    self.state.locked = [door for door in self.state.locked if door not in doors]

    def decks(self, chance: Chance) -> None:
        """Shuffle the decks and lay the cards given on top, in order."""
        s = self.state
        for key, deck, known in (
            ("equipment", s.equipment, self.box.items),
            ("zombies", s.zombie_deck, self.box.zombie_cards),
        ):
            wanted = self.data["decks"].get(key)
            chance.shuffle(deck)
            pile = s.equipment_discard if key == "equipment" else s.zombie_discard
            for card in self.data["discards"].get(key) or ():
                if card not in known:
                    self.note(put("given", "no_card", name=card), known, "discards", key)
                    continue
                if card in deck:
                    deck.remove(card)
                if card in self.box.never_reshuffled:
                    self.thrown_away(card)
                else:
                    pile.append(card)
            on_top = []
            for card in wanted or ():
                if card not in known:
                    self.note(put("given", "no_card", name=card), known, "decks", key)
                    continue
                if card in deck:
                    deck.remove(card)
                elif card in on_top and deck:
                    deck.pop()
                on_top.append(card)
            deck[:0] = on_top
            if wanted is not None and not wanted:
                deck.clear()

    def thrown_away(self, card: str) -> None:
        """Lay a card that is never reshuffled among those that were discarded (ZB-142)."""
        aside = self.state.aside
        if aside.get(card):
            aside[card].pop()
        aside.setdefault(pile_aside(self.box, card), []).append(card)

    def turn_order(self) -> None:
        """Say who is to play, and check the active survivor; earlier players are done, but for Tacticians (ZB-413)."""
        s = self.state
        if s.phase != "players":
            s.active = ""
            return
        if s.active and s.active not in s.survivors:
            self.note(put("given", "no_survivor", name=s.active), s.survivors, "active")
            return
        first = s.players.index(s.first_player)
        order = s.players[first:] + s.players[:first]
        waiting = {p: [w for w in s.survivors.values() if w.player == p and w.playing and not w.done] for p in order}
        if s.active and "tactician" not in s.survivors[s.active].skills and s.survivors[s.active].player in order:
            turn = order.index(s.survivors[s.active].player)
            bound = [p for p in order[:turn] if any("tactician" not in w.skills for w in waiting[p])]
            order = [p for p in order if p not in bound]
        s.to_play = [p for p in order if waiting[p]]
        able = [w.name for w in s.survivors.values() if w.playing and not w.done]
        if len(able) == 1 and not s.active:
            s.active = able[0]
        if not s.to_play and not s.active:
            self.problems.append(
                self.node.problem(put("given", "nobody_can_act"), put("given", "survivor_who_not_had"))
            )


def _plain(node: Node, key: str, default: Any) -> Any:
    inner = node.get(key)
    return default if inner is None else inner.value
