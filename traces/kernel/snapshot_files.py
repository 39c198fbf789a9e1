"""Reads what of a moment lies in files: kernel settings, and host-local's reservations."""

import os
import stat
from collections.abc import Iterable, Iterator

from traces.model.snapshot import Reservation, Sysctl

_SETTINGS = "/proc/sys"
_MOST = 4096  # bytes of a file that are looked at
_MOST_FILES = 10_000
_NO_RESERVATION = ("lock", "last_reserved_ip.")


def read_sysctl(name: str) -> Sysctl:
    """A setting of the namespace that one is in; its name as sysctl(8) takes it, with dots or with slashes.

    Raises OSError where it is there and can't be read, ValueError where the name is none.
    """
    try:
        return Sysctl(name=name, value=" ".join(_read(setting_path(name)).decode(errors="replace").split()))
    except (FileNotFoundError, NotADirectoryError):
        return Sysctl(name=name, value=None)


def setting_path(name: str) -> str:
    """The file of a setting. Where the first separator is a dot, dots and slashes are swapped (sysctl.d(5))."""
    first = next((letter for letter in name if letter in "./"), "")
    parts = (name.translate(str.maketrans("./", "/.")) if first == "." else name).split("/")
    if not first or not all(part.strip(".") and "\0" not in part for part in parts):
        raise ValueError(f"{name!r} is no name of a setting")
    return os.path.join(_SETTINGS, *parts)


def read_reservations(folder: str) -> Iterator[Reservation]:
    """The files in a folder of host-local; none where it is not there. Raises OSError.

    Each has the container's id and, since 0.7, the interface's name, parted by CR LF (host-local/backend/disk).
    """
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    if len(names) > _MOST_FILES:
        raise OSError(f"{folder} has more than {_MOST_FILES} files")
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith(_NO_RESERVATION):
            yield Reservation(path=path)
            continue
        lines = _lines_of(path)
        if lines is not None:
            yield Reservation(path=path, container_id=lines[0], ifname=lines[1])


def _lines_of(path: str) -> tuple[str, str] | None:
    """The two lines of a reservation; None where it went away meanwhile."""
    try:
        content = _read(path)
    except FileNotFoundError:
        return None
    lines: Iterable[str] = content.decode(errors="surrogateescape").split("\n")
    first, second, *_ = (*(line.strip() for line in lines), "", "")
    return first, second


def _read(path: str) -> bytes:
    """The beginning of a regular file: whoever made it may have put anything there."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is not a regular file")
        return os.read(descriptor, _MOST)
    finally:
        os.close(descriptor)
