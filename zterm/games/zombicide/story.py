"""The story of a match of Zombicide: kills, fates, turning points, dice against expectation, who fell where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from zterm.games.story import Death, Fate, Luck, Moment, Story
from zterm.games.zombicide import events as ev
from zterm.games.zombicide.catalogue import say, survivor, word
from zterm.games.zombicide.rules import Zombicide
from zterm.games.zombicide.state import LEVELS, State, Survivor
from zterm.kernel.decision import Event

SIDES = 6
MANY = 4
"""Kills by one answer, or zombies behind one door, that make a turning point."""

TURNING = (
    ev.SurvivorKilled,
    ev.SurvivorRose,
    ev.SurvivorEscaped,
    ev.ObjectiveTaken,
    ev.GateTurned,
    ev.MatchOver,
)


class Teller:
    """Listens to the events of a match; see ``games.story``."""

    def __init__(self, rules: Zombicide) -> None:
        self.rules = rules
        self.moments: list[Moment] = []
        self.dice: dict[str, list[tuple[int, int, float]]] = {}
        self.fallen: list[Death] = []
        self.ends: dict[str, tuple[int, str]] = {}
        self.killed: Counter[str] = Counter()
        self.highest = 0

    def hear(self, turn: int, events: Iterable[Event]) -> None:
        """Take in what an answer brought."""
        kills: Counter[str] = Counter()
        brought: Counter[str] = Counter()
        door = ""
        for event in events:
            if isinstance(event, ev.PhaseBegan):
                turn = max(turn, event.turn)
            elif isinstance(event, ev.DiceRolled | ev.DiceRerolled):
                self._rolled(event)
            elif isinstance(event, ev.ZombieKilled):
                kills[event.survivor] += 1
                self.killed[event.zone] += 1
                if "abomination" in event.zombie:
                    self._moment(turn, event)
            elif isinstance(event, ev.DoorOpened):
                door = self.rules.tell(event)
            elif isinstance(event, ev.ZombiesSpawned):
                brought[event.why] += event.count
                if "abomination" in event.zombie:
                    self._moment(turn, event)
            elif isinstance(event, ev.LevelGained):
                self._level(turn, event)
            self._end(turn, event)
            if isinstance(event, TURNING):
                self._moment(turn, event)
        self._crowds(turn, kills, door, brought["building"] + brought["escort"])

    def _moment(self, turn: int, event: Event) -> None:
        self.moments.append(Moment(turn, self.rules.tell(event), event.rule))

    def _rolled(self, event: ev.DiceRolled | ev.DiceRerolled) -> None:
        count = len(event.faces)
        chance = max(0, min(SIDES, SIDES + 1 - event.needed)) / SIDES
        hits = sum(face >= event.needed for face in event.faces)
        self.dice.setdefault(event.survivor, []).append((count, hits, count * chance))

    def _level(self, turn: int, event: ev.LevelGained) -> None:
        """A danger level counts as a turning point when it is the group's first."""
        level = LEVELS.index(event.level) if event.level in LEVELS else 0
        if level > self.highest:
            self.highest = level
            self._moment(turn, event)

    def _end(self, turn: int, event: Event) -> None:
        if isinstance(event, ev.SurvivorKilled):
            self.ends[event.survivor] = (turn, "killed")
        elif isinstance(event, ev.SurvivorRose):
            self.ends.pop(event.survivor, None)
        elif isinstance(event, ev.SurvivorEscaped):
            self.ends[event.survivor] = (turn, "escaped")

    def _crowds(self, turn: int, kills: Counter[str], door: str, behind: int) -> None:
        for who, count in kills.items():
            if count >= MANY:
                name = survivor(self.rules.content.box, who)
                self.moments.append(Moment(turn, say("story", "many_kills", survivor=name, n=count)))
        if door and behind >= MANY:
            self.moments.append(Moment(turn, say("story", "behind_door", door=door.rstrip("."), n=behind)))

    def story(self, state: State) -> Story:
        """Tell the story up to the state."""
        box = self.rules.content.box
        deaths = [
            Death(state.survivors[name].zone, survivor(box, name), turn)
            for name, (turn, how) in self.ends.items()
            if how == "killed" and name in state.survivors
        ]
        deaths += [Death(zone, "", 0, count, foe=True) for zone, count in sorted(self.killed.items())]
        luck = tuple(
            Luck(
                survivor(box, name),
                sum(count for count, _, _ in rolls),
                sum(hits for _, hits, _ in rolls),
                sum(expected for _, _, expected in rolls),
            )
            for name, rolls in sorted(self.dice.items())
        )
        people = tuple(self._fate(state, who) for who in state.survivors.values())
        return Story(people, tuple(self.moments), luck, tuple(deaths))

    def _fate(self, state: State, who: Survivor) -> Fate:
        turn = self.ends.get(who.name, (0, ""))[0]
        if who.escaped:
            fate = say("story", "escaped", n=turn)
        elif not who.playing:
            fate = say("story", "killed", n=turn, zone=who.zone)
        else:
            fate = say("story", "alive_zombivor" if who.zombivor else "alive", zone=who.zone)
        level = word("levels", LEVELS[who.level])
        name = survivor(self.rules.content.box, who.name)
        return Fate(who.name, name, fate, who.xp, level, who.wounds, who.kills, not who.alive or who.down)
