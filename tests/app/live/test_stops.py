"""Where breakpoints hold in a trace."""

from dataclasses import replace

from app.live.stops import breakpoint_text, stop_steps
from tests.support.traces import failing_add, recorded
from traces.session.breakpoints import Breakpoints
from traces.timeline.query import parse
from traces.timeline.steps import steps

TRACE = failing_add()
STEPS = steps(TRACE)


def test_requests_hold_and_replies_where_an_answer_is_asked_for() -> None:
    before = stop_steps(TRACE, STEPS, Breakpoints("plugin=portmap").all)
    after = stop_steps(TRACE, STEPS, Breakpoints("plugin=portmap exit!=0").all)
    assert [STEPS[place].is_request for place in before] == [True]
    assert [STEPS[place].failed for place in after] == [True]


def test_a_breakpoint_that_is_off_holds_nowhere() -> None:
    breakpoints = Breakpoints("plugin=portmap")
    breakpoints.toggle("plugin=portmap")
    assert stop_steps(TRACE, STEPS, breakpoints.all) == frozenset()


def test_the_text_for_a_step_fits_its_call() -> None:
    step = STEPS[0]
    assert breakpoint_text(TRACE, step) == "plugin=bridge verb=ADD"
    odd = replace(recorded(), calls=(replace(recorded().calls[0], plugin='my "plug,in'),))
    text = breakpoint_text(odd, steps(odd)[0])
    assert parse(text).fits_call(odd.calls[0], odd)
