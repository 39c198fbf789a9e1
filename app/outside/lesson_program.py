"""A lesson taken from the screen: in a process of its own, which has the terminal while the screen stands back."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.outside.interrupts import interrupts_are_the_programs
from traces.errors import InputError

_ROOT = str(Path(__file__).parents[2])
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from app.start import main; main()"


def lesson_command(lesson: str) -> Sequence[str]:
    """``cnistep learn`` as this very program; -P keeps modules of the folder that one stands in out of it."""
    return (sys.executable, "-P", "-c", _BOOT, _ROOT, "learn", "--", lesson)


def lesson_looks(theme: str, motion: str, *, ascii_only: bool) -> Mapping[str, str]:
    """The variables that make the lesson look as this screen does."""
    looks = {"TEXTUAL_THEME": theme, "TEXTUAL_ANIMATIONS": motion}
    return {**looks, "CNISTEP_ASCII": "1", "PYTHONIOENCODING": "ascii:backslashreplace"} if ascii_only else looks


def take_lesson(
    command: Sequence[str],
    looks: Mapping[str, str] | None = None,
    *,
    read_line: Callable[[], str] = lambda: sys.stdin.readline(),
) -> None:
    """Let the user take it; where it did not work, read why. Raises InputError where it can't be started."""
    with interrupts_are_the_programs():
        try:
            ended = subprocess.run(command, env={**os.environ, **(looks or {})}, check=False)
        except OSError as error:
            raise InputError(f"the lesson cannot be started: {error.strerror}") from None
        if ended.returncode:
            print("\n-- Enter goes back to the debugger -- ", end="", flush=True)
            read_line()
