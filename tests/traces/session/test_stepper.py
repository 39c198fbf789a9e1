"""Stepping runs of scripts in a sandbox: where a run stands, and where it stands next."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import FAILS, RESULT
from tests.support.needs import needs_namespaces
from tests.support.stepping import Act, Bench, calling, go_on, into, links, out, over, skip
from traces.errors import InputError
from traces.model.answer import Answer
from traces.model.events import CallEnded, CallStarted, Held, Released
from traces.session.breakpoints import Breakpoints
from traces.session.goals import Mode
from traces.session.held import Intercept
from traces.session.stepper import Stepper
from traces.timeline.query import parse

pytestmark = needs_namespaces


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """The usual chain."""
    made = Bench(tmp_path)
    with made.session:
        yield made


def test_every_link_is_held_before_it_starts(bench: Bench) -> None:
    stepped = bench.step(links(), then=over)
    assert stepped.stops == ["one", "two", "three"]
    assert [held.link for held in stepped.held if held] == [0, 1, 2]
    assert stepped.trace.failure is None
    assert stepped.trace.notes == ()


def test_every_call_is_held_where_that_is_asked(bench: Bench) -> None:
    stepped = bench.step(Stepper(mode=Mode.CALLS), then=lambda stepper: stepper.release(stepper.held[0].call))
    assert stepped.stops == ["one", "two", "mid", "inner", "inner", "three"]


def test_del_is_held_from_the_last_link_on(bench: Bench) -> None:
    stepped = bench.step(links(), verbs="ADD DEL", then=over)
    assert stepped.stops == ["one", "two", "three", "-", "three", "two", "one"]


@pytest.mark.parametrize(
    ("acts", "stops"),
    [
        ((over, into, over, over), ["one", "two", "mid", "inner", "three"]),
        ((over, into, into, over, over), ["one", "two", "mid", "inner", "inner", "three"]),
        ((over, into, into, out, out), ["one", "two", "mid", "inner", "inner", "three"]),
        ((over, into, out), ["one", "two", "mid", "three"]),
        ((over, out), ["one", "two"]),
        ((go_on,), ["one"]),
    ],
)
def test_over_into_and_out_hold_at_their_calls(bench: Bench, acts: tuple[Act, ...], stops: list[str]) -> None:
    assert bench.step(links(), *acts).stops == stops


def test_out_of_a_link_holds_at_the_next_verb(bench: Bench) -> None:
    stepped = bench.step(links(), out, into, over, verbs="ADD DEL")
    assert stepped.stops == ["one", "-", "three", "two"]


def test_a_held_call_has_not_begun_and_says_what_it_is_given(bench: Bench) -> None:
    stepped = bench.step(links(), over)
    one, two = (held for held in stepped.held if held)
    assert (one.previous, one.why, one.verb, one.parent) == (None, "step", "ADD", None)
    assert json.loads(two.previous or b"") == json.loads(RESULT)
    assert json.loads(two.stdin)["type"] == "two"
    assert b"CNI_COMMAND=ADD" in two.environment
    place = next(place for place, event in enumerate(stepped.events) if isinstance(event, Held) and event.call == "2")
    begun = [event.call.id for event in stepped.events[:place] if isinstance(event, CallStarted)]
    assert begun[-1] == "2"
    assert Released(call="2") in stepped.events[place:]


@pytest.mark.parametrize(
    ("query", "stops"),
    [
        ("plugin=three", ["three", "three"]),
        ("plugin=inner verb=DEL", ["inner", "inner"]),
        ("verb=DEL", ["three", "two", "mid", "inner", "inner", "one"]),
        ("ips empty verb=ADD", ["mid!"]),
    ],
)
def test_breakpoints_hold_links_and_delegates(tmp_path: Path, query: str, stops: list[str]) -> None:
    bench = Bench(tmp_path, mid=calling("inner").replace('"ips":[{"address":"10.1.0.2/16"}]', '"dns":{}'))
    breakpoints = Breakpoints(query)
    with bench.session:
        stepped = bench.step(Stepper(breakpoints=breakpoints), verbs="ADD DEL")
    assert stepped.stops == stops
    assert breakpoints.all[0].hits == len(stops)
    assert all(held and held.why == query for held in stepped.held)


@pytest.mark.parametrize(
    ("query", "stops"),
    [("exit!=0", ["inner!", "two!"]), ("stderr not empty", ["inner!"]), ("plugin=inner", ["inner"])],
)
def test_breakpoints_on_an_answer_hold_who_gave_it(tmp_path: Path, query: str, stops: list[str]) -> None:
    calls = 'cat >/dev/null; "${CNI_PATH%%:*}/inner" </dev/null 2>/dev/null'
    bench = Bench(tmp_path, two=calls, inner=f"echo why >&2\n{FAILS}")
    with bench.session:
        stepped = bench.step(Stepper(breakpoints=Breakpoints(query)))
    assert stepped.stops == stops
    assert stepped.trace.error_code == 11


def test_a_call_that_has_ended_can_only_be_let_go(bench: Bench) -> None:
    def try_all(stepper: Stepper) -> None:
        held = stepper.held[0]
        acts: tuple[Act, ...] = (
            skip,
            lambda stepper: stepper.answer(held.call, Answer()),
            lambda stepper: stepper.edit(held.call, stdin=b"{}"),
            lambda stepper: stepper.release(held.call, stdin=b"{}"),
        )
        for act in acts:
            with pytest.raises(InputError, match="this call has ended"):
                act(stepper)
        with pytest.raises(InputError, match="this call is not held any more"):
            stepper.skip("999")
        stepper.release(held.call)

    stepped = bench.step(Stepper(breakpoints=Breakpoints("plugin=one exit=0")), try_all)
    assert stepped.stops == ["one!"]
    ended = [place for place, event in enumerate(stepped.events) if isinstance(event, CallEnded)]
    held = next(place for place, event in enumerate(stepped.events) if isinstance(event, Held))
    assert ended[0] < held < ended[1]


def test_calls_are_intercepted_for_as_long_as_that_is_on(bench: Bench) -> None:
    stepper = Stepper()
    stepper.intercept = Intercept(is_on=True)
    assert bench.step(stepper).stops == ["one", "two", "three"]
    stepper.intercept = Intercept(is_on=True, query=parse("plugin=inner"))
    stepped = bench.step(stepper)
    assert stepped.stops == ["inner", "inner"] and stepped.held[0] and stepped.held[0].why == "intercept"
    stepper.intercept = replace(stepper.intercept, is_on=False)
    assert bench.step(stepper).stops == []


def test_a_run_that_runs_on_is_held_at_its_next_link(bench: Bench) -> None:
    stepper = Stepper(breakpoints=Breakpoints("plugin=inner"))

    def pause(stepper: Stepper) -> None:
        stepper.go_on()
        stepper.pause()

    def release(stepper: Stepper) -> None:
        stepper.release(stepper.held[0].call)

    assert bench.step(stepper, pause, then=release).stops == ["inner", "inner", "three"]


def test_nothing_is_held_where_nothing_is_asked(bench: Bench) -> None:
    stepped = bench.step(Stepper(), verbs="ADD DEL")
    assert stepped.held == [] and stepped.trace.failure is None


def test_who_listens_is_told_of_every_hold(bench: Bench) -> None:
    stepper, told = links(), []
    stepper.listen(lambda: told.append(len(stepper.held)))
    bench.step(stepper, then=over)
    assert {0, 1} <= set(told)
