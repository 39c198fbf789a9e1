"""A lesson in a process of its own."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from app.outside.lesson_program import lesson_command, lesson_looks, take_lesson
from traces.errors import InputError


def test_it_is_this_program_from_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "start.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    take_lesson(lesson_command("no-such-lesson"), read_line=lambda: "\n")
    out, err = capfd.readouterr()
    assert "no-such-lesson: no such lesson" in err
    assert out.endswith("-- Enter goes back to the debugger -- ")


def test_after_a_lesson_that_worked_nothing_is_asked(capfd: pytest.CaptureFixture[str]) -> None:
    take_lesson((sys.executable, "-c", "print('well')"), read_line=lambda: pytest.fail("a line was read"))
    assert capfd.readouterr().out == "well\n"


def test_it_looks_as_the_screen_does(capfd: pytest.CaptureFixture[str]) -> None:
    show = (
        "import os; print(*(os.environ.get(name) for name in ('TEXTUAL_THEME', 'TEXTUAL_ANIMATIONS', 'CNISTEP_ASCII')))"
    )
    take_lesson((sys.executable, "-c", show), lesson_looks("cnistep-light", "basic", ascii_only=True))
    assert capfd.readouterr().out == "cnistep-light basic 1\n"


def test_an_interrupt_ends_the_lesson_and_not_the_screen() -> None:
    before = signal.getsignal(signal.SIGINT)
    both = f"import os, signal; [os.kill(pid, signal.SIGINT) for pid in ({os.getpid()}, os.getpid())]; input()"
    take_lesson((sys.executable, "-c", f"import sys; sys.stderr = None; {both}"), read_line=lambda: "\n")
    assert signal.getsignal(signal.SIGINT) is before


def test_a_program_that_is_gone_is_one_line() -> None:
    with pytest.raises(InputError, match=r"^the lesson cannot be started: No such file"):
        take_lesson(("/no/such/python",), read_line=lambda: "\n")


def test_a_terminal_without_unicode_is_spared_it(capfd: pytest.CaptureFixture[str]) -> None:
    take_lesson((sys.executable, "-c", "print('\u2502')"), lesson_looks("x", "none", ascii_only=True))
    assert capfd.readouterr().out.startswith("\\u2502\n")


async def test_a_loop_hears_of_other_signals_once_it_is_over() -> None:
    loop, heard = asyncio.get_running_loop(), list[signal.Signals]()
    for number in (signal.SIGINT, signal.SIGUSR1):
        loop.add_signal_handler(number, heard.append, number)
    send = f"import os, signal; [os.kill({os.getpid()}, each) for each in (signal.SIGINT, signal.SIGUSR1)]"
    try:
        take_lesson((sys.executable, "-c", send), read_line=lambda: "\n")
        for _ in range(5):
            await asyncio.sleep(0)
        assert heard == [signal.SIGUSR1]
    finally:
        for number in (signal.SIGINT, signal.SIGUSR1):
            loop.remove_signal_handler(number)
