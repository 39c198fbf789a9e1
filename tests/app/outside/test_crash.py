"""A mistake of ours: the report tells where, and nothing of what was recorded."""

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app import launch
from app.outside.crash import report_crash
from tests.support.cli import cnistep
from tests.support.screens import NARROW, Feed, backend_of, debugger, screen_of, until
from tests.support.traces import failing_add
from traces.timeline.replay import replay


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def a_mistake() -> RuntimeError:
    """An error with a payload in a variable, a secret in its words, and another error before it."""
    payload = "recorded-payload-in-a-variable"
    try:
        try:
            raise KeyError(len(payload))
        except KeyError as error:
            raise RuntimeError(f"token=hunter2-hunter2 {'long ' * 500}END\x1b[2J") from error
    except RuntimeError as error:
        return error


def report(state: Path) -> str:
    """The only report."""
    [path] = (state / "crashes").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return path.read_text()


def test_one_line_names_the_error_and_the_report(state: Path) -> None:
    line = report_crash(a_mistake())
    [path] = (state / "crashes").iterdir()
    assert line.startswith("cnistep: this is a mistake of cnistep: RuntimeError in test_crash.py:")
    assert line.endswith(f"the report is in {path}") and "\n" not in line


def test_the_report_tells_where_and_what_was_done_last(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TMUX", "/tmp/a-path-that-says-who")
    report_crash(a_mistake(), size=(80, 24), actions=[f"step({number})" for number in range(3)])
    text = report(state)
    for words in ("size: 80x24", "TERM: xterm-256color", "TMUX: set", "  step(2)\n", "in a_mistake", "KeyError: 30"):
        assert words in text
    assert "raise RuntimeError" in text and text.index("KeyError") < text.index("RuntimeError: ")


def test_the_report_holds_no_payload_and_no_secret(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["cnistep", "run", "--args=TOKEN=hunter3"])
    report_crash(a_mistake())
    text = report(state)
    words = [line for line in text.splitlines() if line.startswith("RuntimeError: ")]
    assert "hunter2" not in words[0] and "<redacted:token:1>" in words[0] and "END" not in words[0]
    assert "hunter3" not in text and "arguments: run and 1 more" in text
    assert "\x1b" not in text


def test_where_no_report_can_be_kept_the_line_says_so(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state.write_text("a file in its place")
    assert "the report cannot be kept" in report_crash(a_mistake())


def test_an_error_whose_words_fail_is_reported_too(state: Path) -> None:
    class Sullen(Exception):
        def __str__(self) -> str:
            raise ValueError

    report_crash(Sullen())
    assert "its words cannot be told" in report(state)


def test_only_the_newest_reports_are_kept(state: Path) -> None:
    for _ in range(25):
        report_crash(a_mistake())
    assert len(list((state / "crashes").iterdir())) == 20


def test_a_mistake_in_a_headless_verb_is_one_line(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("app.commands.list.kept_summaries", broken)
    ran = cnistep("list")
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)
    assert "ZeroDivisionError" in ran.stderr and "ZeroDivisionError: planted" in report(state)


async def test_the_screen_remembers_what_was_done_last() -> None:
    app = debugger(failing_add())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press(*["full_stop"] * 25, "n")
        assert list(app.last_actions)[-2:] == ["step(1)", "link(1)"]
        assert len(app.last_actions) == 20


async def test_a_mistake_in_an_action_ends_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("app.screens.stepping.SteppingScreen.action_first", broken)
    app = debugger(failing_add())
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=NARROW) as pilot:
            await pilot.press("g")
    assert isinstance(app.mistake, ZeroDivisionError) and app._exit_renderables == []


async def test_a_mistake_while_drawing_ends_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    app = debugger(failing_add())
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=NARROW) as pilot:
            monkeypatch.setattr("panels.transport.Transport.render_line", broken)
            await pilot.press("full_stop")
            await pilot.pause()
    assert isinstance(app.mistake, ZeroDivisionError)


async def test_a_mistake_in_a_worker_ends_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("app.features.copying.Copying._copy_call", broken)
    app = debugger(failing_add())
    with pytest.raises(Exception, match="planted"):
        async with app.run_test(size=NARROW) as pilot:
            await pilot.press("Y")
            await pilot.pause(0.2)
    assert isinstance(app.mistake, ZeroDivisionError)


async def test_a_mistake_ends_the_run_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    asked: list[bool] = []
    feed = Feed()

    def stop() -> None:
        asked.append(True)
        feed.end()

    backend = replace(backend_of((), live=feed.events()), stop=stop)
    monkeypatch.setattr("app.screens.stepping.SteppingScreen.action_first", broken)
    with pytest.raises(ZeroDivisionError):
        async with debugger(backend=backend).run_test(size=NARROW) as pilot:
            feed.give(*list(replay(failing_add()))[:2])
            await until(pilot, lambda: screen_of(pilot).trace is not None)
            await pilot.press("g")
    assert asked == [True]


def test_the_launcher_says_where_the_report_is(
    state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = debugger(failing_add())

    async def leave(_: object, *, mouse: bool) -> None:
        app._exception = ZeroDivisionError("planted")

    monkeypatch.setattr(launch, "_until_left", leave)
    monkeypatch.setattr(launch, "_keys_from_the_terminal", lambda: None)
    assert launch.show_app(app, mouse=False) == 1
    [path] = (state / "crashes").iterdir()
    assert capsys.readouterr().err.endswith(f"the report is in {path}\n")
