"""A survivor's turn: roll and move, the space, the Encounters, the end (chapters turn, spaces, scrounge)."""

from __future__ import annotations

from zterm.games.walking_dead import events as ev
from zterm.games.walking_dead.abilities import offers, use
from zterm.games.walking_dead.effects import run
from zterm.games.walking_dead.encounters import draw_encounter
from zterm.games.walking_dead.objective import check_home
from zterm.games.walking_dead.play import Play, draw_scrounge, move_to
from zterm.games.walking_dead.state import Figure
from zterm.kernel.decision import Flow


def roll_step(t: Play) -> Flow[None]:
    """Before the roll only abilities can be used: no Scrounge card before an Encounter is drawn (WD-111)."""
    who = t.active
    answer = yield from t.ask("turn", who, ["roll", *offers(t, who, "turn"), *_showable(t, who)], "WD-12")
    if answer.startswith("show:"):
        _show(t, who, answer)
        return
    if answer != "roll":
        yield from use(t, who, answer)
        return
    t.state.rolled = t.chance.dice(1)[0]
    t.state.ride = False
    t.emit(ev.MoveRolled("WD-13", who.name, t.state.rolled, t.state.rolled))
    t.state.phase = "move"


def _showable(t: Play, who: Figure) -> list[str]:
    """Cards that may be shown to all, where the match wants that (WD-37)."""
    return sorted({f"show:{card}" for card in who.hidden()}) if t.state.options["reveal"] == "on" else []


def _show(t: Play, who: Figure, answer: str) -> None:
    card = answer.split(":")[1]
    who.shown.append(card)
    t.emit(ev.CardShown("WD-37", who.name, card))


def move_step(t: Play) -> Flow[None]:
    """Choose where the move ends (WD-13, WD-25, WD-29); a ride is such a move of fixed length (WD-117)."""
    s, who = t.state, t.active
    ends = t.board.ends(who.space, s.rolled)
    options = [f"move:{space}" for space in ends]
    if not s.ride:
        options += offers(t, who, "moving")
    answer = yield from t.ask("move", who, options, "WD-117" if s.ride else "WD-13", spaces=s.rolled)
    if answer.startswith("ability:"):
        yield from use(t, who, answer)
        return
    to = answer.split(":")[1]
    rule = "WD-117" if s.ride else "WD-25" if t.board.spaces[to].kind == "corner" else "WD-13"
    if to == t.board.camp and len(ends[to]) < s.rolled:
        rule = "WD-29"
    move_to(t, who, to, rule, "ride" if s.ride else "move", ends[to])
    s.phase = "space"


def space_step(t: Play) -> None:
    """Resolve the space somebody stopped on (WD-14, WD-18 … WD-26, WD-30); a zombie there does nothing (WD-110)."""
    s, who = t.state, t.active
    space = t.space(who)
    s.ride, s.corner, s.due = False, "", 1
    match space.kind:
        case "scrounge":
            draw_scrounge(t, who, 1, "WD-19")
        case "calm":
            s.due = 0
        case "camp":
            s.due = 0
            check_home(t, who)
        case "corner":
            s.due, s.corner = 2, space.id
    s.phase = "draw"


def draw_step(t: Play) -> Flow[None]:
    """Draw the next Encounter of the space, or end the drawing: a corner survived gives its tile (WD-26, WD-27).

    Whoever was moved off the corner meanwhile gets none (WD-122).
    """
    s, who = t.state, t.active
    if not who.alive:
        s.phase = "over_turn"
        return
    if s.corner and who.space != s.corner:
        s.corner, s.due = "", 0
    if s.due:
        s.due -= 1
        draw_encounter(t, who, "WD-26" if s.corner else DRAWS.get(t.space(who).kind, "WD-18"))
        return
    if s.corner:
        yield from take_tile(t, who, t.board.spaces[s.corner].tile)
    elif t.space(who).kind == "again":
        s.again = True
    s.corner = ""
    s.phase = "after"


DRAWS = {"scrounge": "WD-19", "advantage": "WD-20", "supreme": "WD-21", "again": "WD-24"}
"""The rule by which a kind of space brings its Encounter."""


def take_tile(t: Play, who: Figure, tile: str) -> Flow[None]:
    """Give a corner's tile, and once only what it brings (WD-27, WD-28)."""
    if not tile or tile in who.tiles:
        return
    who.tiles.append(tile)
    t.emit(ev.TileTaken("WD-27", who.name, tile))
    if tile not in who.claimed:
        who.claimed.append(tile)
        yield from run(t, who, t.box.tiles[tile].do, tile, "WD-28")


def after_step(t: Play) -> Flow[None]:
    """After the Encounters: other Scrounge cards, an ability, or the end of the turn (WD-35)."""
    s, who = t.state, t.active
    if not who.alive:
        s.phase = "over_turn"
        return
    cards = sorted({card for card in who.hand if t.box.scrounge[card].when == "turn"})
    options = ["end", *(f"play:{card}" for card in cards), *offers(t, who, "turn"), *_showable(t, who)]
    answer = yield from t.ask("after", who, options, "WD-35", always=True)
    if answer == "end":
        s.phase = "end"
    elif answer.startswith("show:"):
        _show(t, who, answer)
    elif answer.startswith("ability:"):
        yield from use(t, who, answer)
    else:
        yield from _play(t, who, answer.split(":")[1])


def _play(t: Play, who: Figure, name: str) -> Flow[None]:
    card = t.box.scrounge[name]
    who.drop(name)
    who.played.append(name)
    t.emit(ev.CardPlayed("WD-35", who.name, name))
    if card.ride:
        t.state.rolled, t.state.ride, t.state.phase = card.ride, True, "move"
    yield from run(t, who, card.do, name, "WD-35")


def end_step(t: Play) -> Flow[None]:
    """In a team one card may be passed on (WD-70); then the turn is over."""
    s, who = t.state, t.active
    mates = [f for f in s.living() if f is not who and f.badge and f.badge == who.badge]
    if who.alive and who.badge and mates and who.hand:
        cards = sorted(set(who.hand))
        options = ["keep", *(f"give:{card}:{mate.name}" for card in cards for mate in mates)]
        answer = yield from t.ask("give", who, options, "WD-70")
        if answer != "keep":
            _, card, mate = answer.split(":")
            who.drop(card)
            t.figure(mate).hand.append(card)
            t.emit(ev.CardGiven("WD-70", who.name, mate))
    s.phase = "over_turn"
