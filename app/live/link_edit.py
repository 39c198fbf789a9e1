"""What a user changes of what a link is given, before it is given: its stdin, its environment."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from traces.cni.complaints import Complaint
from traces.runner.edits import apply_edits, edits_to_prev_result


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEdit:
    """An edit; what is None is given as it was."""

    stdin: bytes | None = None
    environment: tuple[bytes, ...] | None = None

    @property
    def touched(self) -> tuple[str, ...]:
        """What was changed, as a call names it: stdin, env."""
        parts = (("stdin", self.stdin), ("env", self.environment))
        return tuple(name for name, value in parts if value is not None)


def prev_result_in(stdin: bytes) -> bytes | None:
    """The prevResult in a stdin, or None."""
    try:
        document = json.loads(stdin)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "prevResult" not in document:
        return None
    return json.dumps(document["prevResult"], ensure_ascii=False).encode(errors="surrogatepass")


def is_prev_result_only(before: bytes, after: bytes) -> bool:
    """Whether two stdins are the same but for their prevResult."""
    try:
        one, other = json.loads(before), json.loads(after)
    except (ValueError, RecursionError):
        return False
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return False
    return {**one, "prevResult": None} == {**other, "prevResult": None}


def with_prev_result(stdin: bytes, prev_result: str) -> bytes:
    """The stdin with another prevResult, encoded as libcni would have done it. Raises InputError."""
    return apply_edits(stdin, edits_to_prev_result(stdin, prev_result, "prevResult"))


def environment_text(environment: Sequence[bytes]) -> str:
    """The environment as lines NAME=VALUE, CNI's own first.

    What is no such line is left out: environment_of keeps it.
    """
    lines = [entry.decode() for entry in environment if _is_line(entry)]
    return "\n".join(sorted(lines, key=lambda line: not line.startswith("CNI_")))


def environment_of(text: str, environment: Sequence[bytes]) -> tuple[bytes, ...]:
    """The environment that edited lines come to; what was no line before stays as it was, behind the others."""
    lines = (line.encode(errors="surrogateescape") for line in text.split("\n") if line)
    return (*lines, *(entry for entry in environment if not _is_line(entry)))


def left_out(environment: Sequence[bytes]) -> int:
    """How many entries are no line of text: they hold a line's end, or bytes that are no UTF-8."""
    return sum(not _is_line(entry) for entry in environment)


def environment_complaint(text: str) -> Complaint | None:
    """What is wrong with lines that should be an environment's, or None."""
    offset = 0
    for number, line in enumerate(text.split("\n"), 1):
        name, equals, _ = line.partition("=")
        if line and not (name and equals):
            return Complaint(line=number, column=1, offset=offset, pointer="", message="expected NAME=VALUE")
        if "\0" in line:
            column = line.index("\0") + 1
            message = "no entry can hold a NUL"
            return Complaint(line=number, column=column, offset=offset + column - 1, pointer="", message=message)
        offset += len(line) + 1
    return None


def _is_line(entry: bytes) -> bool:
    try:
        text = entry.decode()
    except UnicodeDecodeError:
        return False
    return len(text.splitlines()) == 1 and environment_complaint(text) is None
