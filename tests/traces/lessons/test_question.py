"""Answers that are typed are held against the choices."""

import pytest

from traces.lessons.question import Choice, Question, judge, shuffled

ONE = Question(
    prompt="Who?",
    choices=(
        Choice(text="bridge", right=False),
        Choice(text="host-local", right=True),
        Choice(text="nobody: this was all", right=False, aliases=("nobody",)),
    ),
    evidence=(),
)
ALL = Question(
    prompt="What?",
    choices=(
        Choice(text="x y", right=True, aliases=("xy",)),
        Choice(text="z", right=True),
        Choice(text="w", right=False),
    ),
    evidence=(),
    several=True,
)


@pytest.mark.parametrize("typed", ["b", "B", "host-local", " Host-Local ", '"host-local"', "host-local."])
def test_a_letter_or_the_words_are_right(typed: str) -> None:
    judged = judge(ONE, typed)
    assert (judged.right, judged.understood, judged.said) == (True, True, "host-local")


@pytest.mark.parametrize("typed", ["a", "c", "bridge", "nobody"])
def test_other_choices_are_wrong(typed: str) -> None:
    judged = judge(ONE, typed)
    assert (judged.right, judged.understood) == (False, True)


@pytest.mark.parametrize("typed", ["", "d", "calico", "a b", "host"])
def test_what_is_no_choice_is_not_understood(typed: str) -> None:
    assert not judge(ONE, typed).understood


@pytest.mark.parametrize(
    ("typed", "right"), [("a b", True), ("b,a", True), ("xy z", True), ("a", False), ("a b c", False)]
)
def test_of_several_all_must_be_named(typed: str, right: bool) -> None:
    judged = judge(ALL, typed)
    assert (judged.right, judged.understood) == (right, True)


def test_a_seed_decides_the_order() -> None:
    orders = {shuffled(ONE, str(seed)).choices for seed in range(20)}
    assert len(orders) > 1
    assert shuffled(ONE, "7") == shuffled(ONE, "7")
    assert all(set(order) == set(ONE.choices) for order in orders)
