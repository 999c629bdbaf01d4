"""Experience, danger levels and the choice of skills (chapter 5, page 10-11)."""

from __future__ import annotations

from zterm.games.zombicide import events as ev
from zterm.games.zombicide.actions import brings
from zterm.games.zombicide.play import Play
from zterm.games.zombicide.skills import skill
from zterm.games.zombicide.state import LEVELS, THRESHOLDS, Survivor
from zterm.kernel.decision import Flow, decide


def level_at(xp: int) -> int:
    """Give the index of the danger level reached with so much experience; the last one has no end (ZB-092, ZB-097)."""
    return sum(1 for threshold in THRESHOLDS[1:] if xp >= threshold)


def gain_xp(t: Play, who: Survivor, amount: int, rule: str) -> Flow[None]:
    """Give experience; each level crossed brings its skill at once, in order (ZB-093, ZB-096, ZB-101)."""
    who.xp += amount
    t.emit(ev.XpGained(rule, who.name, amount, who.xp))
    yield from climb(t, who)


def climb(t: Play, who: Survivor) -> Flow[None]:
    """Bring a survivor to the level of his experience, level by level with its skill (ZB-093, ZB-101).

    Those who fell meanwhile learn nothing; who rises chooses then (ZB-303).
    """
    while who.level < level_at(who.xp):
        who.level += 1
        t.emit(ev.LevelGained("ZB-092", who.name, LEVELS[who.level]))
        if who.playing:
            yield from choose_skill(t, who, who.level)


def choose_skill(t: Play, who: Survivor, level: int) -> Flow[None]:
    """Let the owner choose one of the level's skills on the sheet; one alone is given (ZB-094, ZB-100)."""
    offered = [name for name in skills_of(t, who, level) if name not in who.skills or skill(name).free]
    if not offered:
        return
    rule = "ZB-094" if level > 1 else "ZB-093"
    options = [f"level:{name}" for name in offered]
    answer = yield decide("level", who.player, options, rule, who.name, about={"level": LEVELS[level]})
    learn(t, who, answer.split(":", 1)[1], rule)


def skills_of(t: Play, who: Survivor, level: int) -> tuple[str, ...]:
    """Give the skills that a survivor's sheet offers at a level, on the side that lies up."""
    sheet = t.box.sheets.get(who.name)
    if sheet is None:
        return ()
    face = sheet.zombivor if who.zombivor else sheet.standard
    return ((face.blue,), (face.yellow,), face.orange, face.red)[level]


def learn(t: Play, who: Survivor, name: str, rule: str) -> None:
    """Add a skill; what it gives each turn is there at once in one's own turn (ZB-099)."""
    who.skills.append(name)
    t.emit(ev.SkillGained(rule, who.name, name))
    if t.state.active == who.name:
        brings(who, name)
    who.slots.extend([None] * skill(name).slots)
