"""Whether a spool may be believed: no other user can have put records there, or the folder itself."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.shim.node import SPOOL


def default_spool() -> Path:
    """CNISTEP_SPOOL, or the spool of the recorders that are installed on this node."""
    return Path(os.environ.get("CNISTEP_SPOOL") or SPOOL)


def check_spool(path: Path) -> bool:
    """Whether the spool is there.

    It must be a folder of root's or one's own that nobody else may enter, in folders in which nobody else may put
    another in its place; a symbolic link on the way must be root's or one's own. Raises InputError where it is not
    so, and PlaceError where it is not this user's to read.
    """
    try:
        for place in _on_the_way(path):
            _check_step(place, path)
        folder = path.lstat()
    except FileNotFoundError:
        return False
    except PermissionError:
        raise PlaceError(_not_yours(path)) from None
    except OSError as error:
        raise InputError(f"the spool {path} cannot be used: {error.strerror}") from error
    if not stat.S_ISDIR(folder.st_mode):
        what = "a symbolic link" if stat.S_ISLNK(folder.st_mode) else "no folder"
        raise InputError(f"the spool {path} is {what}: not used")
    if folder.st_mode & 0o077:
        raise InputError(
            f"the spool {path} may be used by others (mode {stat.S_IMODE(folder.st_mode):04o}), expected 0700: not used"
        )
    if not may_read(path):
        raise PlaceError(_not_yours(path))
    return True


def may_read(path: Path) -> bool:
    """Whether this user may read the spool at all: it is mostly root's."""
    return os.access(path, os.R_OK | os.X_OK)


def _not_yours(path: Path) -> str:
    return f"the spool {path} is not yours to read, as it may hold secrets: use sudo"


def _on_the_way(path: Path) -> Iterator[Path]:
    """Every folder from the root down to the spool, as it is written and as it really is."""
    for way in (Path(os.path.abspath(path)), Path(os.path.realpath(path))):
        yield from reversed((way, *way.parents))


def _check_step(place: Path, spool: Path) -> None:
    step = place.lstat()
    where = f"the spool {spool}" if place == spool else f"{place}, on the way to the spool {spool},"
    if step.st_uid not in (0, os.geteuid()):
        what = "is a symbolic link of" if stat.S_ISLNK(step.st_mode) else "belongs to"
        raise InputError(f"{where} {what} another user (uid {step.st_uid}): not used")
    if stat.S_ISDIR(step.st_mode) and step.st_mode & 0o022 and not step.st_mode & stat.S_ISVTX:
        raise InputError(f"{where} may be written in by others (mode {stat.S_IMODE(step.st_mode):04o}): not used")
