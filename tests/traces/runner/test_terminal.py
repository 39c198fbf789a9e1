"""The shell at the user's terminal; the test sits at the other side of it."""

import os
import pty
import select
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_place import fresh_sandbox
from traces.runner.terminal import is_terminal

pytestmark = pytest.mark.sandbox
ROOT = Path(__file__).resolve().parents[3]
_SHELL = f"""
import sys, tempfile
sys.path.insert(0, {str(ROOT)!r})
from traces.runner.sandbox import SandboxSpec, open_sandbox
with tempfile.TemporaryDirectory() as workdir, open_sandbox(SandboxSpec(workdir=workdir)) as box:
    print("exit code", box.shell())
"""


class Terminal:
    """A terminal of 30 lines and 100 columns with the shell in it."""

    def __init__(self) -> None:
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.execv(sys.executable, [sys.executable, "-c", _SHELL])
        termios.tcsetwinsize(self.master, (30, 100))
        self.seen = ""

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.master, text.encode())

    def until(self, text: str) -> str:
        """Wait for this text on the screen; what was seen up to it. pytest's timeout is the limit."""
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        while text not in self.seen:
            poll.poll()
            self.seen += os.read(self.master, 4096).decode()
        before, _, self.seen = self.seen.partition(text)
        return before


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    terminal.until("sandbox:/# ")
    yield terminal
    os.close(terminal.master)
    os.waitpid(terminal.process, 0)


def _say(word: str) -> str:
    """A command that prints the word, and does not hold it itself."""
    return f"printf '%s\\n' {word[0]}''{word[1:]}\r"


def test_the_shell_sits_at_a_terminal_of_its_own(terminal: Terminal) -> None:
    terminal.type("tty\r")
    terminal.until("/dev/pts/0")


def test_ctrl_c_stops_the_program_and_not_the_shell(terminal: Terminal) -> None:
    terminal.type("sh -c \"echo st''arted; exec sleep 1000\"\r")
    terminal.until("started")
    terminal.type("\x03")
    terminal.type(_say("alive"))
    terminal.until("alive")


def test_jobs_are_stopped_and_continued(terminal: Terminal) -> None:
    terminal.type("sh -c \"echo st''arted; exec sleep 1000\"\r")
    terminal.until("started")
    terminal.type("\x1a")
    terminal.until("Stopped")
    terminal.type("bg; kill %1; wait; " + _say("over"))
    terminal.until("over")


def test_a_change_of_size_arrives(terminal: Terminal) -> None:
    terminal.type("stty size\r")
    terminal.until("30 100")
    termios.tcsetwinsize(terminal.master, (24, 80))
    terminal.type("until stty size | grep '24 8''0'; do sleep 0.1; done\r")
    terminal.until("24 80")


def test_the_exit_code_is_the_shells(terminal: Terminal) -> None:
    terminal.type("exit 7\r")
    terminal.until("exit code 7")


def test_a_background_process_does_not_hold_the_shell(terminal: Terminal) -> None:
    terminal.type("sh -c 'trap \"\" HUP; sleep 1000' & disown; exit 5\r")
    terminal.until("exit code 5")


def test_without_a_terminal_commands_come_from_stdin(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    (tmp_path / "script").write_text("echo said; exit 4\n")
    with (tmp_path / "script").open() as script, fresh_sandbox() as box:
        monkeypatch.setattr(sys, "stdin", script)
        assert not is_terminal()
        assert box.shell() == 4
    assert capfdbinary.readouterr().out == b"said\n"
