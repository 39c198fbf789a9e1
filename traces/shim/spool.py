"""The spool: the folder in which recorders write, read once or again and again.

A record is `<name>.open` and locked while its recorder lives, and is renamed at its end: `.ok`, `.err`, or `.cut` where
the recording broke. Whatever its suffix, the name says which record it is; it ends in `.poll` where a runtime only
asked for VERSION or STATUS.
"""

import errno
import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from traces.errors import InputError
from traces.shim.frames import record_of
from traces.shim.record import Record, State

__all__ = ["Record", "SpoolReader", "State", "read_record", "read_spool"]

_SUFFIXES = ("open", "ok", "err", "cut")


def read_record(path: Path) -> Record | None:
    """The record in one file, or None where it is none, has no header yet, is a symbolic link, or is gone.

    Raises InputError where the file cannot be read.
    """
    name, _, suffix = path.name.rpartition(".")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None
        raise InputError(f"{path}: a record that cannot be read: {error.strerror}") from error
    with open(descriptor, "rb") as file:
        locked = suffix == "open" and _is_locked(descriptor)
        return record_of(name, suffix, file.read(), locked=locked)


def _is_locked(descriptor: int) -> bool:
    """Whether the recorder lives. Its lock is asked for, and let go at once: the recorder tries more than once."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def read_spool(directory: Path) -> tuple[Record, ...]:
    """All records of a spool, in the order of their start. Raises InputError where it cannot be read."""
    return SpoolReader(directory).poll()


class SpoolReader:
    """Reads a spool again and again, and gives what is new in it."""

    def __init__(self, directory: Path) -> None:
        """Read nothing yet: the first poll gives everything that is there."""
        self._directory = directory
        self._live: dict[str, Record] = {}
        self._done: set[str] = set()

    @property
    def live(self) -> frozenset[str]:
        """The names of the records that were still growing at the last poll."""
        return frozenset(self._live)

    def poll(self) -> tuple[Record, ...]:
        """The records that are new or have changed since the last poll, whole, in the order of their start.

        Only records that were still growing are read again; one whose file is gone is lost. Raises InputError where the
        spool cannot be read.
        """
        # What is renamed while a folder is listed may be missing in the list: nothing is renamed twice.
        names = self._names() | self._names()
        changed = list(self._lost(names))
        for name, suffix in names.items():
            record = None if name in self._done else self._read(name, suffix)
            if record is not None and record != self._live.get(name):
                changed.append(record)
                self._keep(record)
        return self._in_order(changed)

    def poll_only(self, names: Iterable[str]) -> tuple[Record, ...]:
        """The same of these records and those still growing alone: the folder is not listed, others cost nothing.

        Raises InputError where one cannot be read.
        """
        asked = dict.fromkeys((*names, *self._live))
        changed = [record for record in self.named(asked) if record != self._live.get(record.name)]
        for record in changed:
            self._keep(record)
        return self._in_order(changed)

    def named(self, names: Iterable[str]) -> tuple[Record, ...]:
        """The records of these names that are there, as they are now. Raises InputError."""
        found = (self._read(name, "open") for name in names)
        return tuple(record for record in found if record is not None)

    def vanished(self) -> tuple[Record, ...]:
        """The records that were still growing when the whole spool was taken away: they are lost."""
        return tuple(self._lost({}))

    def _in_order(self, records: Iterable[Record]) -> tuple[Record, ...]:
        return tuple(sorted(records, key=lambda record: (record.started, record.pid, record.name)))

    def _lost(self, names: Mapping[str, str]) -> Iterator[Record]:
        """The records whose files are gone from under their recorders; what is over and gone is only forgotten."""
        self._done &= names.keys()
        for name in [name for name in self._live if name not in names]:
            yield replace(self._live.pop(name), state=State.LOST)

    def _names(self) -> dict[str, str]:
        """The suffix of each name; while a record is being renamed, it may be listed under both."""
        try:
            listed = os.listdir(self._directory)
        except OSError as error:
            raise InputError(f"{self._directory}: a spool that cannot be read: {error.strerror}") from error
        names: dict[str, str] = {}
        for entry in listed:
            name, _, suffix = entry.rpartition(".")
            if name and suffix in _SUFFIXES and names.get(name, "open") == "open":
                names[name] = suffix
        return names

    def _read(self, name: str, suffix: str) -> Record | None:
        """The record, also if it has been renamed since it was listed."""
        for place in (suffix, *_SUFFIXES[1:]) if suffix == "open" else (suffix,):
            record = read_record(self._directory / f"{name}.{place}")
            if record is not None:
                return record
        return None

    def _keep(self, record: Record) -> None:
        if record.is_live:
            self._live[record.name] = record
        else:
            self._live.pop(record.name, None)
            self._done.add(record.name)
