"""What is wrong with a text that is to be a prevResult, while it is being typed.

The first thing wrong is said, with its place; fields that the specification does not know are no fault. The rules are
those of the result types of the CNI specification, in each of its versions, and of what libcni can read.
"""

from dataclasses import dataclass

from traces.cni.gojson import JsonSyntaxError, parse
from traces.cni.gojson_place import Path, locate, pointer
from traces.cni.json_error import describe_error, json_error, line_and_column
from traces.cni.result_rules import Fault, check_result


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One thing that is wrong with a text."""

    line: int
    """Counted from 1."""
    column: int
    """The character in the line, counted from 1."""
    offset: int
    """The byte in the text as UTF-8, counted from 0."""
    pointer: str
    """The place in the JSON as a JSON pointer (RFC 6901): /ips/0/address; empty for the whole."""
    message: str
    """What is wrong and what was expected, with the place in words before it."""


def complaint(text: str, cni_version: str) -> Complaint | None:
    """What is wrong with a prevResult for a list of that version, or None. An empty version counts as 0.1.0."""
    raw = text.encode(errors="replace")
    try:
        check_result(parse(raw), cni_version or "0.1.0")
    except JsonSyntaxError as error:
        broken = describe_error(raw, error)
        message = broken.message + (f": {broken.hint}" if broken.hint else "")
        return Complaint(line=broken.line, column=broken.column, offset=broken.offset, pointer="", message=message)
    except Fault as fault:
        return _placed(raw, fault.path, str(fault))
    return None


def _placed(raw: bytes, path: Path, message: str) -> Complaint:
    offset = locate(raw, path)
    line, column = line_and_column(raw, offset)
    where = _words(path)
    return Complaint(
        line=line,
        column=column,
        offset=offset,
        pointer=pointer(path),
        message=f"{where}: {message}" if where else message,
    )


def _words(path: Path) -> str:
    """The place as one writes it: ips[0].address."""
    words = ""
    for step in path:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else step
    return words


__all__ = ["Complaint", "complaint", "json_error"]
