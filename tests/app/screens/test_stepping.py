from dataclasses import replace

import pytest

from tests.support.screens import NARROW, debugger, screen_lines, screen_of
from tests.support.traces import (
    failing_del,
    recorded,
)

ADD = replace(recorded(), id="the-add")
DEL = replace(failing_del(), id="the-del", created="2026-01-02T03:05:05Z")


async def test_space_at_the_end_opens_the_next_trace() -> None:
    async with debugger(ADD, DEL).run_test(size=NARROW) as pilot:
        await pilot.press("G", "space")
        assert screen_of(pilot).current == DEL.id


async def test_space_at_the_end_of_all_begins_again() -> None:
    async with debugger(DEL).run_test(size=NARROW) as pilot:
        await pilot.press("G", "space")
        screen = screen_of(pilot)
        assert (screen.current, screen.cursor, screen.playing) == (DEL.id, 0, True)


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [
        (["full_stop"], 1),
        (["right", "right"], 2),
        (["down"], 1),
        (["j", "j"], 2),
        (["j", "j", "k"], 1),
        (["G"], 11),
        (["end"], 11),
        (["G", "comma"], 10),
        (["G", "left", "up"], 9),
        (["G", "g"], 0),
        (["end", "home"], 0),
        (["n"], 4),
        (["n", "n"], 6),
        (["n", "full_stop", "p"], 4),
        (["p"], 0),
        (["pagedown"], 10),
        (["pagedown", "pageup"], 0),
    ],
)
async def test_keys_move_along_the_timeline(keys: list[str], cursor: int) -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press(*keys)
        assert screen_of(pilot).cursor == cursor


async def test_keys_change_the_speed() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        await pilot.press("greater_than_sign", "greater_than_sign")
        assert screen.facts.endswith("4x")
        await pilot.press("less_than_sign")
        assert screen.facts.endswith("2x")
        await pilot.press("equals_sign")
        assert screen.facts.endswith("1x")


async def test_space_plays_and_pauses() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("space")
        assert screen_of(pilot).playing
        assert "space Pause" in screen_lines(pilot)[-1]
        await pilot.press("space")
        assert not screen_of(pilot).playing
        assert "space Play" in screen_lines(pilot)[-1]


async def test_follow_without_a_run_says_so() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("F")
        await pilot.pause()
        assert any("Nothing runs" in line for line in screen_lines(pilot))


async def test_keys_can_be_remapped_by_their_ids() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        pilot.app.set_keymap({"play": "x", "step.on": "w"})
        await pilot.press("w", "x")
        assert screen_of(pilot).playing
        assert screen_of(pilot).cursor == 1


@pytest.mark.parametrize("key", ["e", "r", "t"])
async def test_a_question_about_a_trace_stops_its_play(key: str) -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("n", "space")
        assert screen_of(pilot).playing
        await pilot.press(key)
        assert not screen_of(pilot).playing
