from dataclasses import replace

import pytest

from panels.compare_head import CompareHead
from panels.render.glyphs import ASCII
from tests.support.panel_app import PanelApp, screen_text
from tests.support.traces import failing_add, hostile, recorded
from traces.model.trace import Branch, Trace
from traces.timeline.beside import lay_beside

EDIT = {"op": "replace", "path": "/prevResult/mtu", "value": 9000}


async def said(left: Trace, right: Trace, width: int, *, head: CompareHead | None = None) -> str:
    """What the head says of two traces."""
    head = head or CompareHead()
    async with PanelApp(head).run_test(size=(width, 20)) as pilot:
        head.traces = (left, right)
        head.beside = lay_beside(left, right)
        await pilot.pause()
        return screen_text(pilot.app)


async def test_the_first_cause_is_told_before_what_a_and_b_are() -> None:
    text = await said(recorded(), replace(failing_add(), id="failed"), 160)
    assert "only follow" in text.splitlines()[0]
    assert "First cause: link 1 portmap ended otherwise" in text.splitlines()[1]
    assert "A  add-1  ADD five" in text.splitlines()[2]
    assert "B  failed  ADD five" in text.splitlines()[3]
    assert "FAILED at portmap, code 11" in text


@pytest.mark.parametrize("width", [60, 160])
async def test_the_edit_of_a_branch_is_told(width: int) -> None:
    branch = replace(recorded(), id="b", branch_of=Branch(trace="add-1", link=1, edits=(EDIT,)))
    assert "edited: /prevResult/mtu = 9000" in await said(recorded(), branch, width)


async def test_an_edited_environment_is_told() -> None:
    branch = replace(recorded(), id="b", branch_of=Branch(trace="add-1", link=1, environment={"A": "1", "B": None}))
    assert "edited: env A = 1; env B taken out" in await said(recorded(), branch, 160)


async def test_equal_traces_are_called_equal() -> None:
    text = await said(recorded(), recorded(), 80)
    assert "equal" in text.splitlines()[0]
    assert "No differences." in text


async def test_before_it_is_done_it_says_so() -> None:
    head = CompareHead()
    async with PanelApp(head).run_test(size=(80, 20)) as pilot:
        head.traces = (recorded(), failing_add())
        await pilot.pause()
        assert "comparing; nothing is executed" in screen_text(pilot.app)


async def test_hostile_names_are_shown_as_text() -> None:
    text = await said(hostile(), recorded(), 80, head=CompareHead(glyphs=ASCII))
    assert "\x1b" not in text
    assert text.isascii()
