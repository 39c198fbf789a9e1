import json
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.screens.beside import Goal
from app.screens.compare import CompareScreen
from app.screens.help import HelpScreen
from panels.pair_panel import PairPanel
from tests.support.screens import NARROW, WIDE, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, hostile, long_chain, recorded, simple_call
from traces.model.trace import Branch, Trace

ADD = replace(recorded(), id="good")
BAD = replace(failing_add(), id="bad", created="2026-01-02T03:05:05Z")


async def compare(pilot: Pilot[None], left: Trace, right: Trace) -> CompareScreen:
    """Compare two traces, and wait until that is done."""
    screen = CompareScreen(left, right)
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.beside is not None)
    await pilot.pause()
    return screen


def text_of(pilot: Pilot[None]) -> str:
    """What stands on the screen."""
    return "\n".join(screen_lines(pilot))


@pytest.mark.parametrize("size", [WIDE, NARROW, (60, 16)])
async def test_it_opens_at_the_first_cause(size: tuple[int, int]) -> None:
    async with debugger(ADD, BAD).run_test(size=size) as pilot:
        screen = await compare(pilot, ADD, BAD)
        text = text_of(pilot)
        assert "First cause: link 1 portmap ended" in text
        assert "first cause" in text
        assert screen.place.side == "exit"
        assert "▌" in text


async def test_brackets_go_over_all_differences_and_say_the_end() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE, notifications=True) as pilot:
        screen = await compare(pilot, ADD, BAD)
        assert screen.beside is not None
        total = len(screen.beside.stops)
        for _ in range(total):
            await pilot.press("left_square_bracket")
        assert screen.place.stop == 0
        assert "There is no difference before this." in text_of(pilot)
        pairs = set()
        for _ in range(total):
            pairs.add(screen.place.pair)
            await pilot.press("right_square_bracket")
        assert screen.place.stop == total - 1
        assert pairs == {stop.pair for stop in screen.beside.stops}
        assert "There is no further difference." in text_of(pilot)


async def test_n_and_p_go_from_link_to_link() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        here = screen.place.pair
        await pilot.press("n")
        assert screen.place.pair == here + 1
        await pilot.press("p", "p")
        assert screen.place.pair == here - 1
        await pilot.press(*["p"] * 9)
        assert screen.place.pair == 0


async def test_the_lists_cursor_moves_the_payloads() -> None:
    async with debugger(ADD, BAD).run_test(size=NARROW) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("home", "down")
        assert screen.place.pair == 1
        assert "link 0 bridge" in text_of(pilot)


async def test_t_turns_the_sides_both_ways() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("t")
        assert screen.place.side == "kernel"
        await pilot.press("T", "T")
        assert screen.place.side == "env"
        assert "[env" in text_of(pilot)


async def test_u_shows_what_is_masked() -> None:
    left = replace(ADD, calls=(simple_call(0, "bridge", stdout=b'{"mac":"0a:00:00:00:00:01","a":1}'),))
    right = replace(ADD, id="b", calls=(simple_call(0, "bridge", stdout=b'{"mac":"0a:00:00:00:00:02","a":2}'),))
    async with debugger(left).run_test(size=WIDE) as pilot:
        await compare(pilot, left, right)
        assert "mac 1" in text_of(pilot)
        await pilot.press("u")
        assert "0a:00:00:00:00:02" in text_of(pilot)
        await pilot.press("u")
        assert "0a:00:00:00:00:02" not in text_of(pilot)


async def test_z_unfolds_what_is_the_same() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("p", "p", "T", "T", "T", "T")
        panel = screen.query_one(PairPanel)
        while screen.place.side != "stdin":
            await pilot.press("t")
        folded = len(panel.shown.rows)
        await pilot.press("z")
        assert len(panel.shown.rows) > folded
        await pilot.press("z")
        assert len(panel.shown.rows) == folded


async def test_x_swaps_a_and_b() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("x")
        await until(pilot, lambda: screen.beside is not None and screen.beside.left.id == "bad")
        await pilot.pause()
        assert "A: exit 1, error" in text_of(pilot)


async def test_y_copies_without_secrets() -> None:
    token = "ghp_" + "a1B2" * 9
    secret = json.dumps({"token": token, "n": 1}).encode()
    left = replace(ADD, calls=(simple_call(0, "bridge", stdin=secret),))
    right = replace(ADD, id="b", calls=(simple_call(0, "bridge", stdin=secret.replace(b'"n": 1', b'"n": 2')),))
    async with debugger(left).run_test(size=WIDE) as pilot:
        await compare(pilot, left, right)
        await pilot.press("z", "y")
        await until(pilot, lambda: bool(pilot.app.clipboard))
        assert "- " in pilot.app.clipboard
        assert '+   "n": 2' in pilot.app.clipboard
        assert token not in pilot.app.clipboard
        await pilot.press("Y")
        await until(pilot, lambda: "link 0 bridge  1 difference" in pilot.app.clipboard)
        assert token not in pilot.app.clipboard


async def test_a_difference_too_long_for_the_clipboard_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("CNISTEP_OSC52_MAX", "8")
    async with debugger(ADD, BAD).run_test(size=WIDE, notifications=True) as pilot:
        await compare(pilot, ADD, BAD)
        await pilot.press("Y")
        await until(pilot, lambda: "too long for the clipboard" in text_of(pilot))
        assert pilot.app.clipboard == ""
        (written,) = (tmp_path / "state" / "copied").iterdir()
        assert "First cause: link 1 portmap" in written.read_text()


async def test_enter_gives_the_call_and_its_trace() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        goals: list[Goal | None] = []
        screen = CompareScreen(ADD, BAD)
        pilot.app.push_screen(screen, goals.append)
        await until(pilot, lambda: screen.beside is not None)
        await pilot.press("n", "enter")
        await pilot.pause()
        (goal,) = goals
        assert goal is not None
        assert goal.trace is ADD
        assert goal.call == next(call.id for call in ADD.calls if call.link == 2)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_it_is_left_with_nothing_chosen(key: str) -> None:
    async with debugger(ADD, BAD).run_test(size=NARROW) as pilot:
        await compare(pilot, ADD, BAD)
        await pilot.press(key)
        assert pilot.app.screen is screen_of(pilot)


async def test_one_part_gets_the_screen_and_gives_it_back() -> None:
    async with debugger(ADD, BAD).run_test(size=NARROW) as pilot:
        screen = await compare(pilot, ADD, BAD)
        panel = screen.query_one(PairPanel)
        before = panel.size.height
        await pilot.press("3", "f")
        assert panel.size.height > before
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert panel.size.height == before


async def test_help_shows_the_keys_of_the_comparison() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "Swap A and B" in text_of(pilot)
        await pilot.press("escape")
        assert screen.is_current


async def test_the_palette_does_what_the_keys_do() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, ADD, BAD)
        await pilot.press("colon")
        await pilot.pause()
        await pilot.press(*"swap")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await until(pilot, lambda: screen.beside is not None and screen.beside.left.id == "bad")


async def test_large_payloads_are_compared_in_a_thread() -> None:
    items = [{f"key{number}": "x" * 30, "n": number} for number in range(20_000)]
    changed = [*items[:-1], {"n": -1}]
    left = replace(ADD, calls=(simple_call(0, "bridge", stdin=json.dumps(items).encode()),))
    right = replace(ADD, id="b", calls=(simple_call(0, "bridge", stdin=json.dumps(changed).encode()),))
    async with debugger(left).run_test(size=WIDE) as pilot:
        screen = await compare(pilot, left, right)
        await until(pilot, lambda: bool(screen.query_one(PairPanel).shown.rows))
        await pilot.pause()
        assert "… 19,999 same" in text_of(pilot)
        assert '"n": -1' in text_of(pilot)


async def test_very_many_calls_and_hostile_ones_can_be_compared() -> None:
    delegates = tuple(
        simple_call(number, "calico", id=f"d{number}", link=None, parent="call-0") for number in range(400)
    )
    many = replace(long_chain(), id="many", calls=(*long_chain().calls, *delegates))
    for left, right in ((many, long_chain()), (hostile(), many)):
        async with debugger(left).run_test(size=NARROW) as pilot:
            screen = await compare(pilot, left, right)
            assert screen.beside is not None
            assert len(screen.beside.pairs) > 400
            await pilot.press("end", "home", "right_square_bracket", "n", "t", "u", "z")
            assert "\x1b" not in text_of(pilot)


async def test_equal_traces_have_nowhere_to_go() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await compare(pilot, ADD, replace(ADD, id="again"))
        await pilot.press("right_square_bracket")
        assert "There is no difference." in text_of(pilot)
        assert "No differences." in text_of(pilot)


async def test_a_branch_says_its_edit() -> None:
    edit = {"op": "replace", "path": "/prevResult/x", "value": 1}
    branch = replace(ADD, id="b", branch_of=Branch(trace="good", link=1, edits=(edit,)))
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await compare(pilot, ADD, branch)
        assert "edited: /prevResult/x = 1" in text_of(pilot)
