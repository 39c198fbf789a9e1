from dataclasses import replace

import pytest

from panels.status_line import StatusLine
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp
from tests.support.traces import failing_add, hostile, recorded, running
from traces.model.trace import Branch, Trace


async def line_of(trace: Trace | None, width: int = 160) -> str:
    status = StatusLine()
    async with SequenceApp(status).run_test(size=(width, 3)) as pilot:
        status.trace, status.place_in_list = trace, "2/7"
        await pilot.pause()
        return screen_lines(pilot.app)[0]


async def test_a_recording_is_marked_as_one() -> None:
    line = await line_of(recorded())
    assert "REPLAY" in line
    assert "a recording  made in the sandbox 2026-01-02 03:04 UTC" in line


async def test_a_trace_of_this_session_ran_just_now() -> None:
    status = StatusLine()
    async with SequenceApp(status).run_test(size=(160, 3)) as pilot:
        status.trace, status.made_here = recorded(), True
        await pilot.pause()
        line = screen_lines(pilot.app)[0]
        assert "RAN" in line
        assert "ran just now  in the sandbox" in line
        assert "recording" not in line


async def test_everything_about_the_trace_is_named() -> None:
    line = await line_of(failing_add())
    for word in ("cnistep", "trace 2/7", "ADD", "pod shop/web-0", "eth0", "net five 1.0.0", "FAIL@portmap", "code 11"):
        assert word in line


@pytest.mark.parametrize(("place", "word"), [("sandbox", "SANDBOX"), ("netns", "NETNS"), ("node", "LIVE")])
async def test_a_run_says_where_it_is(place: str, word: str) -> None:
    line = await line_of(replace(running(), place=place))
    assert word in line
    assert "REPLAY" not in line
    assert "running" in line


async def test_eighty_columns_keep_the_most_important() -> None:
    line = await line_of(failing_add(), 80)
    assert len(line) <= 80
    for word in ("cnistep", "REPLAY", "ADD", "pod shop/web-0", "FAIL@portmap", "a recording"):
        assert word in line


async def test_forty_columns_still_say_what_failed() -> None:
    line = await line_of(failing_add(), 40)
    assert len(line) <= 40
    assert "REPLAY" in line
    assert "FAIL@portmap" in line


async def test_branches_and_stand_ins_are_marked() -> None:
    line = await line_of(replace(recorded(), branch_of=Branch(trace="x", link=2), simulated=("bridge",)))
    assert "branch from link 2" in line
    assert "simulated plugins" in line


async def test_hostile_names_are_harmless() -> None:
    assert (await line_of(hostile())).isprintable()


async def test_without_a_trace_only_the_name_stands() -> None:
    assert (await line_of(None)).strip() == "cnistep"


async def test_a_node_that_is_watched_is_named_before_anything_is_recorded() -> None:
    status = StatusLine()
    async with SequenceApp(status).run_test(size=(80, 3)) as pilot:
        status.watching = "following"
        await pilot.pause()
        assert screen_lines(pilot.app)[0].rstrip() == " cnistep  LIVE node  following"


async def test_a_trace_of_the_node_is_live_and_a_run_of_ours_is_not() -> None:
    status = StatusLine()
    async with SequenceApp(status).run_test(size=(160, 3)) as pilot:
        status.watching, status.chains_changed = "F follows, 3 new", 2
        status.trace = replace(recorded(), place="node")
        await pilot.pause()
        line = screen_lines(pilot.app)[0]
        assert "LIVE node  F follows, 3 new  2 chains changed (C)" in line
        assert "a recording" not in line
        status.trace, status.made_here = replace(recorded(), place="node"), True
        await pilot.pause()
        assert "RAN  F follows, 3 new" in screen_lines(pilot.app)[0]
        status.trace, status.made_here = recorded(), False
        await pilot.pause()
        assert "REPLAY  F follows, 3 new" in screen_lines(pilot.app)[0]


async def test_a_held_run_says_where_and_what_else_there_is() -> None:
    status = StatusLine()
    async with SequenceApp(status).run_test(size=(160, 3)) as pilot:
        status.trace = running()
        status.held_words = "Held before portmap, stdin edited 12 s"
        status.run_facts = ("break: plugin=portmap", "intercept on")
        await pilot.pause()
        line = screen_lines(pilot.app)[0]
        assert "Held before portmap, stdin edited 12 s" in line
        assert "break: plugin=portmap  intercept on" in line and "running" not in line
