"""The threat preview: what the game's own side would do next, in rows and as an overlay. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zterm.content.outward import clean
from zterm.kernel.preview import bites_in
from zterm.kernel.views import Arrow, Bite, Branch, Threat
from zterm.ui import overlays
from zterm.ui.desk import Desk
from zterm.ui.overlays import Overlay
from zterm.ui.rows import Bit, Row, cut, row, spread, title, width, wrap
from zterm.ui.words import put


class Item(NamedTuple):
    """A line of the preview: the area it is about, its words (long and short), the rule, and its colour role."""

    area: str
    words: str
    short: str
    rule: str
    role: str


def items(branch: Branch, desk: Desk) -> list[Item]:
    """The lines of a branch: bites, then moves, then splits, then who stays where he is."""
    names = {person.id: person.name for person in desk.view.people}
    made = [_bite(bite, names) for bite in branch.bites]
    for (start, end), arrows in _moves(branch.arrows).items():
        words = ", ".join(arrow.words or f"{arrow.count} {arrow.what}" for arrow in arrows)
        ways = {"start": start, "end": end}
        long, short = put("threat", "moves", who=words, **ways), put("threat", "moves", who=signs(arrows), **ways)
        made.append(Item(start, long, short, arrows[0].rule, "text"))
    made += [Item(split.area, split.words, split.words, split.rule, "threat") for split in branch.splits]
    moving = {arrow.start for arrow in branch.arrows} | {bite.area for bite in branch.bites}
    still = list(dict.fromkeys(t.area for t in desk.view.tokens if t.group == "zombie" and t.area not in moving))
    if still:
        words = put("threat", "stay", areas=" ".join(still))
        made.append(Item(still[0], words, words, "", "disabled"))
    return [item._replace(words=clean(item.words), short=clean(item.short)) for item in made]


def _bite(bite: Bite, names: dict[str, str]) -> Item:
    whom = ", ".join(names.get(who, who) for who in bite.whom) or put("threat", "nobody")
    words = put("threat", "bite", area=bite.area, n=bite.count, who=bite.words, whom=whom)
    return Item(bite.area, words, words, bite.rule, "bite")


def warned(desk: Desk) -> dict[str, int]:
    """The areas in which somebody would be bitten, with the worst number, as far as that was looked up already."""
    if desk.stale or desk.foreseen is None:
        return {}
    found: dict[str, int] = {}
    for bite in (bite for branch in desk.foreseen.branches for bite in branch.bites):
        found[bite.area] = max(found.get(bite.area, 0), bite.count)
    return found


def _moves(arrows: Iterable[Arrow]) -> dict[tuple[str, str], list[Arrow]]:
    found: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in arrows:
        found.setdefault((arrow.start, arrow.end), []).append(arrow)
    return found


def signs(arrows: Iterable[Arrow]) -> str:
    """A group as the map writes it: "W3 F1 R2"."""
    return " ".join(f"{arrow.sign or arrow.what}{arrow.count}" for arrow in arrows)


def overlay(branch: Branch, base: Overlay, area: str = "") -> Overlay:
    """The branch over the map: arrows with numbers, bites, and the area of the line that is picked."""
    arrows = tuple(
        overlays.Arrow(start, end, sum(arrow.count for arrow in group))
        for (start, end), group in _moves(branch.arrows).items()
    )
    bites = {bite.area: bite.count for bite in branch.bites}
    return base._replace(arrows=arrows, bites=bites, cursor=area, sight=None, noise=None)


def choices(desk: Desk) -> list[Item]:
    """The lines before those of a branch: what was chosen in the preview, and what there is to choose first."""
    threat, made = desk.ahead(), []
    if desk.taken:
        what = put("threat", "taken", what="; ".join(told(desk, way.answers) for way in desk.taken))
        made.append(Item("", put("threat", "back", taken=what), what, "", "taken"))
    if threat is not None and threat.asked is not None:
        question = clean(desk.rules.prompt(desk.session.match.state, threat.asked))
        words = put("threat", "asked", n=len(threat.ways), question=question)
        made.append(Item("", put("threat", "list", asked=words), words, threat.asked.rule, "asked"))
    return made


def shown(desk: Desk, number: int) -> list[Item]:
    """All lines of the preview of a branch."""
    threat = desk.ahead()
    return [] if threat is None or not threat.branches else [*choices(desk), *items(threat.branches[number], desk)]


def told(desk: Desk, answers: Sequence[str]) -> str:
    """Answers that are given one after the other, in a line."""
    return ", ".join(spoken(desk, answers))


def panel(desk: Desk, number: int, pick: int, columns: int, height: int) -> list[Row]:
    """The decision panel while the preview is shown: branch ``number``, its lines, the one picked."""
    threat = desk.ahead()
    if threat is None or not threat.branches:
        return [_head(put("threat", "now"), "", columns), row(f" {unforeseen(desk)}")]
    branch = threat.branches[number]
    many = len(threat.branches) > 1
    hint = put("threat", "choice", n=number + 1, all=len(threat.branches)) if many else ""
    hint += (" +" if hint else put("threat", "partial")) if not threat.complete else ""
    rows = [_head(put("threat", "now"), hint, columns)]
    if branch.choices and many:
        what = "; ".join(map(clean, branch.apart)) or "; ".join(spoken(desk, branch.choices))
        rows.append(row(Bit(cut(f" {put('threat', 'choices', what=what)}", columns), "name")))
    lines = shown(desk, number)
    rows += _list(lines, pick, columns, height - len(rows))
    if not lines:
        rows.append(row(f" {put('threat', 'nothing')}"))
    return rows[:height]


def ways(desk: Desk, mark: int, columns: int, height: int) -> list[Row]:
    """The decision panel while a way is chosen in the preview: the question and its ways, the one marked."""
    threat = desk.ahead()
    if threat is None or threat.asked is None:
        return []
    question = clean(desk.rules.prompt(desk.session.match.state, threat.asked))
    rows = [_head("", f"{mark + 1}/{len(threat.ways)}", columns), row(Bit(cut(f" {question}", columns), "name"))]
    room = height - len(rows)
    first = max(0, min(mark - room // 2, len(threat.ways) - room))
    texts = [told(desk, way.answers) for way in threat.ways[first : first + room]]
    lines = [Item("", text, text, "", "text") for text in texts]
    return [*rows, *_list(lines, mark - first, columns, room)]


def spoken(desk: Desk, answers: Sequence[str]) -> list[str]:
    """The players' answers on a branch in the game's own words, where it has them."""
    ask = getattr(desk.rules, "spoken", None)
    if ask is not None:
        return [clean(words) for words in ask(desk.session.match.state, answers)]
    return [answer.replace(":", " ").replace("_", " ") for answer in answers]


def _list(lines: list[Item], pick: int, columns: int, room: int) -> list[Row]:
    """The lines of a branch around the one picked, which is told in full."""
    made: list[tuple[int, Row]] = []
    for at, item in enumerate(lines):
        on = at == pick
        fits = width(item.words) <= columns - 1
        texts = [item.words] if fits else wrap(item.words, columns - 1) if on else [item.short]
        for number, text in enumerate(texts):
            text = cut(f"{'>' if on and not number else ' '}{text}", columns)
            bit = Bit(text, item.role, "b" if item.role == "bite" else "")
            made.append((at, row(bit, ground="mark" if on else "pane")))
    places = [number for number, (at, _) in enumerate(made) if at == pick]
    last = places[-1] + 1 if places else 0
    first = max(0, min(last - 1 - room // 2, len(made) - room), last - room)
    return [line for _, line in made[first : first + room]]


def _head(text: str, hint: str, columns: int) -> Row:
    left = [Bit(f">{put('threat', 'title')}", "title_focus", "b"), Bit(f"  {text}", "text")]
    return spread(left, [Bit(f"{hint} " if hint else "")], columns, "title_focus")


def steps(desk: Desk, number: int, columns: int) -> list[Row]:
    """A branch step by step, to read: everything in the order in which it would happen."""
    threat = desk.ahead()
    lines = threat.branches[number].lines if threat is not None and threat.branches else ()
    made = [row("")]
    for line in lines or (put("threat", "nothing"),):
        made += [row(f" {text}") for text in wrap(clean(line), columns - 2)]
    return made


def unforeseen(desk: Desk) -> str:
    """Why nothing is foreseen: the game has no such thing, or something else has to be answered first."""
    waits = hasattr(desk.rules, "threat") and desk.decision is not None and not desk.decision.rest
    return put("threat", "later" if waits else "none")


def pane(threat: Threat | None, desk: Desk, columns: int, height: int) -> list[Row]:
    """The pane that is always in sight where there is room: bites first, then the moves as the map writes them."""
    rows = [title(put("threat", "next"), "z", columns)]
    if threat is None or not threat.branches:
        return rows
    branch = threat.branches[0]
    if len(threat.branches) > 1 or not threat.complete:
        ways = put("threat", "choice", n=1, all=len(threat.branches)) + ("" if threat.complete else " +")
        rows = [title(put("threat", "next"), f"{ways}  z", columns)]
    parts: list[Bit] = []
    for item in items(branch, desk):
        if item.role == "bite":
            rows += [row(Bit(f" {text}", "bite", "b")) for text in wrap(item.words, columns - 2)]
        else:
            parts.append(Bit(item.short, item.role))
    rows += _flow(parts, columns)
    if len(rows) == 1:
        rows += [row(f" {text}") for text in wrap(put("threat", "nothing"), columns - 2, "")]
    return rows if len(rows) <= height else [*rows[: height - 1], row(Bit(" .. z", "name"))]


def _flow(parts: list[Bit], columns: int) -> list[Row]:
    """Short texts side by side, three columns apart, in as few rows as they fit."""
    rows: list[Row] = []
    line: list[Bit] = []
    used = 0
    for part in parts:
        text = cut(part.text, columns - 1)
        if line and used + 3 + width(text) > columns:
            rows.append(Row(tuple(line)))
            line, used = [], 0
        gap = "   " if line else " "
        line += [Bit(gap), part._replace(text=text)]
        used += len(gap) + width(text)
    return [*rows, Row(tuple(line))] if line else rows


def line(threat: Threat | None, desk: Desk, columns: int) -> Row:
    """One line for the decision panel: what can bite where the acting figure stands, else anywhere."""
    if threat is None:
        return row("")
    actor = desk.active()
    here = bites_in(threat, actor.area) if actor is not None else ()
    worst = here or tuple(bite for branch in threat.branches[:1] for bite in branch.bites)
    if not worst:
        return row(Bit(cut(put("threat", "calm"), columns), "disabled"))
    words = "; ".join(f"{put('threat', 'bites', n=b.count, area=b.area)}, {b.words}" for b in worst)
    return row(Bit(cut(put("threat", "here", what=words), columns), "bite"))


def of_area(desk: Desk, area: str) -> str:
    """What those in an area would do next, in a line; "" where they would do nothing or nobody can say."""
    threat = desk.threat()
    if threat is None or not threat.branches:
        return ""
    branch = threat.branches[0]
    parts = [f"{put('threat', 'bites', n=b.count, area=b.area)}, {b.words}" for b in branch.bites if b.area == area]
    moves = _moves(arrow for arrow in branch.arrows if arrow.start == area)
    parts += [put("threat", "moves", start=start, end=end, who=signs(group)) for (start, end), group in moves.items()]
    return clean(put("threat", "here", what="; ".join(parts)).strip()) if parts else ""


def after_bit(bites: tuple[Bite, ...] | None) -> Bit:
    """What can bite after a move, in few words; empty where nobody can say."""
    if bites is None:
        return Bit("")
    if not bites:
        return Bit(put("threat", "then_none"), "disabled")
    worst = "; ".join(f"{put('threat', 'bites', n=b.count, area=b.area)}, {b.words}" for b in bites)
    return Bit(put("threat", "then", what=worst), "bite")
