"""A DEL that failed says which links it came to, and which not."""

from dataclasses import replace

import pytest

from tests.support.profiles import a_list
from traces.cni.network_conf import parse_list
from traces.model.network import Attachment
from traces.model.trace import Failure, Trace
from traces.session.reach import with_reach

TRACE = Trace(
    id="1",
    series="2",
    verb="DEL",
    network=parse_list(a_list("net", "a", "b", "c").encode()).network,
    attachment=Attachment(container_id="c0ffee", netns=""),
    failure=Failure(text="try again", link=1),
)


def test_both_kinds_are_listed_last_to_first() -> None:
    assert with_reach(TRACE, (2, 1)).notes == ("reached: link 2, c; link 1, b", "never reached: link 0, a")


def test_nothing_is_missing_when_del_went_on() -> None:
    assert with_reach(TRACE, (2, 1, 0)).notes == ("reached: link 2, c; link 1, b; link 0, a",)


def test_links_above_a_rerun_s_first_are_no_part_of_it() -> None:
    assert with_reach(TRACE, (1,), first=1).notes == ("reached: link 1, b", "never reached: link 0, a")


@pytest.mark.parametrize("trace", [replace(TRACE, failure=None), replace(TRACE, verb="ADD")])
def test_a_del_that_ended_well_needs_no_word(trace: Trace) -> None:
    assert with_reach(trace, (2,)).notes == ()
