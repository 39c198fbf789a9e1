"""The lessons' screen as it is started: by the command line, at a real terminal."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from app import launch_lessons
from app.cnistep_app import CnistepApp
from app.learning.school import School
from app.lesson_app import LessonApp
from app.looks.looks import Looks
from app.screens.lesson_presenting import PresentingScreen
from app.screens.lesson_school import SchoolScreen
from panels.render.glyphs import ASCII
from tests.support.lessons import without_sandbox
from traces.errors import InputError
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.timeline.playback import Motion

ROOT = Path(__file__).parents[2]
FIRST = bundled()[0]


@pytest.mark.parametrize(("present", "kind"), [(False, SchoolScreen), (True, PresentingScreen)])
async def test_the_screen_is_made_with_the_looks(
    present: bool, kind: type[SchoolScreen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_sandbox(monkeypatch)
    started: list[tuple[CnistepApp, bool]] = []

    def show_app(app: CnistepApp, *, mouse: bool) -> int:
        started.append((app, mouse))
        return 0

    monkeypatch.setattr(launch_lessons, "show_app", show_app)
    with School(Progress(tmp_path), "1") as school:
        walk = school.take(FIRST.id, FIRST)
        looks = Looks(motion="none", ascii=True, mouse=False)
        assert launch_lessons.launch_lessons(school, walk, looks, present=present) == 0
        with pytest.raises(InputError, match="there is no theme nonsense"):
            launch_lessons.launch_lessons(school, walk, Looks(theme="nonsense"))
    [(app, mouse)] = started
    assert isinstance(app, LessonApp)
    assert (type(app.lesson), app.glyphs, app.motion, mouse) == (kind, ASCII, Motion.NONE, False)
    assert app.lesson.walk is walk


def read_until(terminal: int, condition: Callable[[bytes], bool]) -> bytes:
    """What a program writes to its terminal, until something holds. Raises AssertionError if it never does."""
    written, until = b"", monotonic() + 40
    while not condition(written):
        assert monotonic() < until, written
        if select.select([terminal], [], [], 0.2)[0]:
            written += os.read(terminal, 65536)
    return written


def test_a_lesson_opens_at_a_terminal_and_is_left() -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""}
    command = [sys.executable, "-m", "app", "learn", "conflist", "--motion", "none"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as run:
        os.close(theirs)
        try:
            read_until(ours, lambda written: b"Goal: " in written)
            os.write(ours, b"q")
            assert run.wait(30) == 0
        finally:
            run.kill()
            os.close(ours)
