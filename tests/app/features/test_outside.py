"""v, E and ctrl+z: the user's own programs get the terminal, and the screen comes back."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from app.screens.error import ErrorScreen
from tests.support.screens import NARROW, WIDE, debugger, screen_lines, until
from tests.support.traces import failing_add


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can be handed over, which a test has not."""

    @contextlib.contextmanager
    def suspend(app: object) -> Iterator[None]:
        yield

    monkeypatch.setattr("app.debugger_app.DebuggerApp.suspend", suspend)


def program(folder: Path, script: str) -> str:
    """A program of that script."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def said(pilot: Pilot[None]) -> str:
    """The toasts."""
    return "\n".join(note.message for note in pilot.app._notifications)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_pager_gets_json_laid_out(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", program(tmp_path, f'test "$1" = -R && cat > {tmp_path}/read') + " -R")
    async with debugger(failing_add()).run_test(size=size) as pilot:
        await pilot.press("v")
        assert '\n  "ipam": {\n    "ranges": [' in (tmp_path / "read").read_text()


@pytest.mark.usefixtures("terminal")
async def test_nothing_in_the_pager_acts_on_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", program(tmp_path, f"cat > {tmp_path}/read"))
    trace = failing_add()
    trace = replace(trace, calls=(replace(trace.calls[0], stdin=b"a\x1b[2J\x00\xff\n\xc2\x9b"), *trace.calls[1:]))
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("v")
        assert (tmp_path / "read").read_text() == "a\u241b[2J\u2400\\xff\n<U+009B>"


@pytest.mark.usefixtures("terminal")
async def test_a_pager_may_be_left_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "true")
    trace = failing_add()
    trace = replace(trace, calls=(replace(trace.calls[0], stdin=b"x\n" * 1_000_000), *trace.calls[1:]))
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("v")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, ErrorScreen)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("value", "words"), [("no-such-pager -R", "no program no-such-pager"), ("less 'x", "no closing")]
)
async def test_a_pager_that_is_not_there_is_one_message(
    value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", value)
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("v")
        await until(pilot, lambda: any(words in line for line in screen_lines(pilot)))


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("stdin", "given"), [(b'{"a":[1.50,2]}', b'{\n  "a": [ 1.50, 2 ]\n}\n'), (b"no\x00 JSON\xff", b"no\x00 JSON\xff")]
)
async def test_the_editor_gets_json_laid_out_and_leaves_no_file(
    stdin: bytes, given: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f'cat "$1" > {tmp_path}/read; stat -c %a "$1" > {tmp_path}/mode; echo "$1" > {tmp_path}/name'
    monkeypatch.setenv("VISUAL", program(tmp_path, script))
    trace = failing_add()
    trace = replace(trace, calls=(replace(trace.calls[0], stdin=stdin), *trace.calls[1:]))
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("E")
        assert (tmp_path / "read").read_bytes() == given
        assert (tmp_path / "mode").read_text() == "600\n"
        assert not os.path.exists((tmp_path / "name").read_text().strip())
        assert said(pilot) == ""


@pytest.mark.usefixtures("terminal")
async def test_an_edit_of_a_reply_was_only_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", program(tmp_path, 'echo more >> "$1"'))
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "full_stop", "E")
        await until(pilot, lambda: "only a copy" in said(pilot))


@pytest.mark.usefixtures("terminal")
async def test_an_edit_of_stdin_goes_on_in_the_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", program(tmp_path, """sed -i 's/cni-r0/cni-r1/' "$1\""""))
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert '"cni-r1"' in pilot.app.screen.query_one(TextArea).text
        await pilot.press("ctrl+r")
        await until(pilot, lambda: any("your edited stdin" in line for line in screen_lines(pilot)))


@pytest.mark.usefixtures("terminal")
async def test_an_edit_of_a_delegates_stdin_was_only_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", program(tmp_path, 'echo more >> "$1"'))
    monkeypatch.delenv("VISUAL", raising=False)
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("full_stop", "E")
        await until(pilot, lambda: "not at a delegate" in said(pilot))


@pytest.mark.usefixtures("terminal")
async def test_an_editor_that_fails_gives_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", program(tmp_path, 'echo more >> "$1"; exit 3'))
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: any("exit code 3" in line for line in screen_lines(pilot)))


@pytest.mark.parametrize("key", ["v", "E", "ctrl+z"])
async def test_a_terminal_that_cannot_be_handed_over_is_one_line(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: "terminal" in said(pilot))
        assert said(pilot).count("\n") == 0


async def test_the_process_is_suspended_where_there_is_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        driver = pilot.app._driver
        assert driver is not None
        monkeypatch.setattr(type(driver), "can_suspend", property(lambda self: True), raising=False)
        monkeypatch.setattr(type(pilot.app), "action_suspend_process", lambda self: asked.append(True))
        await pilot.press("ctrl+z")
        assert asked == [True]


async def test_in_the_editor_it_is_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("app.features.outside.Outside.suspend", lambda self: asked.append(True))
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "e")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditScreen)
        await pilot.press("x")
        assert screen.changed
        await pilot.press("ctrl+z")
        assert not screen.changed and asked == []
