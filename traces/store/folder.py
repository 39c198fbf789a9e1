"""The folder that a store keeps its traces in: where it is, who may be in it, who writes just now."""

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_state_dir

from traces.errors import StoreError


def default_state_dir() -> Path:
    """CNISTEP_STATE_DIR, or /var/lib/cnistep for root, or the user's own state directory."""
    chosen = os.environ.get("CNISTEP_STATE_DIR")
    if chosen:
        return Path(chosen)
    return Path("/var/lib/cnistep") if os.geteuid() == 0 else Path(user_state_dir("cnistep"))


def check_folder(path: Path) -> None:
    """Raise StoreError if others could put traces there, or take ours; a folder that is not there yet is fine."""
    try:
        link, folder = path.lstat(), path.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"cannot use the trace folder {path}: {error.strerror}") from error
    if stat.S_ISLNK(link.st_mode) and link.st_uid not in (0, os.geteuid()):
        raise StoreError(f"the trace folder {path} is a symbolic link of another user (uid {link.st_uid}): not used")
    if not stat.S_ISDIR(folder.st_mode):
        raise StoreError(f"the trace folder {path} is not a directory")
    if folder.st_uid not in (0, os.geteuid()):
        raise StoreError(f"the trace folder {path} belongs to another user (uid {folder.st_uid}): not used")
    if folder.st_mode & 0o022:
        mode = stat.S_IMODE(folder.st_mode)
        raise StoreError(f"others may write in the trace folder {path} (mode {mode:04o}): chmod go-w {path}")


def make_folder(path: Path) -> None:
    """Make a folder of mode 0700, and what is missing above it. Raises StoreError."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path}: {error.strerror}") from error


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at the path, waiting for whoever has it. Raises StoreError where it can't be made."""
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise StoreError(f"cannot write in {path.parent}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
