"""The library: the traces that are kept on this machine, each in a file of its own."""

import contextlib
import hashlib
import os
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from traces.errors import StoreError
from traces.model.mark import Mark
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.store.archive import parse, read_file, traces_of, with_marks, write_content, write_trace
from traces.store.folder import check_folder, default_state_dir, locked, make_folder
from traces.store.index import Row, append_row, read_index, write_index
from traces.store.summarise import summary_of, unreadable

__all__ = ["Library", "default_state_dir", "id_from", "new_id"]

_FIRST = "bcdfghjkmnpqrstvwxz"
_REST = _FIRST + "23456789"
"""Without vowels, so that no id is a word, and without characters that look like others."""
_NAMES_SHOWN = 6
_COARSE = 100_000_000
"""Nanoseconds: a folder's time moves in steps of some milliseconds, so two changes may bear the same one."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def new_id() -> str:
    """A new id for a trace or a series: eight characters at random, so that the first three mostly tell it apart."""
    return secrets.choice(_FIRST) + "".join(secrets.choice(_REST) for _ in range(7))


def id_from(seed: str) -> str:
    """An id of the same form, always the same one for the same seed."""
    digest = hashlib.sha256(seed.encode(errors="surrogateescape")).digest()
    return _FIRST[digest[0] % len(_FIRST)] + "".join(_REST[byte % len(_REST)] for byte in digest[1:8])


class Library:
    """The traces in a state directory. Nothing is made before the first trace is saved."""

    def __init__(self, state_dir: Path) -> None:
        """Use that directory, whether it is there or not."""
        self.state_dir = state_dir
        self._traces = state_dir / "traces"
        self._index = state_dir / "index.jsonl"

    def prepare(self) -> None:
        """Make the folders, so that what runs next can be kept. Raises StoreError, naming what else may be chosen."""
        try:
            self._check()
            make_folder(self.state_dir)
            make_folder(self._traces)
            with self._locked():
                pass
        except StoreError as error:
            raise StoreError(f"{error}; CNISTEP_STATE_DIR can name another place for traces") from None

    def save(self, trace: Trace) -> Path:
        """Keep a trace and give its file. Raises StoreError; a trace that is there is never overwritten."""
        if not _ID.fullmatch(trace.id):
            raise StoreError(
                f"a trace can't be kept under the id {trace.id!r}: expected letters, digits, '.', '-', '_'"
            )
        self._check()
        make_folder(self.state_dir)
        make_folder(self._traces)
        path = self._path(trace.id)
        with self._locked():
            if path.exists():
                raise StoreError(f"the trace {trace.id} is kept already, and is never overwritten")
            write_trace(path, trace)
            # The trace is safe; a line that the index lacks is added by the next listing.
            with contextlib.suppress(OSError):
                append_row(self._index, _row(path, path.stat(), summary_of(trace)))
        return path

    def annotate(self, trace_id: str, change: Callable[[Trace], Sequence[Mark]]) -> Trace:
        """Give a kept trace the marks that a function makes of it, and give it as it is now kept.

        Nobody else writes meanwhile, so that no mark is lost; nothing else in its file changes. Raises StoreError.
        """
        self._check()
        path = self._path(trace_id)
        with self._locked():
            content = _content(path)
            trace = self._whole(traces_of(parse(content, str(path)), str(path))[0], path)
            marked = replace(trace, marks=tuple(change(trace)))
            if marked.marks != trace.marks:
                write_content(path, with_marks(content, marked.marks, str(path)))
                with contextlib.suppress(OSError):
                    append_row(self._index, _row(path, path.stat(), summary_of(marked)))
        return marked

    def holds(self, trace_id: str) -> bool:
        """Whether a trace of that id is kept."""
        return bool(_ID.fullmatch(trace_id)) and self._path(trace_id).exists()

    def open(self, reference: str) -> Trace:
        """The trace of that id, of the only id that begins so, or the ``last`` one. Raises StoreError."""
        if reference == "last":
            rows = self._rows()
            if not rows:
                raise StoreError(f"no trace is kept in {self.state_dir} yet")
            return self._read(next((row for row in rows if row.readable), rows[0]).name)
        return self._read(self._named(reference))

    @property
    def stamp(self) -> object:
        """Another one when a trace has been kept or removed; None where there is no telling, as just after that."""
        try:
            changed = self._traces.stat().st_mtime_ns
        except OSError:
            return None
        return changed if time.time_ns() - changed > _COARSE else None

    def summaries(self) -> tuple[Summary, ...]:
        """What is kept, the newest first; of a file that can't be read, the error says why. Raises StoreError."""
        return tuple(row.summary for row in self._rows())

    def _rows(self) -> list[Row]:
        """The rows of all files, the newest first; the index is set right if it was not."""
        self._check()
        remembered = read_index(self._index)
        rows = self._current(remembered)
        if _worth_remembering(rows) != remembered:
            self._remember(rows)
        return sorted(rows.values(), key=lambda row: row.age, reverse=True)

    def _remember(self, rows: Mapping[str, Row]) -> None:
        # A store that may only be read is listed all the same, more slowly.
        with contextlib.suppress(OSError, StoreError), self._locked():
            known = {**read_index(self._index), **rows}
            write_index(self._index, _worth_remembering(self._current(known)).values())

    def _current(self, remembered: Mapping[str, Row]) -> Mapping[str, Row]:
        """A row for each file: the remembered one where the file has not changed, else from the file."""
        rows: dict[str, Row] = {}
        for entry in self._files():
            row = remembered.get(entry.name)
            # A file that was removed since the folder was read is not there.
            with contextlib.suppress(FileNotFoundError):
                at = entry.stat()
                fresh = row is not None and (row.size, row.modified) == (at.st_size, at.st_mtime_ns)
                rows[entry.name] = row if row is not None and fresh else self._row_from_file(entry)
        return rows

    def _row_from_file(self, entry: os.DirEntry[str]) -> Row:
        path, at = Path(entry.path), entry.stat()
        try:
            return _row(path, at, summary_of(self._read(entry.name)))
        except StoreError as error:
            modified = datetime.fromtimestamp(at.st_mtime, UTC).isoformat(timespec="microseconds")
            summary = unreadable(path.stem, modified.replace("+00:00", "Z"), str(error))
            return replace(_row(path, at, summary), readable=False)

    def _files(self) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self._traces) as entries:
                return [entry for entry in entries if entry.name.endswith(".json") and not entry.name.startswith(".")]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"cannot read {self._traces}: {error.strerror}") from error

    def _named(self, reference: str) -> str:
        """The name of the file that a reference means."""
        self._check()
        if self.holds(reference):
            return f"{reference}.json"
        names = sorted(entry.name for entry in self._files())
        matching = [name for name in names if reference and name.startswith(reference)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise StoreError(f"{len(matching)} traces begin with {reference!r}: {_ids(matching)}")
        if not names:
            raise StoreError(f"there is no trace {reference!r}: none is kept in {self.state_dir} yet")
        newest = [row.name for row in self._rows()]
        raise StoreError(f"there is no trace {reference!r} in {self.state_dir}; the newest are {_ids(newest)}")

    def _read(self, name: str) -> Trace:
        path = self._traces / name
        return self._whole(read_file(path)[0], path)

    def _whole(self, trace: Trace, path: Path) -> Trace:
        """The trace that a file of the library holds. Raises StoreError where it is another's."""
        if trace.id != path.stem:
            raise StoreError(f"{path}: /id: expected {path.stem!r} as the file is named, found {trace.id!r}")
        return trace

    def _check(self) -> None:
        """Raise StoreError if others could put traces here, or change what is kept."""
        check_folder(self.state_dir)
        check_folder(self._traces)

    def _path(self, trace_id: str) -> Path:
        return self._traces / f"{trace_id}.json"

    def _locked(self) -> contextlib.AbstractContextManager[None]:
        return locked(self.state_dir / "lock")


def _content(path: Path) -> bytes:
    """The bytes of a trace's file. Raises StoreError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error


def _row(path: Path, at: os.stat_result, summary: Summary) -> Row:
    return Row(name=path.name, size=at.st_size, modified=at.st_mtime_ns, summary=summary)


def _worth_remembering(rows: Mapping[str, Row]) -> dict[str, Row]:
    """Without what can't be read: a newer cnistep, or another mode of the file, may make it readable."""
    return {name: row for name, row in rows.items() if row.readable}


def _ids(names: list[str]) -> str:
    shown = ", ".join(name.removesuffix(".json") for name in names[:_NAMES_SHOWN])
    return f"{shown}, …" if len(names) > _NAMES_SHOWN else shown
