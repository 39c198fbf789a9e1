"""What a lesson shows of its run: no more than was asked about so far, in terminals of every size."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.screens.canvas import SequencePane
from app.screens.lesson_pages import Phase
from panels.payload_panel import PayloadPanel
from panels.render.glyphs import ASCII
from tests.support.hostile import assert_harmless
from tests.support.lesson_screen import answer, go_on, go_to, lesson_on_screen, lesson_screen, shown
from tests.support.lessons import without_sandbox
from tests.support.screens import HeldClock, screen_lines, until
from traces.lessons.load import bundled
from traces.model.trace import Trace
from traces.timeline.playback import Motion

LESSONS = {lesson.id: lesson for lesson in bundled()}
SIZES = ((60, 16), (80, 24), (110, 30), (110, 33), (160, 50), (300, 100), (20, 5), (5, 3), (1, 1), (80, 24))


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


def choices_seen(pilot: Pilot[None]) -> list[str]:
    """The letters of the choices that stand on the screen."""
    text = shown(pilot)
    asked = lesson_screen(pilot).question.asked
    return [letter for letter in asked.letters if f" {letter}) " in text] if asked is not None else []


def happened(trace: Trace) -> tuple[int, int, bool]:
    """How far a run is: the calls that began, those that ended, and whether it is over."""
    return len(trace.calls), sum(call.ended is not None for call in trace.calls), trace.finished


async def assert_all_choices_can_be_seen(pilot: Pilot[None]) -> None:
    """At once, or one after the other as the cursor goes over them."""
    screen = lesson_screen(pilot)
    asked = screen.question.asked
    assert asked is not None
    screen.question.focus()
    seen = set(choices_seen(pilot))
    for key in (*["up"] * len(asked.letters), *["down"] * len(asked.letters)):
        await pilot.press(key)
        seen |= set(choices_seen(pilot))
    assert seen == set(asked.letters), shown(pilot)


async def test_every_size_is_drawn_and_every_choice_can_be_seen(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["capabilities"], tmp_path, size=(80, 24)) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 4)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert len(screen_lines(pilot)) == height
            assert_harmless(pilot.app)
            if height >= 16:
                await assert_all_choices_can_be_seen(pilot)
                assert screen.text.size.height >= 1
            for key in ("2", "3", "1"):
                await pilot.press(key)
                assert len(screen_lines(pilot)) == height
        await answer(pilot)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert len(screen_lines(pilot)) == height


async def test_text_and_run_stand_beside_or_below_each_other(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["conflist"], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        pane, payload = screen.query_one(SequencePane), screen.query_one(PayloadPanel)
        await go_to(pilot, 3)
        for size, beside, has_payload in (
            ((80, 24), False, False),
            ((109, 40), False, False),
            ((110, 33), True, False),
            ((110, 34), True, True),
            ((160, 50), True, True),
        ):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (pane.region.x > screen.text.region.x) is beside, size
            assert bool(payload.region.height and payload.display) is has_payload, size
            assert pane.region.height >= 4, size


async def test_the_title_page_has_no_run_where_room_is_scarce(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["conflist"], tmp_path) as pilot:
        pane = lesson_screen(pilot).query_one(SequencePane)
        assert pane.region.height == 0
        await go_to(pilot, 1)
        assert pane.region.height == 0, "its lanes would tell which links there are"
        await answer(pilot)
        await pilot.pause()
        assert pane.region.height > 0


@pytest.mark.parametrize(("lesson", "number"), [("conflist", 3), ("prevresult", 3), ("merging", 3), ("del", 6)])
async def test_the_answer_is_nowhere_on_the_screen_before(lesson: str, number: int, tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[lesson], tmp_path, size=(160, 50)) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, number)
        card = screen.card
        assert card is not None and screen.trace is not None
        whole = card.runs.traces[card.step.run]
        assert not screen.trace.finished
        before = happened(screen.trace)
        await answer(pilot)
        assert screen.trace.id == whole.id
        assert happened(screen.trace) != before


async def test_parts_are_shown_alone_and_given_back(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["conflist"], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        payload = screen.query_one(PayloadPanel)
        await go_to(pilot, 3)
        await pilot.press("3")
        await pilot.pause()
        assert (payload.region.height > 10, screen.text.region.height) == (True, 0)
        assert "host-local" in shown(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert (payload.region.height, screen.query_one(SequencePane).region.height > 10) == (0, True)
        await pilot.press("escape")
        await pilot.pause()
        assert screen.text.region.height > 0
        assert screen.phase is Phase.ASKING


async def test_the_run_plays_on_and_can_be_played_again(tmp_path: Path) -> None:
    clock = HeldClock()
    async with lesson_on_screen(LESSONS["conflist"], tmp_path, clock=clock, motion=Motion.FULL) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 3)
        assert not screen.player.needs_time
        stood = screen.position
        await answer(pilot)
        assert (screen.player.needs_time, screen.position) == (True, stood)
        for _ in range(60):
            clock.passed += 0.4
            screen.tick()
        assert (screen.player.needs_time, screen.position > stood) == (False, True)
        end = screen.position
        await pilot.press("space")
        assert (screen.playing, screen.position < end) == (True, True)
        await pilot.press("space", "greater_than_sign")
        assert not screen.playing
        assert "2x" in screen.facts


async def test_going_on_does_not_wait_for_the_player(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["conflist"], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 1)
        await answer(pilot)
        assert screen.player.needs_time
        await go_on(pilot)
        assert (screen.phase, screen.player.needs_time) == (Phase.ASKING, False)


async def test_steps_go_into_what_a_plugin_executed_and_out(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["ipam"], tmp_path, size=(160, 50)) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 5)
        await answer(pilot)
        await pilot.press("2", "home", "s")
        assert screen.stage is not None and screen.stage.step is not None
        assert (screen.stage.step.plugin, screen.stage.step.depth) == ("host-local", 1)
        await pilot.press("u", "u")
        assert screen.stage.step.depth == 0


async def test_a_terminal_with_ascii_alone_gets_nothing_else(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS["del"], tmp_path, glyphs=ASCII) as pilot:
        screen = lesson_screen(pilot)
        while screen.phase is not Phase.END:
            await pilot.resize_terminal(*((160, 50) if screen.size.width == 80 else (80, 24)))
            await pilot.pause()
            assert shown(pilot).isascii(), sorted(set(filter(lambda char: not char.isascii(), shown(pilot))))
            if screen.phase is Phase.ASKING:
                await answer(pilot)
                assert shown(pilot).isascii()
            await go_on(pilot)
        await pilot.press("L")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert shown(pilot).isascii()
