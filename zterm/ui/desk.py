"""What a player has before him: the match as it is shown, the list of options with its mark, and the log.

A desk knows no screen; the play screen turns keys into its calls and draws what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from zterm.content.outward import clean, sentence
from zterm.kernel.decision import Decision, Event, Option, Refused, RuleFault
from zterm.kernel.preview import bites_after
from zterm.kernel.record import SaveError
from zterm.kernel.views import Bite, Person, Shape, Threat, View, Way
from zterm.session import Session, with_figures
from zterm.ui.chronicle import Chronicle, Said
from zterm.ui.compass import Compass, compass
from zterm.ui.keymap import ENDING, RIDING, WALKING
from zterm.ui.legend import of_board
from zterm.ui.menu import Barred, Entry, Level, capacity, deepest, entries, name_letters, per_page
from zterm.ui.past import Past
from zterm.ui.words import MESSAGES, put


class Desk:
    """A session as a player sees it.

    ``shows_forced`` says whether the log names answers that were given by themselves, having no other choice,
    ``foretells`` whether the panel has a line for what could bite.

    ``view`` is what is shown now, ``levels`` the lists of options that are open (the last is seen), ``mark``
    the number of the entry marked on the page, ``said`` one line for the player ("" for none), ``news`` the
    log entries of the last answer, ``room`` the columns and rows of a list, ``past`` what could be done before.
    ``holder`` is the player who has the keyboard, ``covered`` who has to get it before hidden hands are shown again
    ("" when nobody has to).
    """

    shows_forced = False
    foretells = False

    def __init__(self, session: Session, resumed: bool) -> None:
        self.session = session
        self.rules: Any = session.match.rules
        self.shape: Shape = self.rules.shape()
        self.compass: Compass = compass(self.shape)
        self.areas = {area.id for area in self.shape.areas}
        self.built = of_board(self.shape)
        self.chronicle = Chronicle(self.rules.tell)
        self.room = (80, 5)
        self.said = ""
        self.news: list[Said] = []
        self.person = ""
        self.holder = ""
        self.covered = ""
        self._told: dict[int, int] = {}
        self.past = Past()
        self._described: dict[str, Option] = {}
        self._entries: list[Entry] | None = None
        self._per_page = 1
        self._after: dict[str, tuple[Bite, ...] | None] = {}
        self.foreseen: Threat | None = None
        self.stale = True
        self.taken: tuple[Way, ...] = ()
        self.beyond: Threat | None = None
        self._finishing: Iterator[Threat | None] | None = None
        match = session.match
        self.chronicle.note(self.turn, put("log", "seed", seed=session.saved.header.seed))
        self.events: list[Event] = [] if resumed else match.events
        if resumed:
            self._retell()
        else:
            self.chronicle.add(self.turn, match.events)
        if resumed and match.decision is not None:
            self.chronicle.note(self.turn, put("log", "goes_on", n=match.answers))
        self.refresh()

    def _retell(self) -> None:
        """Tell what happened before the match was taken up, as far as that is quick."""
        from zterm.ui.recall import retell

        told, whole = retell(self.session.saved)
        if told and not whole:
            self.chronicle.note(told[0].turn, put("recall", "earlier", turn=told[0].turn))
        for part in told:
            if part.answers:
                self._told[part.answers - 1] = self.chronicle.total
            self.chronicle.add(max(part.turn, 1), part.events)
        if told and self.session.match.over is not None:
            self.events = list(told[-1].events)

    def recall_seen(self, facts: object) -> None:
        """Take up again what could be done before the match was left (see `Past.facts`)."""
        if self.past.recall(facts):
            self._entries = None
            self._mark_first()

    def offers(self, action: str) -> bool:
        """Say whether the game has what a key shows: "threat", "sight", "noise"; True for any other action."""
        if action in ("threat", "sight"):
            return getattr(self.rules, action, None) is not None
        loud = any(token.group == "noise" for token in self.view.tokens)
        return action != "noise" or loud or getattr(self.rules, "noise", None) is not None

    def foresee(self) -> Threat | None:
        """Ask the rules what would happen, after the choices that were taken in the preview; None in a game that does
        not say, or when nothing is under way."""
        ask = getattr(self.rules, "threat", None)
        match = self.session.match
        if ask is None or match.decision is None:
            return None
        found: Threat | None = ask(match.state, False, self._route)
        return found

    @property
    def _route(self) -> tuple[Any, ...]:
        """By which the rules find what follows the choices that were taken."""
        return self.taken[-1].route if self.taken else ()

    def threat(self) -> Threat | None:
        """What the game's own side would do now, made once an answer; inside a stretch of play what was last seen."""
        decision = self.decision
        if self.stale and (decision is None or decision.rest):
            self.taken, self.beyond, self._finishing = (), None, None
            self.foreseen = self.foresee()
        self.stale = False
        return self.foreseen

    def ahead(self) -> Threat | None:
        """The preview after the choices that were taken in it, all of it where there are none."""
        whole = self.threat()
        return self.beyond if self.taken else whole

    def take(self, taken: tuple[Way, ...]) -> None:
        """Let the preview go on from these choices in it."""
        if taken != self.taken:
            self.taken, self._finishing = taken, None
            self.beyond = self.foresee() if taken else None

    def finish_threat(self) -> bool | None:
        """Go on with a preview that left out ways for want of time: a little at a time.

        Says whether there is something new to show (it is finished then), None while there is more to do.
        """
        decision, shown = self.decision, self.beyond if self.taken else self.foreseen
        if self.stale or shown is None or shown.complete or decision is None or not decision.rest:
            return False
        ask = getattr(self.rules, "threats", None)
        if self._finishing is None and ask is not None:
            self._finishing = ask(self.session.match.state, self._route)
        if self._finishing is None:
            return False
        found: Threat | None = next(self._finishing, shown)
        if found is None:
            return None
        if self.taken:
            self.beyond = found
        else:
            self.foreseen = found
        return found is not shown

    def after(self, option: str) -> tuple[Bite, ...] | None:
        """What could bite after a move, None where nobody can say; made once a decision."""
        if option not in self._after:
            self._after[option] = bites_after(self.session.match, option, self.viewer)
        return self._after[option]

    @property
    def decision(self) -> Decision | None:
        """The open question."""
        return self.session.decision

    @property
    def turn(self) -> int:
        """The number of the round, 0 in a game without rounds."""
        return int(getattr(self.session.match.state, "turn", 0))

    @property
    def viewer(self) -> str | None:
        """Whose hidden hand may be shown now; nobody's while the keyboard is handed over."""
        return None if self.covered else self.session.viewer(self.holder)

    def uncover(self) -> None:
        """The player who is asked has the keyboard: show the hand."""
        self.holder = self.covered
        self.refresh()

    def _look(self) -> View:
        """The view for who has the keyboard; where somebody else's hidden hand would be seen, one without hands."""
        state, decision = self.session.match.state, self.decision
        self.covered = ""
        view: View = self.rules.view(state, decision, self.viewer)
        self.covered = self.session.taker(view, self.holder)
        if self.covered:
            view = self.rules.view(state, decision, None)
        return view

    def handed(self) -> str:
        """Who is to get the keyboard, by name, with the people he plays."""
        return with_figures(self.covered, self.view)

    def refresh(self) -> None:
        """Take the match as it stands: a new view, and the options from the beginning."""
        decision = self.decision
        self.view = self._look()
        self._described.clear()
        self._after.clear()
        self.stale = True
        self.levels = [Level(decision.options, 0)] if decision is not None else []
        self.page = self.mark = 0
        self._entries = None
        self._mark_first()
        active = next((person.id for person in self.view.people if person.active), "")
        known = {person.id for person in self.view.people}
        self.person = active or (self.person if self.person in known else next((p.id for p in self.view.people), ""))
        self.follow()
        if decision is not None:
            self.past.asked(decision)

    def chosen(self) -> Person | None:
        """The person whose sheet and hand are shown."""
        return next((person for person in self.view.people if person.id == self.person), None)

    def active(self) -> Person | None:
        """The person who acts."""
        return next((person for person in self.view.people if person.active), None)

    def choose_person(self, step: int) -> None:
        """Show the next (+1) or the last (-1) person's sheet and hand."""
        known = [person.id for person in self.view.people]
        if known:
            at = known.index(self.person) if self.person in known else 0
            self.person = known[(at + step) % len(known)]

    def prompt(self) -> str:
        """The question in words."""
        decision = self.decision
        if self.covered:
            return put("handover", "give", name=self.handed())
        return clean(self.rules.prompt(self.session.match.state, decision)) if decision is not None else ""

    def describe(self, option: str) -> Option:
        """An option in full, made once a decision."""
        found = self._described.get(option)
        if found is None:
            made: Option = self.rules.option(self.session.match.state, self.decision, option)
            found = self._described[option] = replace(made, label=clean(made.label))
            if self.decision is not None:
                self.past.described(self.decision, option, made.rank)
        return found

    def whole(self) -> list[Entry]:
        """All entries of the list that is open."""
        if self._entries is None:
            level = self.levels[-1] if self.levels else Level((), 0)
            people = name_letters({person.id: person.name for person in self.view.people})
            columns, rows = self.room
            self._entries = entries(level, self.describe, capacity(rows), self._why(level), people)
            self._per_page = per_page(self._entries, columns, rows) if len(self.levels) > 1 else capacity(rows)
        return self._entries

    def entries(self) -> list[Entry]:
        """The entries of the page that is shown."""
        every = self.whole()
        start = self.page * self._per_page
        return every[start : start + self._per_page]

    def pages(self) -> int:
        """How many pages the list has."""
        return max(1, -(-len(self.whole()) // self._per_page))

    def set_room(self, columns: int, rows: int) -> None:
        """Say how much room a list of options has."""
        if (columns, rows) != self.room:
            self.room, self.page, self.mark, self._entries = (columns, rows), 0, 0, None
            self._mark_first()

    def _place(self, number: int) -> None:
        """Mark an entry of the list by its number, and turn to its page."""
        self.whole()
        self.page, self.mark = divmod(number, self._per_page)

    def _mark_first(self) -> None:
        """Mark the first entry that is allowed, the end of a turn in which nothing else is left to do."""
        if self.decision is not None:
            wanted = ("end",) if self.spent() else ()
            shown = self.entries()
            first = next((at for at, entry in enumerate(shown) if entry.ids), 0)
            self.mark = next((at for at, entry in enumerate(shown) if wanted and entry.ids == wanted), first)

    def spent(self) -> bool:
        """Say whether who acts has neither an action left nor anything that is done as a free one."""
        active, decision = self.active(), self.decision
        if active is None or active.actions != 0 or decision is None or self.ending() != "end" or len(self.levels) != 1:
            return False
        one = {option.split(":")[0]: option for option in decision.options}
        costs = [self.describe(option).cost for option in one.values()]
        return not any(cost is not None and (cost.actions or cost.free) for cost in costs)

    def only(self) -> str:
        """The one option there is, or the end of a turn in which nothing is left to do; "" where one can choose."""
        options = self.decision.options if self.decision is not None else ()
        return "end" if self.spent() else options[0] if len(options) == 1 else ""

    def follow(self) -> bool:
        """Show the sheet of the person that the marked option is about; says whether it is another one now."""
        option = self.marked_option()
        about = option.id.rpartition(":")[2] if option is not None else ""
        if about in (self.person, "") or all(person.id != about for person in self.view.people):
            return False
        self.person = about
        return True

    def marked(self) -> Entry | None:
        """The entry that is marked."""
        shown = self.entries()
        return shown[self.mark] if 0 <= self.mark < len(shown) else None

    def marked_option(self) -> Option | None:
        """The option that is marked, None for a group."""
        entry = self.marked() if not self.covered else None
        return self.describe(entry.ids[0]) if entry is not None and len(entry.ids) == 1 else None

    def move_mark(self, step: int) -> None:
        """Mark the next or the last entry, over the pages."""
        count = len(self.whole())
        if count:
            self._place((self.page * self._per_page + self.mark + step) % count)

    def turn_page(self, step: int) -> None:
        """Show another page of the list."""
        self.page, self.mark = (self.page + step) % self.pages(), 0

    def open(self, ids: tuple[str, ...], name: str) -> None:
        """Open a group as a list of its own."""
        level = Level(ids, self.levels[-1].depth, name)
        self.levels.append(level._replace(depth=deepest(level)))
        self.page, self.mark, self._entries = 0, 0, None

    def back(self) -> bool:
        """Close the last list that was opened; False at the first."""
        if len(self.levels) < 2:
            return False
        closed = self.levels.pop()
        self._entries = None
        self._place(next((i for i, entry in enumerate(self.whole()) if entry.ids == closed.ids), 0))
        return True

    def by_letter(self, letter: str) -> int | None:
        """The number on the page of the entry with a letter; turns to its page."""
        for at, entry in enumerate(self.whole()):
            if entry.letter == letter:
                self.page, number = divmod(at, self._per_page)
                return number
        return None

    def ending(self) -> str:
        """The option that the end key answers, "" if there is none."""
        decision = self.decision
        return next((option for option in ENDING if decision is not None and option in decision.options), "")

    def walk(self, direction: str) -> str:
        """The option that takes the active figure one area in a direction, "" with ``said`` telling why not.

        Where several ways lead there they are opened as a list.
        """
        decision = self.decision
        if decision is None:
            return ""
        here = self.view.focus
        verb = next((verb for verb in WALKING if any(o.startswith(verb + ":") for o in decision.options)), WALKING[0])
        beside = self.compass.get(here, {}).get(direction, ())
        ways = [f"{verb}:{area}" for area in beside if f"{verb}:{area}" in decision.options]
        if len(ways) > 1:
            self.open(tuple(ways), put("said", "which_way", side=MESSAGES.word("sides", direction)))
            return ""
        if ways:
            return ways[0]
        rides = [o for o in decision.options if o.split(":")[0] in RIDING and o.split(":")[2] in beside]
        if rides:
            self.open(tuple(rides), put("said", "ride", side=MESSAGES.word("sides", direction)))
            return ""
        if not beside:
            self.said = put("said", "board_ends", side=MESSAGES.word("sides", direction), area=here)
        else:
            reason = self.rules.refusal(self.session.match.state, decision, f"{verb}:{beside[0]}")
            side = MESSAGES.word("sides", direction)
            self.said = put("said", "no_way", side=side, area=beside[0], why=clean(reason))
        return ""

    def walkable(self) -> bool:
        """Say whether the arrows move a figure now."""
        decision = self.decision
        if decision is None or len(self.levels) != 1:
            return False
        if any(option.split(":")[0] in WALKING for option in decision.options):
            return True
        return decision.rest and decision.actor is not None and "end" in decision.options

    def answer(self, option: str) -> bool:
        """Answer the question; what happened is in ``news``. False with ``said`` telling why not."""
        return self._take(lambda: self.session.answer(option))

    def bots(self) -> bool:
        """Let bots answer as long as ``session.stop`` allows."""
        done = self._take(self.session.settle)
        if self.session.trouble:
            self.said = clean(self.session.trouble)
        return done

    def undo(self) -> None:
        """Take back the last answer, or say why that can't be."""
        decided = self.session.match.answers
        if self._take(self._undo):
            back = decided - self.session.match.answers
            total = self._told.get(self.session.match.answers)
            if total is not None:
                self.chronicle.forget(total)
            if back > 1:
                self.said = put("said", "taken_back", n=back)

    def _undo(self) -> list[Event]:
        self.session.undo()
        return []

    def redo(self) -> None:
        """Give again what was taken back, or say why not."""
        self._take(self.session.redo)

    def _take(self, act: Callable[[], list[Event]]) -> bool:
        self.news, self.events = [], []
        turn = self.turn
        self._told[self.session.match.answers] = self.chronicle.total
        try:
            events = act()
        except (Refused, SaveError, RuleFault) as why:
            self.said = clean(sentence(why))
            return False
        if self.shows_forced and not (self.view.private and len(self.session.people) > 1):
            for option in self.session.match.forced:
                shown = option.replace(":", " ").replace("_", " ")
                self.chronicle.note(max(turn, 1), put("log", "only_choice", option=shown))
        self.news = self.chronicle.add(max(turn, 1), events)
        self.events = events
        if self.covered:
            self.holder = ""
        self.refresh()
        return True

    def _why(self, level: Level) -> dict[str, Barred]:
        """For what could be done at other times of this turn, or whenever the game can say why not: why not now."""
        decision = self.decision
        if decision is None or not decision.rest or len(self.levels) != 1:
            return {}
        here = {option.split(":")[0] for option in level.ids}
        return {verb: Barred(self._refusal(decision, verb), rank) for verb, rank in self.past.gone(decision, here)}

    def _refusal(self, decision: Decision, verb: str) -> str:
        """Why nothing of a kind can be done, as the game says of what could be done before, best of what is here."""
        place, ways = self.view.focus, None
        if verb in WALKING:
            ways = [f"{verb}:{area}" for areas in self.compass.get(place, {}).values() for area in areas]
        option = self.past.example(verb, place, ways)
        return clean(self.rules.refusal(self.session.match.state, decision, option))
