"""Trace files: reads a trace or a document of several, and writes them whole or not at all."""

import contextlib
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal

from traces.errors import StoreError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.store.codec import from_document, marks_value, to_document
from traces.store.fields import Field
from traces.store.splice import with_member

SCHEMA_VERSION = 1
"""Of the document of several traces."""


def read_file(path: Path | Literal["-"]) -> tuple[Trace, ...]:
    """The trace of a file, or the traces of a document of several; ``-`` is the standard input.

    Raises StoreError with one line that names the file and the place in it.
    """
    source = "standard input" if path == "-" else str(path)
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise StoreError(f"cannot read {source}: {error.strerror}") from error
    return traces_of(parse(content, source), source)


def document_of(traces: Sequence[Trace]) -> dict[str, Any]:
    """The document of several traces. Raises StoreError."""
    return {"schema_version": SCHEMA_VERSION, "traces": [to_document(trace) for trace in traces]}


def traces_of(document: Any, source: str) -> tuple[Trace, ...]:
    """The traces of a document, at least one. Raises StoreError."""
    field = Field(document, source)
    if "traces" not in field.mapping():
        return (from_document(document, source=source),)
    schema = field.get("schema_version").whole()
    if schema > SCHEMA_VERSION:
        raise field.get("schema_version").expected(f"{SCHEMA_VERSION}, the newest that this cnistep knows")
    found = field.get("traces").each(lambda item: from_document(item.value, source=source, pointer=item.pointer))
    if not found:
        raise field.get("traces").expected("at least one trace")
    return found


def parse(content: bytes, source: str) -> Any:
    """The JSON value of a file. Raises StoreError with the byte at which it ends to be JSON."""
    try:
        text = content.decode()
        return json.loads(text)
    except UnicodeDecodeError as error:
        raise StoreError(f"{source}: byte {error.start}: not JSON: this is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise StoreError(f"{source}: {_complaint(text, error)}") from error
    except RecursionError as error:
        raise StoreError(f"{source}: nested too deeply to be a trace") from error
    except ValueError as error:
        raise StoreError(f"{source}: not JSON: a number in it is too long") from error


def write_trace(path: Path, trace: Trace) -> None:
    """Write a trace file, mode 0600; an earlier file of that name is replaced. Raises StoreError."""
    write_document(path, to_document(trace))


def write_document(path: Path, document: Any) -> None:
    """Write a JSON document, mode 0600; an earlier file of that name is replaced. Raises StoreError."""
    write_content(path, encoded(document))


def write_content(path: Path, content: bytes) -> None:
    """Write a file beside the path, mode 0600, and give it its name when it is whole. Raises StoreError."""
    try:
        refuse_special(path)
        target = path.resolve()
        partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.partial")
        file = _open_new(partial)
        with _removed_on_failure(partial):
            with file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.rename(target)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error


def encoded(document: Any) -> bytes:
    """The document as it stands in a file: indented, ASCII, with a newline at its end. Raises StoreError."""
    try:
        return json.dumps(document, indent=1).encode() + b"\n"
    except RecursionError as error:
        raise StoreError("the trace is nested too deeply to be written") from error


def with_marks(content: bytes, marks: Sequence[Mark], source: str) -> bytes:
    """The bytes of a trace's file with other marks in it; every other byte is as it was. Raises StoreError."""
    value = json.dumps(marks_value(marks), indent=1).replace("\n", "\n ") if marks else None
    try:
        return with_member(content.decode(), "marks", value).encode()
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{source}: marks can't be put in: {error}") from error


def _complaint(text: str, error: json.JSONDecodeError) -> str:
    if _is_cut(text.strip(), error.msg) or error.pos >= len(text.rstrip()) > 0:
        return f"byte {_bytes_in(text)}: not JSON: the file ends before the document does"
    return f"byte {_bytes_in(text[: error.pos])}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}"


def _is_cut(text: str, complaint: str) -> bool:
    """Whether a document begins and does not end; the text of a trace may well hold the end of another document."""
    return text.startswith("{") and (not text.endswith("}") or complaint.startswith("Unterminated string"))


def _bytes_in(text: str) -> int:
    return len(text.encode())


def refuse_special(path: Path) -> None:
    """Raise StoreError for a folder, a device or a pipe: a rename would put a file in its place, or fail."""
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    if not regular:
        raise StoreError(f"cannot write {path}: it is there already and is no regular file")


def _open_new(path: Path) -> IO[bytes]:
    """A new file that nobody else may read; whatever has that name already, a link included, is an OSError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb")


@contextlib.contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise
