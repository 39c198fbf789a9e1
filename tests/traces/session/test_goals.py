import pytest

from traces.session.goals import Goal, Mode, Reach, Spot, holds, out, over

LINK = Spot(trace="t", call="1")
IPAM = Spot(trace="t", call="2", above=("1",))
DEEP = Spot(trace="t", call="3", above=("2", "1"))
NEXT = Spot(trace="t", call="4")
SIBLING = Spot(trace="t", call="5", above=("1",))
LATER = Spot(trace="u", call="1")


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        (over(LINK), [NEXT, LATER]),
        (over(IPAM), [LINK, NEXT, SIBLING, LATER]),
        (out(IPAM), [NEXT, LATER]),
        (out(DEEP), [LINK, NEXT, SIBLING, LATER]),
        (out(LINK), [LATER]),
        (Goal(reach=Reach.ANY), [LINK, IPAM, DEEP, NEXT, SIBLING, LATER]),
        (Goal(reach=Reach.LINK), [LINK, NEXT, LATER]),
    ],
)
def test_a_goal_is_met_by_the_calls_that_it_means(goal: Goal, met: list[Spot]) -> None:
    assert [spot for spot in (LINK, IPAM, DEEP, NEXT, SIBLING, LATER) if goal.is_met(spot)] == met


@pytest.mark.parametrize(
    ("mode", "link", "delegate"), [(Mode.RUN, False, False), (Mode.LINKS, True, False), (Mode.CALLS, True, True)]
)
def test_a_mode_holds_links_or_every_call(mode: Mode, link: bool, delegate: bool) -> None:
    assert (holds(mode, ()), holds(mode, ("1",))) == (link, delegate)
