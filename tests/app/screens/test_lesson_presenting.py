"""A demonstration: Enter does the next thing, nothing is hurried, and no secret is shown."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from app.screens.edit import EditScreen
from app.screens.help import HelpScreen
from app.screens.lesson_pages import Phase
from app.screens.lesson_presenting import PresentingScreen
from panels.key_cast import KeyCast
from panels.payload_panel import PayloadPanel
from panels.render.page import plain
from tests.support.hostile import assert_harmless
from tests.support.lesson_screen import lesson_on_screen, lesson_screen, page_text, shown
from tests.support.lessons import TOKEN, secretive_lesson, without_sandbox
from tests.support.needs import needs_namespaces
from tests.support.screens import HeldClock, until
from traces.lessons.load import bundled
from traces.timeline.playback import Motion

LESSONS = {lesson.id: lesson for lesson in bundled()}
FIRST = LESSONS["conflist"]
BEAT = 0.25


@pytest.fixture
def recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every lesson is its recording, and no beat comes by itself."""
    without_sandbox(monkeypatch)
    monkeypatch.setattr(PresentingScreen, "on_mount", lambda screen: None)


def presenting(pilot: Pilot[None]) -> PresentingScreen:
    """The screen."""
    screen = lesson_screen(pilot)
    assert isinstance(screen, PresentingScreen)
    return screen


def arrive(screen: PresentingScreen, clock: HeldClock) -> None:
    """Let what is on its way come to its end."""
    while screen.player.needs_time:
        clock.passed += 0.4
        screen.tick()


async def next_thing(pilot: Pilot[None], clock: HeldClock) -> None:
    """Press Enter, and let what it does come to its end."""
    await pilot.press("enter")
    await until(pilot, lambda: not presenting(pilot).is_busy and presenting(pilot).phase is not Phase.OPENING)
    arrive(presenting(pilot), clock)


async def until_asked(pilot: Pilot[None], clock: HeldClock) -> None:
    """To the first question."""
    while presenting(pilot).phase is not Phase.ASKING:
        await next_thing(pilot, clock)


@pytest.mark.usefixtures("recordings")
@pytest.mark.parametrize("name", ["conflist", "del"])
async def test_enter_alone_goes_through_a_lesson(name: str, tmp_path: Path) -> None:
    clock, lesson = HeldClock(), LESSONS[name]
    async with lesson_on_screen(lesson, tmp_path, present=True, clock=clock) as pilot:
        screen, keys = presenting(pilot), 0
        while screen.phase is not Phase.END:
            await next_thing(pilot, clock)
            keys += 1
            assert keys < 100
            assert "No: " not in page_text(pilot)
        assert f"This was the lesson «{lesson.title}»." in page_text(pilot)
        assert list(tmp_path.iterdir()) == [], "nothing is kept"


@pytest.mark.usefixtures("recordings")
async def test_the_key_that_a_learner_would_press_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, pressed, show_key = HeldClock(), list[str](), KeyCast.show_key

    def watched(cast: KeyCast, key: str) -> None:
        pressed.append(key)
        show_key(cast, key)

    monkeypatch.setattr(KeyCast, "show_key", watched)
    async with lesson_on_screen(FIRST, tmp_path, present=True, clock=clock) as pilot:
        screen = presenting(pilot)
        await until_asked(pilot, clock)
        asked = screen.question.asked
        assert asked is not None
        right = asked.letters["".join("x" if choice.right else " " for choice in asked.question.choices).index("x")]
        pressed.clear()
        await pilot.press("enter")
        assert pressed == ["enter", right], "the presenter's, then the learner's"
        assert screen.query_one(KeyCast).display
        assert screen.phase is Phase.OVER
        assert_harmless(pilot.app)
        await pilot.resize_terminal(20, 5)
        await pilot.press("h")
        assert pressed[-1] == "h"
        assert_harmless(pilot.app)


@pytest.mark.usefixtures("recordings")
async def test_a_key_during_playing_waits_for_its_end(tmp_path: Path) -> None:
    clock = HeldClock()
    async with lesson_on_screen(FIRST, tmp_path, present=True, clock=clock) as pilot:
        screen = presenting(pilot)
        await until_asked(pilot, clock)
        await pilot.press("enter")
        assert (screen.phase, screen.player.needs_time) == (Phase.OVER, True)
        position, pages = screen.position, len(screen.sheets)
        await pilot.press("enter", "enter", "enter")
        screen.beat()
        assert (screen.position, len(screen.sheets)) == (position, pages)
        arrive(screen, clock)
        for _ in range(9):
            screen.beat()
            await until(pilot, lambda: not screen.is_busy)
        assert (len(screen.sheets), screen.phase) == (pages + 1, Phase.ASKING), "three keys are one wish"


@pytest.mark.usefixtures("recordings")
async def test_space_lets_it_go_on_by_itself_to_the_end(tmp_path: Path) -> None:
    clock = HeldClock()
    async with lesson_on_screen(FIRST, tmp_path, present=True, clock=clock) as pilot:
        screen = presenting(pilot)
        for _ in range(200):
            screen.beat()
        assert (screen.phase, screen.goes_by_itself) == (Phase.READING, False)
        await pilot.press("space")
        assert screen.goes_by_itself
        assert "space Hold" in shown(pilot)
        await pilot.press("space")
        screen.beat()
        assert not screen.goes_by_itself
        await pilot.press("space")
        beats = 0
        while screen.goes_by_itself:
            screen.beat()
            beats += 1
            if screen._held == 0.0:
                await until(pilot, lambda: not screen.is_busy)
            arrive(screen, clock)
            assert beats < 4_000
        assert screen.phase is Phase.END
        assert "This was the lesson" in page_text(pilot)
        assert beats * BEAT > 2.5 * (2 * len(FIRST.all_steps) + 1), "each page was held a while"
        await pilot.press("q")
        await until(pilot, lambda: not pilot.app.is_running)


@pytest.mark.usefixtures("recordings")
async def test_a_page_is_held_for_its_new_words_and_the_pace(tmp_path: Path) -> None:
    clock = HeldClock()
    async with lesson_on_screen(FIRST, tmp_path, present=True, clock=clock) as pilot:
        screen = presenting(pilot)
        first = screen.wanted_seconds
        assert first == 15.0
        await pilot.press("greater_than_sign")
        assert screen.wanted_seconds == pytest.approx(first / 2)
        await pilot.press("less_than_sign", "less_than_sign")
        assert screen.wanted_seconds == pytest.approx(first * 2)
        await pilot.press("space")
        for _ in range(round(first * 2 / 0.25) - 1):
            screen.beat()
        assert (screen.phase, screen.text.scroll_offset.y) == (Phase.READING, 0)
        screen.beat()
        await until(pilot, lambda: screen.phase is Phase.ASKING or screen.text.scroll_offset.y > 0)


@pytest.mark.usefixtures("recordings")
async def test_help_begins_with_the_keys_of_a_demonstration(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path, present=True, size=(80, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        await pilot.pause()
        assert "The next thing, as a learner would do it" in shown(pilot)
        presenting(pilot).beat()
        assert isinstance(pilot.app.screen, HelpScreen)


@needs_namespaces
async def test_no_secret_is_in_anything_shown(tmp_path: Path) -> None:
    lesson, clock = secretive_lesson(tmp_path / "ours"), HeldClock()
    state = tmp_path / "state"
    async with lesson_on_screen(lesson, state, present=True, clock=clock, size=(200, 60)) as pilot:
        screen, seen = presenting(pilot), []
        while screen.phase is not Phase.END:
            await next_thing(pilot, clock)
            await pilot.press("h")
            payload = screen.query_one(PayloadPanel).view.page.lines
            seen += [screen.sheets[-1].text, shown(pilot), *(plain(payload[row]) for row in range(len(payload)))]
            if screen.phase is Phase.ASKING and screen.card is not None and screen.card.task is not None:
                await pilot.press("e")
                await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
                seen += [shown(pilot), pilot.app.screen.query_one(TextArea).text]
                await pilot.press("escape")
        told = "\n".join(seen)
    assert TOKEN[:12] not in told
    assert "✓ Yes." in told, "the task was done"
    assert "token" in told
    assert not state.exists()


@pytest.mark.usefixtures("recordings")
async def test_every_step_of_a_demonstration_is_played_evenly(tmp_path: Path) -> None:
    clock = HeldClock()
    async with lesson_on_screen(LESSONS["ipam"], tmp_path, present=True, clock=clock, motion=Motion.NONE) as pilot:
        screen = presenting(pilot)
        while screen.stage is None or len(screen.stage.steps) < 4:
            await next_thing(pilot, clock)
        assert len(set(screen.stage.playback.durations)) == 1
