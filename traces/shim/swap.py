"""Swap a file with the one in a plugin's place, so that nothing which the plugin's owner puts there is lost.

Owners replace plugins whenever they like: by a rename over the name, or by writing into the file. So what comes out of
a swap is looked at. If it is not what was to come out, the owner was faster, and it is put back: the newest stays.
"""

import errno
import fcntl
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from traces.errors import InputError
from traces.kernel.syscalls import exchange
from traces.shim.image import Settings, is_recorder, settings_of

_LARGEST_RECORDER = 8 << 20


class Pin:
    """A file held open: as long as it is, its inode number is given to no other file."""

    def __init__(self, descriptor: int) -> None:
        """Take note of the file as it is now. Its content is looked at when that is asked for, once."""
        self.descriptor = descriptor
        self.status = os.fstat(descriptor)

    @cached_property
    def recorder(self) -> bool:
        """Whether it is a recorder, of whatever version."""
        return is_recorder(self.content())

    @cached_property
    def settings(self) -> Settings | None:
        """A recorder's settings; None where they are of a version that is not known here, and for all other files."""
        try:
            return settings_of(self.content()) if self.recorder else None
        except InputError:
            return None

    def is_same(self, other: "Pin") -> bool:
        """Whether both are one file, with the same content at both times, and nobody is writing into it now."""
        mine, theirs = self.status, other.status
        return (
            (mine.st_dev, mine.st_ino, mine.st_size, mine.st_mtime_ns)
            == (theirs.st_dev, theirs.st_ino, theirs.st_size, theirs.st_mtime_ns)
            and self.recorder == other.recorder
            and not self.is_written()
        )

    def content(self) -> bytes:
        """What is in the file now; nothing, if it is too long for a recorder."""
        size = os.fstat(self.descriptor).st_size
        return b"" if size > _LARGEST_RECORDER else os.pread(self.descriptor, size, 0)

    def is_written(self) -> bool:
        """Whether some process has the file open for writing; False where the file system cannot tell."""
        try:
            # A lease to read is refused then (fcntl(2)). A signal that is ignored tells of writers to come.
            fcntl.fcntl(self.descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except OSError as error:
            return error.errno == errno.EAGAIN
        fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        return False


class Pins:
    """The files that one piece of work holds open."""

    def __init__(self) -> None:
        """Hold none yet."""
        self._held: list[Pin] = []

    def pin(self, folder: int, name: str) -> Pin:
        """Hold a file open. Raises OSError; a link is refused with ELOOP."""
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        held = Pin(descriptor)
        self._held.append(held)
        return held

    def find(self, folder: int, name: str) -> Pin | None:
        """The same, or None where there is no such file. Raises OSError."""
        try:
            return self.pin(folder, name)
        except FileNotFoundError:
            return None

    def close(self) -> None:
        """Let go of all."""
        while self._held:
            os.close(self._held.pop().descriptor)


@contextmanager
def pinning() -> Iterator[Pins]:
    """Hold files open for as long as the block runs."""
    pins = Pins()
    try:
        yield pins
    finally:
        pins.close()


def swap(folder: int, name: str, aside: int, other: str, expected: Pin, pins: Pins) -> bool:
    """Swap ``other`` in one folder with ``name`` in the plugin folder, where ``expected`` should be.

    False, if something newer was there: that is there again then. Whatever came out last is under ``other``. Raises
    OSError; FileNotFoundError where one of the two is gone.
    """
    known = [expected]
    while True:
        known.append(pins.pin(aside, other))
        exchange(folder, name, aside, other)
        out = pins.pin(aside, other)
        if any(out.is_same(one) for one in known):
            return len(known) == 2
        # What came out is newer than what has been put in: it goes back in the next round.
