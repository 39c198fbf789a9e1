"""A plugin folder opened for work on it, with the folder in it where its plugins stand aside.

Whoever works here holds the lock. What somebody killed in the middle of it left behind is put right first, and the
folder for the plugins goes as soon as nothing stands in it.
"""

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from traces.errors import PlaceError
from traces.shim.node import ASIDE, Node
from traces.shim.swap import pinning, swap

_LOCK = ".lock"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LABEL = "security.selinux"


def part_of(name: str) -> str:
    """The name under which a plugin's recorder is being written: never whole, never to be kept."""
    return f".{name}.part"


def swap_of(name: str) -> str:
    """The name under which a file waits to be swapped with the one in a plugin's place, and what came out is found."""
    return f".{name}.swap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Both folders, as descriptors."""

    folder: int
    aside: int

    def sync(self) -> None:
        """Have both folders on the disk."""
        os.fsync(self.aside)
        os.fsync(self.folder)

    def drop(self, name: str) -> None:
        """Take a file out of the folder aside, if it is there."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self.aside)


def is_hidden(name: str) -> bool:
    """Whether a name in either folder is none of a plugin: of ours, or of an installer at its work."""
    return name.startswith(".")


@contextmanager
def opened_aside(node: Node, path: str, *, make: bool) -> Iterator[Opened | None]:
    """Open a plugin folder and the folder aside, locked; None where there is no folder aside and none is to be made.

    Raises PlaceError where one of them cannot be used, OSError where what was left behind cannot be put right.
    """
    with contextlib.ExitStack() as descriptors:
        try:
            folder = _kept(descriptors, os.open(node.seen(path), _FOLDER))
            opened = _locked(descriptors, folder, path, make)
        except OSError as error:
            raise PlaceError(f"{path}: nothing can be changed there: {error.strerror}") from error
        if opened is None:
            yield None
            return
        try:
            _put_right(opened)
            yield opened
        finally:
            _tidy(opened)


def _kept(descriptors: contextlib.ExitStack, descriptor: int) -> int:
    descriptors.callback(os.close, descriptor)
    return descriptor


def _locked(descriptors: contextlib.ExitStack, folder: int, path: str, make: bool) -> Opened | None:
    """The folders, with the lock held. Whoever had it before may have removed the folder aside, and the lock in it."""
    while True:
        try:
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(ASIDE, 0o700, dir_fd=folder)
            aside = _kept(descriptors, os.open(ASIDE, _FOLDER, dir_fd=folder))
            _check(aside, path)
            if make:
                _open_up(folder, aside)
            lock = _kept(
                descriptors,
                os.open(_LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=aside),
            )
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(lock), os.stat(_LOCK, dir_fd=aside, follow_symlinks=False)):
                return Opened(folder=folder, aside=aside)
        except FileNotFoundError:
            if not make:
                return None


def _open_up(folder: int, aside: int) -> None:
    """Whoever may execute plugins in the plugin folder may do so in the folder aside."""
    mode = stat.S_IMODE(os.fstat(folder).st_mode) & ~0o7022 | 0o700
    if stat.S_IMODE(os.fstat(aside).st_mode) != mode:
        os.fchmod(aside, mode)
    with contextlib.suppress(OSError):
        label = os.getxattr(folder, _LABEL)
        if os.getxattr(aside, _LABEL) != label:
            os.setxattr(aside, _LABEL, label)


def _check(aside: int, path: str) -> None:
    """Refuse a folder aside that another user has made, or may write in."""
    status = os.fstat(aside)
    if status.st_uid != os.geteuid() or status.st_mode & 0o022:
        mode = stat.S_IMODE(status.st_mode)
        raise PlaceError(
            f"{path}/{ASIDE}: not used: it belongs to uid {status.st_uid} and has mode {mode:04o}, "
            f"expected uid {os.geteuid()} and nobody else to write there"
        )


def _put_right(opened: Opened) -> None:
    """Finish what somebody who was killed had begun with temporary names."""
    for name in os.listdir(opened.aside):
        if name.startswith(".") and name.endswith(".part"):
            opened.drop(name)
        elif name.startswith(".") and name.endswith(".swap"):
            _put_right_swap(opened, name[1:].removesuffix(".swap"))
            opened.drop(name)


def _put_right_swap(opened: Opened, name: str) -> None:
    """A plugin under the name for swaps is an upgrade that came out, unless it is the one that stands aside.

    It belongs in the plugin's place, if what it was swapped for is still there.
    """
    with pinning() as pins:
        waiting, aside = pins.find(opened.aside, swap_of(name)), pins.find(opened.aside, name)
        placed = pins.find(opened.folder, name)
        if waiting is None or waiting.recorder or (aside and os.path.samestat(waiting.status, aside.status)):
            return
        if placed is None:
            if aside is None:
                os.link(swap_of(name), name, src_dir_fd=opened.aside, dst_dir_fd=opened.folder)
        elif placed.recorder or (aside and os.path.samestat(placed.status, aside.status)):
            swap(opened.folder, name, opened.aside, swap_of(name), placed, pins)


def _tidy(opened: Opened) -> None:
    """Remove the folder aside, if nothing but its lock is in it."""
    if os.listdir(opened.aside) == [_LOCK]:
        os.unlink(_LOCK, dir_fd=opened.aside)
        with contextlib.suppress(OSError):
            os.rmdir(ASIDE, dir_fd=opened.folder)
        os.fsync(opened.folder)
