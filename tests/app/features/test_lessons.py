"""L: the lessons that explain this step, and one of them taken while the screen stands back."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import OptionList

from app.screens.debugger import DebuggerScreen
from app.screens.pick import PickScreen
from tests.support.lessons import BRIDGE, write_lesson
from tests.support.screens import NARROW, WIDE, debugger, screen_lines, told
from tests.support.traces import recorded
from traces.lessons.load import bundled
from traces.lessons.progress import Progress

SMALL = (60, 16)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens, with a terminal that can be handed over, and no lesson that waits for anybody."""
    happened: list[str] = []

    @contextlib.contextmanager
    def suspend(app: object) -> Iterator[None]:
        happened.append("away")
        yield
        happened.append("back")

    monkeypatch.setattr("app.cnistep_app.CnistepApp.suspend", suspend)
    monkeypatch.setattr("app.features.lessons.take_lesson", lambda command, looks: happened.append(command[-1]))
    return happened


@pytest.mark.parametrize("size", [SMALL, NARROW, WIDE])
async def test_the_best_lesson_stands_first_and_all_are_there(size: tuple[int, int]) -> None:
    async with debugger(recorded()).run_test(size=size) as pilot:
        await pilot.press("full_stop", "L")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickScreen)
        rows = [line.strip(" │┃▌▎▊") for line in screen_lines(pilot)]
        listed = next(place for place, row in enumerate(rows) if "* IPAM, and other delegates" in row)
        assert not any("* " in row and "explains" not in row for row in rows[:listed])
        assert pilot.app.screen.query_one(OptionList).option_count == len(bundled())
        assert any("Lessons (* explains this step)" in row for row in rows)


async def test_enter_takes_it_while_the_screen_is_away(taken: list[str]) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "L", "enter")
        await pilot.pause()
        assert taken == ["away", "ipam", "back"]
        assert isinstance(pilot.app.screen, DebuggerScreen)


async def test_escape_takes_none(taken: list[str]) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("L", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, DebuggerScreen)
        assert taken == []


async def test_without_a_terminal_the_command_is_told() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "L", "enter")
        await pilot.pause()
        assert told(pilot) == ["No terminal can be had here. In a shell: cnistep learn ipam"]


async def test_a_lesson_of_ones_own_that_was_begun_is_listed(
    taken: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    toml = 'explains = ["plugin host-local"]\n[[run]]\nverb = "ADD"\n'
    ours, gone = write_lesson(tmp_path / "ours", BRIDGE, toml=toml), tmp_path / "gone"
    for folder in (ours, gone):
        Progress(tmp_path / "state").keep(str(folder), "one")
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "L", *"our chain", "enter")
        await pilot.pause()
        assert taken == ["away", str(ours), "back"]


async def test_help_names_the_key() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("question_mark", "slash", *"lesson")
        await pilot.pause()
        assert any("Lessons about this step" in line for line in screen_lines(pilot))


async def test_help_names_the_lesson_and_leads_to_it() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "question_mark")
        await pilot.pause()
        assert any("L: lesson «IPAM, and other delegates»" in line for line in screen_lines(pilot))
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickScreen)
