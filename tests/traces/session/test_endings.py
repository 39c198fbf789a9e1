"""Ends that the recorder could not write down."""

from dataclasses import replace
from signal import SIGKILL

from traces.model.call import Call, Outcome
from traces.runner.plan import ChainOutcome, Fate, Killed, Overdue
from traces.session.endings import reached_links, with_kills

LOST = Call(
    id="1", plugin="one", path="/bin/one", verb="ADD", link=0, started=100, stdout=b"so far", outcome=Outcome.LOST
)
AT = 700


def test_a_lost_call_of_the_killed_link_was_killed() -> None:
    other = replace(LOST, id="2", link=1)
    (first, second) = with_kills((LOST, other), [Killed(link=1, at=AT)])
    assert first == LOST
    assert second == replace(other, outcome=Outcome.KILLED, signal=int(SIGKILL), ended=AT)


def test_a_stop_kills_whichever_was_at_work() -> None:
    (call,) = with_kills((LOST,), [Killed(link=None, at=AT)])
    assert (call.outcome, call.stdout) == (Outcome.KILLED, b"so far")


def test_a_call_whose_end_was_recorded_stays() -> None:
    ended = replace(LOST, outcome=Outcome.OK, exit_code=0, ended=200)
    assert with_kills((ended,), [Killed(link=0, at=AT)]) == (ended,)


def test_a_lost_delegate_was_not_killed_by_the_runtime() -> None:
    delegate = replace(LOST, id="2", link=None, parent="1")
    assert with_kills((delegate,), [Killed(link=None, at=AT)]) == (delegate,)


def test_of_two_lost_calls_of_a_link_the_later_one_was_killed() -> None:
    later = replace(LOST, id="2", started=300)
    assert [call.outcome for call in with_kills((LOST, later), [Killed(link=0, at=AT)])] == [
        Outcome.LOST,
        Outcome.KILLED,
    ]


def test_no_call_ends_before_it_began() -> None:
    (call,) = with_kills((LOST,), [Killed(link=0, at=50)])
    assert call.ended == LOST.started


def test_a_link_that_the_deadline_kept_from_starting_was_not_reached() -> None:
    overdue = (Overdue(link=1, fate=Fate.KILLED), Overdue(link=0, fate=Fate.NOT_STARTED))
    assert reached_links(ChainOutcome(reached=(2, 1, 0), overdue=overdue)) == (2, 1)
