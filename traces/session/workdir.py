"""The temporary folder of a place, and what killed runs have left of theirs."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_PREFIX = "cnistep-"
_MARK = ".made-by-cnistep"
"""A file that only these folders have: nothing of the user's is taken for one."""
_UNLOCKED = 60.0
"""Seconds for which a folder may stand without its lock: it has just been made."""


class Workdir:
    """A folder of its own, held by a lock for as long as its owner lives."""

    def __init__(self, covered: Sequence[str]) -> None:
        """Make it where none of the covered folders is, and take those away that nobody holds any more."""
        room = _room(covered)
        _sweep(room)
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX, dir=room, ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        (self.path / _MARK).touch()

    def cleanup(self) -> None:
        """Take it away; two threads may do so at once."""
        lock, self._lock = self._lock, -1
        self._folder.cleanup()
        if lock >= 0:
            os.close(lock)


def _room(covered: Sequence[str]) -> str:
    """A folder for temporary files that no recorder lies over."""
    places = [os.path.realpath(path) for path in covered]
    rooms = [tempfile.gettempdir(), "/var/tmp", os.path.expanduser("~")]
    free = [room for room in rooms if not any(f"{os.path.realpath(room)}/".startswith(f"{path}/") for path in places)]
    return next((room for room in free if os.access(room, os.W_OK)), rooms[0])


def _sweep(room: str) -> None:
    """Take away the folders of runs that were killed: ours, old enough to be held, and held by nobody."""
    try:
        with os.scandir(room) as entries:
            mine = [entry for entry in entries if entry.name.startswith(_PREFIX) and _may_be_left(entry)]
    except OSError:
        return
    for entry in mine:
        if not _is_held(entry.path):
            shutil.rmtree(entry.path, ignore_errors=True)


def _may_be_left(entry: os.DirEntry[str]) -> bool:
    status = entry.stat(follow_symlinks=False)
    old = time.time() - status.st_mtime > _UNLOCKED
    ours = entry.is_dir(follow_symlinks=False) and status.st_uid == os.geteuid()
    return old and ours and os.path.lexists(os.path.join(entry.path, _MARK))


def _is_held(path: str) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
