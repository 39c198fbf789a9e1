"""A lesson taken from the screen: in a process of its own, which has the terminal while the screen stands back."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.outside.interrupts import interrupts_are_the_programs
from traces.errors import InputError

_ROOT = str(Path(__file__).parents[2])
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from app.start import main; main()"


def lesson_command(lesson: str) -> Sequence[str]:
    """``cnistep learn`` as this very program; -P keeps modules of the folder that one stands in out of it."""
    return (sys.executable, "-P", "-c", _BOOT, _ROOT, "learn", "--", lesson)


def take_lesson(
    command: Sequence[str], *, ascii_only: bool = False, read_line: Callable[[], str] = lambda: sys.stdin.readline()
) -> None:
    """Let the user take it, and read its last words. Raises InputError where it can't be started."""
    environment = {**os.environ, **({"PYTHONIOENCODING": "ascii:backslashreplace"} if ascii_only else {})}
    with interrupts_are_the_programs():
        try:
            subprocess.run(command, env=environment, check=False)
        except OSError as error:
            raise InputError(f"the lesson cannot be started: {error.strerror}") from None
        print("\n-- Enter goes back to the debugger -- ", end="", flush=True)
        read_line()
