"""Positions of scenario files: a *given* becomes a ruleset, a state and a generator.

See missions/walking_dead/README.md for the form. Without a ``mission`` the printed board is used, with the players of
``players``; ``board`` draws one of its own, and ``spaces`` changes single spaces.
"""

from __future__ import annotations

from typing import Any

import msgspec

from zterm.content.loader import Node
from zterm.content.problems import ContentError, Problem, listed, suggest
from zterm.content.schema import BAD, Check, Entry, choice, flag, list_of, map_of, may, need, record, text, whole
from zterm.games.registry import InputError
from zterm.games.walking_dead import setup
from zterm.games.walking_dead.board import Board
from zterm.games.walking_dead.content import deck
from zterm.games.walking_dead.loading import KINDS, board_of
from zterm.games.walking_dead.mistakes import later, put, thing
from zterm.games.walking_dead.rules import WalkingDead
from zterm.games.walking_dead.shelf import box, mission_named, mission_names
from zterm.games.walking_dead.state import ALIVE, FALLEN, KILLED, OUT, RISEN, ZOMBIE_NAMES, Drawn, Figure, State
from zterm.games.walking_dead.wishes import checked_options
from zterm.kernel.chance import Chance, seeded

SURVIVOR_PHASES = ("roll", "move", "space", "draw", "after", "end")
ZOMBIE_PHASES = ("respawn", "zombie_roll", "zombie_move", "zombie_card", "lurch", "zombie_end")
STATES = {"alive": ALIVE, "rising": FALLEN, "dead": OUT, "zombie": RISEN, "killed": KILLED}

_name = text(later("given", "name"))
_names = list_of(_name, single=True)
_survivor = record(
    {
        "player": may(_name, ""),
        "space": may(_name, ""),
        "state": may(choice(*STATES), "alive"),
        "hand": may(_names, []),
        "played": may(_names, []),
        "allies": may(whole(0, 16)),
        "tiles": may(_names, []),
        "ability": may(choice("ready", "used"), "ready"),
        "badge": may(choice("survivors", "zombies"), ""),
        "skip": may(whole(0, 9), 0),
    }
)
_zombie = record(
    {
        "player": may(_name, ""),
        "space": may(_name, ""),
        "on_board": may(flag, True),
        "hand": may(_names, []),
        "badge": may(choice("survivors", "zombies"), "zombies"),
    }
)
_decks: Check = record({"scrounge": may(_names), "encounters": may(_names), "zombies": may(_names)})
_POSITION = record(
    {
        "mission": may(_name, ""),
        "board": may(lambda n, p: n),
        "spaces": may(map_of(record({"kind": may(choice(*KINDS)), "bonus": may(whole(0, 3))})), Entry()),
        "players": may(list_of(_name, 1, 4, single=True)),
        "survivors": need(map_of(_survivor), Entry()),
        "zombies": may(map_of(_zombie), Entry()),
        "order": may(_names),
        "pool": may(whole(0, 16)),
        "decks": may(_decks, Entry()),
        "rest": may(choice("shuffled", "none"), "shuffled"),
        "discards": may(_decks, Entry()),
        "encounter": may(
            record(
                {
                    "card": need(_name),
                    "survivor": may(_name, ""),
                    "strength": may(whole(1, 30)),
                    "frenzy": may(_names, []),
                }
            )
        ),
        "dice": may(list_of(whole(1, 6), single=True)),
        "phase": may(choice(*SURVIVOR_PHASES, *ZOMBIE_PHASES)),
        "active": may(_name, ""),
        "first_player": may(_name, ""),
        "rolled": may(whole(0, 12), 0),
        "encounters_due": may(whole(0, 9), 0),
        "corner": may(_name, ""),
        "card": may(_name, ""),
        "frenzy_cancelled": may(flag, False),
        "turn": may(whole(1, 9999), 1),
        "options": may(lambda n, p: n),
        "seed": may(whole(0, 2**63 - 1), 1),
    }
)


def position(given: Entry, seed: int) -> tuple[WalkingDead, State, Chance]:
    """Make ruleset, state and generator from a *given*; raises ContentError with every mistake found."""
    node = given.node
    problems: list[Problem] = []
    data = _POSITION(node, problems)
    if data is BAD or problems:
        raise ContentError(problems)
    name = data["mission"] or ("teams" if set(data["zombies"]) & set(ZOMBIE_NAMES) else "survival")
    mission = mission_named(name)
    if mission is None:
        raise ContentError(
            [node.at("mission").problem(put("given", "no_mission", name=name), suggest(name, mission_names()))]
        )
    content, board = box(mission.pack)
    if data["board"] is not None:
        drawn = board_of(data["board"], problems)
        if drawn is None:
            raise ContentError(problems)
        board = drawn
    board = _changed(board, data["spaces"], node, problems)
    rules = WalkingDead(content, board, mission)
    chance = seeded(seed)
    state = _Builder(rules, data, node, problems).build(chance)
    if problems:
        raise ContentError(problems)
    if data["dice"] is not None:
        chance.loaded = list(data["dice"])
    chance.draws = 0
    return rules, state, chance


def _changed(board: Board, changes: Entry, node: Node, problems: list[Problem]) -> Board:
    """The board with single spaces changed."""
    if not changes:
        return board
    spaces = dict(board.spaces)
    for name, entry in changes.items():
        if name not in spaces:
            problems.append(node.at("spaces", name).problem(put("given", "no_space", name=name), suggest(name, spaces)))
            continue
        wish = {key: value for key, value in entry.items() if value is not None}
        spaces[name] = msgspec.structs.replace(spaces[name], **wish)
    return Board(spaces.values(), board.tracks)


class _Builder:
    """Builds the state piece by piece, noting what does not fit."""

    def __init__(self, rules: WalkingDead, data: Entry, node: Node, problems: list[Problem]) -> None:
        self.rules, self.data, self.node, self.problems = rules, data, node, problems
        self.box, self.board = rules.content.box, rules.content.board

    def known(self, name: str, names: Any, what: str, *way: str | int) -> bool:
        """Check a name, noting an unknown one."""
        if name in names:
            return True
        self.problems.append(
            self.node.at(*way).problem(put("given", "no_such", what=thing(what), name=name), suggest(name, names))
        )
        return False

    def build(self, chance: Chance) -> State:
        """Make the whole state."""
        data = self.data
        s = self.state = setup.empty_state(self.rules.content, [], self.options())
        for name, entry in data["survivors"].items():
            if self.known(name, self.box.characters, "survivor", "survivors", name):
                self.survivor(name, entry)
        for name, entry in data["zombies"].items():
            if self.known(name, ZOMBIE_NAMES, "zombie", "zombies", name):
                self.zombie(name, entry)
        self.seats()
        self.decks(chance)
        s.turn, s.rolled, s.calm, s.due = data["turn"], data["rolled"], data["frenzy_cancelled"], data["encounters_due"]
        if s.living():
            self.turn_order()
        else:
            self.problems.append(
                self.node.at("survivors").problem(put("given", "nobody_alive"), put("given", "living_survivor"))
            )
        return s

    def options(self) -> dict[str, str]:
        """The match options."""
        given = self.data["options"]
        try:
            return checked_options(given.plain() if given is not None else {})
        except InputError as fault:
            self.problems.append(given.problem(str(fault)))
            return checked_options({})

    def space(self, name: str, *way: str) -> str:
        """Check a space; Camp when none is named."""
        if name and self.known(name, self.board.spaces, "space", *way):
            return name
        return self.board.camp or next(iter(self.board.spaces))

    def survivor(self, name: str, entry: Entry) -> None:
        """Place a survivor, or what became of him."""
        way = ("survivors", name)
        status = STATES[entry["state"]]
        zombie = status in (RISEN, KILLED)
        cards: Any = self.box.zombie_cards if zombie else self.box.scrounge
        allies = entry["allies"]
        self.state.figures[name] = Figure(
            name,
            entry["player"],
            "" if status == KILLED else self.space(entry["space"], *way, "space"),
            status,
            [card for card in entry["hand"] if self.known(card, cards, "card", *way, "hand")],
            [card for card in entry["played"] if self.known(card, self.box.scrounge, "card", *way, "played")],
            (2 if status == ALIVE else 0) if allies is None else allies,
            [tile for tile in entry["tiles"] if self.known(tile, self.box.tiles, "tile", *way, "tiles")],
            list(entry["tiles"]),
            entry["ability"] == "used",
            entry["badge"] or ("zombies" if zombie else ""),
            entry["skip"],
        )
        self.state.order.append(name)

    def zombie(self, name: str, entry: Entry) -> None:
        """Place a zombie of the team game."""
        way = ("zombies", name)
        hand = [card for card in entry["hand"] if self.known(card, self.box.zombie_cards, "card", *way, "hand")]
        space = (entry["space"] or self.board.respawns[0]) if entry["on_board"] else ""
        if space:
            self.space(space, *way, "space")
        status = RISEN if entry["on_board"] else KILLED
        self.state.figures[name] = Figure(name, entry["player"], space, status, hand, badge=entry["badge"])
        self.state.order.append(name)

    def seats(self) -> None:
        """Give every figure its player, and the order round the table."""
        s, data = self.state, self.data
        if data["order"] is not None:
            if sorted(data["order"]) != sorted(s.order):
                self.problems.append(
                    self.node.at("order").problem(put("given", "order_incomplete"), ", ".join(s.order))
                )
                return
            s.order = list(data["order"])
        players = data["players"] or (["one"] if len(s.order) == 1 else [f"p{i + 1}" for i in range(len(s.order))])
        for name, player in zip(s.order, players, strict=False):
            figure = s.figures[name]
            figure.player = figure.player or player
        s.players = list(dict.fromkeys(s.figures[name].player for name in s.order))
        if len(s.players) < len(s.order) or "" in s.players:
            self.problems.append(
                self.node.at("players").problem(
                    put("given", "player_one_figure"), put("given", "names", n=len(s.order))
                )
            )
        if self.rules.content.mission.teams:
            for figure in s.living():
                figure.badge = figure.badge or "survivors"

    def decks(self, chance: Chance) -> None:
        """Lay the decks: what is named on top, the rest of the box shuffled below, or nothing (``rest: none``)."""
        s, data = self.state, self.data
        box = self.box
        held = [card for f in s.figures.values() for card in (*f.hand, *f.played)]
        piles: tuple[tuple[str, str, dict[str, Any]], ...] = (
            ("scrounge", "scrounge", box.scrounge),
            ("encounters", "encounter", box.encounters),
            ("zombies", "zombie", box.zombie_cards),
        )
        for name, prefix, cards in piles:
            top = [c for c in data["decks"].get(name) or [] if self.known(c, cards, "card", "decks", name)]
            gone = [c for c in data["discards"].get(name) or [] if self.known(c, cards, "card", "discards", name)]
            rest = deck(cards)
            for card in (*top, *gone, *held):
                if card in rest:
                    rest.remove(card)
            chance.shuffle(rest)
            given = data["decks"].get(name) is not None
            setattr(s, name, top if data["rest"] == "none" and given else top + rest)
            setattr(s, f"{prefix}_discard", gone)
        used = sum(f.allies for f in s.figures.values())
        s.pool = max(0, 2 * len(s.order) if data["pool"] is None else data["pool"])
        if used + s.pool > box.allies and data["pool"] is not None:
            self.problems.append(self.node.at("pool").problem(put("given", "allies_tokens"), str(box.allies)))

    def turn_order(self) -> None:
        """Whose turn it is, and what is under way in it."""
        s, data = self.state, self.data
        s.active = data["active"] or s.order[0]
        if not self.known(s.active, s.figures, "figure", "active"):
            return
        s.first = data["first_player"] or s.order[0]
        self.known(s.first, s.figures, "figure", "first_player")
        who = s.figures[s.active]
        fitting = SURVIVOR_PHASES if who.status == ALIVE else ZOMBIE_PHASES
        usual = "respawn" if who.status == KILLED else "zombie_roll"
        s.phase = data["phase"] or ("roll" if who.status == ALIVE else usual)
        if s.phase not in fitting:
            self.problems.append(
                self.node.at("phase").problem(put("given", "no_phase", name=s.active, phase=s.phase), listed(fitting))
            )
        if data["corner"] and self.known(data["corner"], self.board.spaces, "space", "corner"):
            s.corner = data["corner"]
        if data["card"] and self.known(data["card"], self.box.zombie_cards, "card", "card"):
            s.lurch = data["card"]
        if s.phase == "move" and not s.rolled:
            self.problems.append(
                self.node.at("phase").problem(put("given", "nothing_rolled"), put("given", "rolled_1"))
            )
        if s.phase == "lurch" and (not s.lurch or self.box.zombie_cards[s.lurch].kind != "move"):
            self.problems.append(
                self.node.at("phase").problem(put("given", "no_movement_card_played"), put("given", "card_shamble"))
            )
        if data["encounter"] is not None:
            self.encounter(data["encounter"])

    def encounter(self, entry: Entry) -> None:
        """An Encounter that lies face up already; it is not in the deck any more."""
        s = self.state
        name = entry["survivor"] or s.active
        if self.known(entry["card"], self.box.encounters, "card", "encounter") and self.known(
            name, s.figures, "figure", "encounter"
        ):
            frenzy = [card for card in entry["frenzy"] if self.known(card, self.box.zombie_cards, "card", "encounter")]
            if not s.figures[name].alive:
                self.problems.append(
                    self.node.at("encounter").problem(
                        put("given", "draws_no_encounters", name=name), put("given", "survivor")
                    )
                )
            s.drawn = Drawn(
                entry["card"], name, entry["strength"] or self.box.encounters[entry["card"]].strength, frenzy
            )
            if s.phase == "roll":
                s.phase = "draw"
            if entry["card"] in s.encounters:
                s.encounters.remove(entry["card"])
