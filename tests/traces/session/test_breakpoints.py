import threading

import pytest

from tests.support.traces import made, network, simple_call
from traces.errors import InputError
from traces.model.call import Call, Outcome
from traces.model.trace import Trace
from traces.session.breakpoints import Breakpoints

BRIDGE = simple_call(0, "bridge")
RUNNING = BRIDGE.as_asked()


def trace() -> Trace:
    """A trace that the calls are of."""
    return made(network("bridge"), (BRIDGE,))


def hit(breakpoints: Breakpoints, call: Call, *, is_ended: bool) -> str | None:
    """Which holds the call."""
    return breakpoints.hit(call, trace, is_ended=is_ended)


def test_what_only_an_answer_has_holds_at_the_end() -> None:
    breakpoints = Breakpoints("plugin=bridge", "exit=0")
    assert hit(breakpoints, RUNNING, is_ended=False) == "plugin=bridge"
    assert hit(breakpoints, BRIDGE, is_ended=True) == "exit=0"
    assert [each.hits for each in breakpoints.all] == [1, 1]


def test_all_that_fit_count_and_the_first_is_told() -> None:
    breakpoints = Breakpoints("verb=ADD", "plugin=bridge", "plugin=portmap")
    assert hit(breakpoints, RUNNING, is_ended=False) == "verb=ADD"
    assert [each.hits for each in breakpoints.all] == [1, 1, 0]


def test_what_is_off_holds_nothing_and_keeps_its_count() -> None:
    breakpoints = Breakpoints("plugin=bridge")
    hit(breakpoints, RUNNING, is_ended=False)
    breakpoints.toggle("plugin=bridge")
    assert hit(breakpoints, RUNNING, is_ended=False) is None
    breakpoints.toggle("plugin=bridge")
    assert hit(breakpoints, RUNNING, is_ended=False) == "plugin=bridge"
    assert breakpoints.all[0].hits == 2


def test_one_that_is_set_again_is_on_and_is_one() -> None:
    breakpoints = Breakpoints("plugin=bridge")
    breakpoints.toggle("plugin=bridge")
    assert breakpoints.add(" plugin=bridge ").is_on
    assert len(breakpoints.all) == 1


def test_breakpoints_are_taken_away_one_by_one_or_all() -> None:
    breakpoints = Breakpoints("verb=ADD", "verb=DEL", "failed")
    breakpoints.remove("verb=DEL")
    breakpoints.remove("none such")
    breakpoints.toggle("none such")
    assert [each.text for each in breakpoints.all] == ["verb=ADD", "failed"]
    breakpoints.clear()
    assert breakpoints.all == ()


def test_a_query_that_is_none_sets_no_breakpoint() -> None:
    with pytest.raises(InputError, match="plugni"):
        Breakpoints("plugni=bridge")


def test_a_failed_call_is_held_at_its_end() -> None:
    failed = simple_call(0, "bridge", exit_code=1, outcome=Outcome.FAILED)
    assert hit(Breakpoints("failed"), failed, is_ended=True) == "failed"


def test_the_trace_is_not_made_where_nothing_asks() -> None:
    def never() -> Trace:
        raise AssertionError("nobody asks for it")

    breakpoints = Breakpoints("exit=3")
    assert breakpoints.hit(RUNNING, never, is_ended=False) is None


def test_threads_set_and_ask_at_once() -> None:
    breakpoints = Breakpoints()
    threads = [
        threading.Thread(target=lambda name=name: [breakpoints.add(f"plugin={name}{n}") for n in range(50)])
        for name in "abcd"
    ]
    for thread in threads:
        thread.start()
    for _ in range(50):
        hit(breakpoints, RUNNING, is_ended=False)
    for thread in threads:
        thread.join()
    assert len(breakpoints.all) == 200
