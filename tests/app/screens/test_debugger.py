from dataclasses import replace

import pytest

from app.screens.canvas import Canvas
from app.screens.debugger import DebuggerScreen
from panels.payload_panel import PayloadPanel
from panels.reply_panel import ReplyPanel
from panels.sequence_view import SequenceView
from panels.step_list import StepList
from panels.traces_panel import TracesPanel
from panels.transport import Transport
from tests.support.screens import NARROW, TINY, WIDE, backend_of, debugger, screen_lines, screen_of, told
from tests.support.traces import (
    failing_add,
    failing_del,
    hostile,
    long_chain,
    made,
    missing_plugin,
    network,
    recorded,
)
from traces.model.trace import Branch

ADD = replace(recorded(), id="the-add")
DEL = replace(failing_del(), id="the-del", created="2026-01-02T03:05:05Z")


async def test_the_drawer_opens_and_closes() -> None:
    async with debugger(ADD, DEL).run_test(size=NARROW) as pilot:
        traces = screen_of(pilot).query_one(TracesPanel)
        assert not traces.display
        await pilot.press("1")
        assert traces.display
        assert traces.has_focus_within
        await pilot.press("escape")
        assert not traces.display
        assert isinstance(pilot.app.focused, Canvas)


async def test_a_trace_is_chosen_in_the_drawer() -> None:
    async with debugger(ADD, DEL).run_test(size=NARROW) as pilot:
        await pilot.press("1", "down", "enter")
        await pilot.pause()
        assert screen_of(pilot).current == DEL.id
        assert not screen_of(pilot).query_one(TracesPanel).display


async def test_payload_and_canvas_have_their_numbers() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await pilot.press("3")
        assert not screen.query_one(ReplyPanel).has_focus_within
        await pilot.press("3")
        assert screen.query_one(ReplyPanel).has_focus_within
        await pilot.press("2")
        assert isinstance(pilot.app.focused, Canvas)


async def test_tab_goes_around_the_screen() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        seen = []
        for _ in range(3):
            await pilot.press("tab")
            seen.append(pilot.app.focused)
        assert isinstance(seen[-1], Canvas)
        assert all(screen_of(pilot).query_one(PayloadPanel) in widget.ancestors for widget in seen[:-1] if widget)


async def test_f_gives_one_part_the_screen_and_takes_it_back() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        canvas = screen_of(pilot).query_one(SequenceView)
        await pilot.pause()
        before = canvas.size
        await pilot.press("f")
        assert canvas.size.height > before.height
        assert canvas.size.width > before.width
        await pilot.press("f")
        assert canvas.size == before


async def test_a_maximised_payload_hides_the_sequence() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        payload = screen_of(pilot).query_one(PayloadPanel)
        await pilot.press("3", "f")
        assert payload.size.height == NARROW[1] - 3
        await pilot.press("escape")
        assert payload.size.height < 12


async def test_help_shows_every_key_and_closes() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("question_mark")
        text = "\n".join(screen_lines(pilot))
        assert "Rerun from this link" in text
        assert "Play or pause" in text
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, DebuggerScreen)
        await pilot.press("f1")
        assert not isinstance(pilot.app.screen, DebuggerScreen)


async def test_the_palette_knows_the_keys_actions() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("colon")
        await pilot.pause()
        await pilot.press(*"last step")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause()
        assert screen_of(pilot).cursor == 11


async def test_q_goes_back_before_it_quits() -> None:
    app = debugger(ADD)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("1", "q")
        assert isinstance(pilot.app.focused, Canvas)
        assert app.is_running
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


async def test_the_panels_show_the_call_at_the_cursor() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "full_stop")
        payload = screen_of(pilot).query_one(PayloadPanel)
        assert payload.call is not None
        assert payload.call.plugin == "portmap"
        assert payload.side.name == "stdout"
        await pilot.press("comma")
        assert payload.side.name == "stdin"


async def test_a_link_never_reached_says_why_it_is_empty() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert any("tuning was never reached" in line for line in screen_lines(pilot)[14:])


async def test_a_missing_plugin_shows_libcnis_words() -> None:
    async with debugger(missing_plugin()).run_test(size=WIDE) as pilot:
        await pilot.press("G", "comma", "comma")
        await pilot.pause()
        lines = screen_lines(pilot)
        assert any("FAIL@bandwidth" in line for line in lines[:1])
        assert any('failed to find plugin "bandwidth"' in line for line in lines[24:])


@pytest.mark.parametrize(
    ("size", "name"),
    [(NARROW, "-narrow"), (WIDE, "-wide"), ((110, 34), "-wide"), ((109, 50), "-narrow"), (TINY, "-tiny")],
)
async def test_each_size_has_its_layout(size: tuple[int, int], name: str) -> None:
    async with debugger(ADD).run_test(size=size) as pilot:
        await pilot.pause()
        classes = {each for each in ("-narrow", "-wide", "-tiny") if screen_of(pilot).has_class(each)}
        assert classes == {name}


async def test_wide_shows_list_request_and_reply_at_once() -> None:
    async with debugger(ADD, DEL).run_test(size=WIDE) as pilot:
        await pilot.pause()
        text = "\n".join(screen_lines(pilot))
        assert all(word in text for word in ("TRACES", "REQUEST", "REPLY", "runtime", "01/12", "space Play"))


async def test_too_small_is_said_and_can_still_be_stepped() -> None:
    async with debugger(failing_add()).run_test(size=TINY) as pilot:
        await pilot.press("full_stop", "right")
        await pilot.pause()
        lines = screen_lines(pilot)
        assert "too small" in lines[1]
        assert any(line.startswith("▸03") for line in lines)
        assert screen_of(pilot).query_one(StepList).has_focus


async def test_in_little_room_the_list_and_the_payload_have_the_whole_screen() -> None:
    async with debugger(failing_add(), DEL).run_test(size=TINY, notifications=True) as pilot:
        screen = screen_of(pilot)
        await pilot.press("1")
        assert screen.query_one(TracesPanel).size.width == TINY[0]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen.current == DEL.id
        assert screen.query_one(StepList).has_focus
        await pilot.press("3")
        assert screen.query_one(PayloadPanel).display
        assert not screen.query_one(StepList).display
        await pilot.press("q")
        assert screen.query_one(StepList).has_focus
        await pilot.press("f")
        await pilot.pause()
        assert any("terminal every part" in text for text in told(pilot))


async def test_growing_puts_every_part_back_in_its_place() -> None:
    async with debugger(failing_add()).run_test(size=TINY) as pilot:
        await pilot.press("3")
        await pilot.resize_terminal(*NARROW)
        await pilot.pause()
        assert screen_of(pilot).query_one(SequenceView).display


@pytest.mark.parametrize("size", [TINY, (60, 16)])
async def test_help_is_hinted_in_every_size(size: tuple[int, int]) -> None:
    async with debugger(failing_add()).run_test(size=size) as pilot:
        await pilot.pause()
        assert screen_lines(pilot)[-1].rstrip().endswith("? Help")


@pytest.mark.parametrize("size", [(20, 5), (40, 10), (60, 16), (300, 80)])
async def test_no_size_breaks_the_screen(size: tuple[int, int]) -> None:
    async with debugger(failing_add()).run_test(size=size) as pilot:
        await pilot.press("space", "full_stop", "G", "3", "escape")
        assert len(screen_lines(pilot)) == size[1]


async def test_growing_and_shrinking_keeps_the_step() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("n")
        for size in (WIDE, TINY, NARROW):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert screen_of(pilot).cursor == 4
        assert any("▸05" in line for line in screen_lines(pilot))


@pytest.mark.parametrize("size", [NARROW, WIDE, TINY])
async def test_hostile_text_reaches_no_terminal(size: tuple[int, int]) -> None:
    async with debugger(hostile()).run_test(size=size) as pilot:
        for key in ("full_stop", "full_stop", "full_stop", "full_stop", "g", "1", "escape", "question_mark", "escape"):
            await pilot.press(key)
            await pilot.pause()
            assert all(line.isprintable() for line in screen_lines(pilot))


async def test_a_click_on_a_row_goes_to_its_step() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.click(SequenceView, offset=(20, 6))
        assert screen_of(pilot).cursor == 6


async def test_the_scrubber_can_be_clicked() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.click(Transport, offset=(40, 0))
        assert 3 < screen_of(pilot).cursor < 8


async def test_the_cursor_stays_in_view_in_both_directions() -> None:
    async with debugger(long_chain()).run_test(size=NARROW) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert any("▸400" in line for line in screen_lines(pilot))
        assert any("tuning-199" in line for line in screen_lines(pilot)[1:3])
        await pilot.press("g")
        await pilot.pause()
        assert any("▸001" in line for line in screen_lines(pilot))


async def test_the_number_is_the_place_in_the_list() -> None:
    branch = replace(ADD, id="branch", created="2026-01-02T09:00:00Z", branch_of=Branch(trace=ADD.id, link=1))
    async with debugger(ADD, DEL, branch).run_test(size=NARROW) as pilot:
        screen_of(pilot).open_trace("branch")
        assert screen_of(pilot).place_in_list == "2/3"


async def test_no_trace_at_all_is_an_empty_screen() -> None:
    async with debugger(backend=backend_of(())).run_test(size=NARROW) as pilot:
        await pilot.press("space", "full_stop", "n", "e", "r", "f", "G", "1", "escape")
        assert "cnistep" in screen_lines(pilot)[0]


async def test_a_trace_without_calls_can_be_opened() -> None:
    async with debugger(made(network("bridge"), ())).run_test(size=WIDE) as pilot:
        await pilot.press("space", "full_stop", "comma", "n", "p", "e", "r", "G", "g")
        assert any("00/00" in line for line in screen_lines(pilot))


async def test_a_slash_in_the_list_filters_it() -> None:
    async with debugger(ADD, DEL).run_test(size=NARROW) as pilot:
        await pilot.press("1", "slash", *"DEL")
        await pilot.pause()
        assert screen_of(pilot).query_one(TracesPanel).query_text == "DEL"


async def test_keys_scroll_past_the_last_step_to_the_notes() -> None:
    noted = replace(DEL, notes=tuple(f"LEFT BEHIND number {number}" for number in range(30)))
    async with debugger(noted).run_test(size=NARROW) as pilot:
        await pilot.press("G", "G")
        await pilot.pause()
        assert any("LEFT BEHIND number 29" in line for line in screen_lines(pilot))
        await pilot.press("g")
        await pilot.pause()
        assert any("01" in line[:4] for line in screen_lines(pilot))
