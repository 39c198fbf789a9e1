"""The user's terminal, joined to a pseudo terminal of the sandbox.

The shell gets a terminal of its own rather than the user's: job control needs one that no other session has, and a
program in the sandbox can't push characters into the user's.
"""

import contextlib
import fcntl
import os
import select
import signal
import struct
import termios
import tty
from collections.abc import Iterator

from traces.runner.streams import told_status

_STDIN, _STDOUT = 0, 1
_LOOK_AGAIN = 200  # ms after which the size of the window is looked at again


def is_terminal() -> bool:
    """Whether the user sits at a terminal."""
    return os.isatty(_STDIN) and os.isatty(_STDOUT)


def terminal_size() -> tuple[int, int]:
    """Rows and columns of the user's terminal."""
    columns, rows = os.get_terminal_size(_STDIN)
    return rows, columns


def attach(master: int, ending: int) -> int:
    """Carry keys and text until the process at the other side ends; its exit code, 128 + n after signal n.

    Takes both descriptors over: the pseudo terminal's master, and the pipe on which the wait status will arrive.
    """
    try:
        with _raw(_STDIN):
            _carry(master, ending)
        status = told_status(ending)
    finally:
        os.close(master)
        os.close(ending)
    code = -signal.SIGKILL if status is None else os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _carry(master: int, ending: int) -> None:
    size = terminal_size()
    poll = select.poll()
    for descriptor in (_STDIN, master, ending):
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poll.poll(_LOOK_AGAIN)}
        if terminal_size() != size:
            size = terminal_size()
            fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        if master in ready and not _copy(master, _STDOUT):
            poll.unregister(master)
        if _STDIN in ready and not _copy(_STDIN, master):
            poll.unregister(_STDIN)
        if ending in ready:
            return


def _copy(source: int, target: int) -> bool:
    """A chunk from one to the other; False at the end."""
    try:
        chunk = os.read(source, 65536)
        rest = chunk
        while rest:
            rest = rest[os.write(target, rest) :]
    except OSError:
        return False
    return bool(chunk)


@contextlib.contextmanager
def _raw(descriptor: int) -> Iterator[None]:
    """Keys go through as they are: ctrl-C is the shell's business."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setraw(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
