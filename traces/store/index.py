"""The index of a store: a line for each trace file, so that a list of thousands need not open them.

The files are the truth, the index a memory of them: a line holds only while its file has the size and the time that
it had when the line was written. Lines are JSON arrays: file name, size, modification time (ns), the summary's values.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_type_hints

from traces.model.summary import Summary

_SUMMARY = tuple(field.name for field in fields(Summary))
_COLUMNS = ("file", "size", "modified", *_SUMMARY)
_TYPES = (str, int, int, *get_type_hints(Summary).values())
_HEADER = json.dumps(_COLUMNS).encode()
"""The first line: an index with other columns was written by another version, and is made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A trace file as it was when its summary was made."""

    name: str
    size: int
    modified: int
    """Nanoseconds since the epoch."""
    summary: Summary
    readable: bool = True
    """False where the summary only says why the file can't be read; such a row is never remembered."""

    @property
    def age(self) -> tuple[str, int]:
        """Sorts rows from old to new: by the traces' own times, then by those of their files."""
        return self.summary.created.removesuffix("Z"), self.modified


def read_index(path: Path) -> Mapping[str, Row]:
    """The rows by file name; lines that are damaged, or a whole index that is, are left out."""
    try:
        header, *lines = path.read_bytes().split(b"\n")
    except OSError:
        return {}
    if header != _HEADER:
        return {}
    rows = (_row(line) for line in lines if line)
    return {row.name: row for row in rows if row is not None}


def write_index(path: Path, rows: Iterable[Row]) -> None:
    """Write the whole index, mode 0600, under another name first. Raises OSError."""
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
        file.write(b"\n".join([_HEADER, *map(_line, rows), b""]))
    partial.rename(path)


def append_row(path: Path, row: Row) -> None:
    """Add a row, to a new index where there is none: the next listing adds what it lacks. Raises OSError."""
    index = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        header = b"" if os.fstat(index).st_size else _HEADER + b"\n"
        os.write(index, header + _line(row) + b"\n")
    finally:
        os.close(index)


def _line(row: Row) -> bytes:
    return json.dumps([row.name, row.size, row.modified, *astuple(row.summary)]).encode()


def _row(line: bytes) -> Row | None:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or len(values) != len(_COLUMNS) or not all(map(isinstance, values, _TYPES)):
        return None
    name, size, modified, *summary = values
    return Row(name=name, size=size, modified=modified, summary=Summary(**dict(zip(_SUMMARY, summary, strict=True))))
