"""The conformance suite holds for the toy game, and finds what a careless game gets wrong."""

import pytest

from tests.conformance import conformance
from tests.toygame import RULES, Dug, Toy
from zterm.kernel.ruleset import Table


def test_the_toy_conforms(tmp_path):
    conformance(Toy, range(40), every=3, rule_ids=RULES, folder=tmp_path)


def test_one_player_conforms(tmp_path):
    conformance(lambda: Toy(("one",)), range(10), every=2, rule_ids=RULES, folder=tmp_path)


class Unsorted(Toy):
    def step(self, table):
        flow = super().step(table)
        try:
            question = next(flow)
            while True:
                fields = {f: getattr(question, f) for f in question.__struct_fields__}
                answer = yield type(question)(**{**fields, "options": question.options[::-1]})
                question = flow.send(answer)
        except StopIteration:
            return


class Leaking(Toy):
    def public(self, state, viewer=None):
        return super().public(state, viewer) | {"next": state.deck[:1]}


class LeakingView(Toy):
    def prompt(self, state, decision):
        return f"{decision.kind} {state.hands}"


class Restless(Toy):
    def step(self, table: Table):
        table.state.turn += 0
        table.emit(Dug("TOY-1", "nobody", ()))
        yield from super().step(table)


class Drawing(Toy):
    def step(self, table: Table):
        table.chance.below(6)
        yield from super().step(table)


class Local(Toy):
    """Keeps something outside of the state."""

    def __init__(self, *players):
        super().__init__(*players)
        self.taken = 0

    def step(self, table: Table):
        self.taken += 1
        table.state.points["one"] = min(3, self.taken % 5)
        yield from super().step(table)


class Ruleless(Toy):
    def step(self, table: Table):
        yield from super().step(table)
        table.emit(Dug("TOY-99", "nobody", ()))


class Endless(Toy):
    def result(self, state):
        return None


class Speechless(Toy):
    def refusal(self, state, decision, option):
        return ""


@pytest.mark.parametrize(
    ("careless", "says"),
    [
        (Unsorted, "sorted"),
        (Leaking, "hidden"),
        (LeakingView, "hidden"),
        (Restless, "restarting"),
        (Drawing, "restarting|stands elsewhere"),
        (Local, "elsewhere|restarting|copy"),
        (Ruleless, "there is none"),
        (Endless, "does not end"),
        (Speechless, "without a reason"),
    ],
)
def test_carelessness_is_found(careless, says, tmp_path):
    with pytest.raises(AssertionError, match=says):
        conformance(careless, range(6), every=2, limit=300, rule_ids=RULES, folder=tmp_path)
