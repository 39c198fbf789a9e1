"""A mistake of cnistep's own: a report is saved, and one line says where.

The report tells where in the code it happened and what was done before, and nothing of what was recorded: no values of
variables, and of the error's own words only the beginning, without secrets.
"""

import os
import platform
import sys
import traceback
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from traces.errors import StoreError
from traces.redaction.redactor import Redactor
from traces.session.loose_files import keep_file
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

_SHOWN = 200
"""Characters of an error's own words: they may quote what was recorded."""
_TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "NO_COLOR", "TEXTUAL_ANIMATIONS")
_SET = ("TMUX", "STY", "SSH_CONNECTION", "SSH_TTY")
"""Variables of which only that they are set is told."""


def report_crash(error: BaseException, *, size: tuple[int, int] | None = None, actions: Iterable[str] = ()) -> str:
    """Save a report on an error of ours; the one line that says what happened and where the report is.

    `size` is the terminal's, `actions` what was done last, the newest at the end.
    """
    what = f"{type(error).__name__} in {_place(error)}"
    try:
        path = keep_file("crashes", ".txt", _report(error, size, actions).encode(errors="backslashreplace"))
    except StoreError as failed:
        return f"cnistep: this is a mistake of cnistep: {what} (the report cannot be kept: {printable(str(failed))})"
    return f"cnistep: this is a mistake of cnistep: {what}; the report is in {printable(str(path))}"


def _report(error: BaseException, size: tuple[int, int] | None, actions: Iterable[str]) -> str:
    lines = [f"cnistep {_version('cnistep')} ended by a mistake of its own", ""]
    lines += [f"{name}: {value}" for name, value in _facts(size)]
    lines += ["", "What was done last:", *(f"  {printable(action)[:_SHOWN]}" for action in actions), ""]
    for each in _chain(error):
        lines += [*_frames(each), f"{type(each).__name__}: {_words(each)}", ""]
    return "\n".join(lines)


def _facts(size: tuple[int, int] | None) -> Iterable[tuple[str, str]]:
    yield "python", platform.python_version()
    yield "textual", _version("textual")
    yield "system", platform.platform()
    yield "arguments", f"{one_line(sys.argv[1])} and {len(sys.argv) - 2} more" if len(sys.argv) > 1 else "none"
    if size is not None:
        yield "size", f"{size[0]}x{size[1]}"
    yield from ((name, printable(os.environ[name])) for name in _TERMINAL if name in os.environ)
    yield from ((name, "set") for name in _SET if name in os.environ)


def _chain(error: BaseException) -> Iterable[BaseException]:
    """The error, and those that led to it, the first one first."""
    found = [error]
    while len(found) < 10 and (cause := found[-1].__cause__ or found[-1].__context__) is not None:
        found.append(cause)
    return reversed(found)


def _frames(error: BaseException) -> Iterable[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
        yield f"    {frame.line}"


def _words(error: BaseException) -> str:
    """The beginning of what an error says, without secrets."""
    try:
        return one_line(Redactor(()).text(str(error)[: 10 * _SHOWN]), _SHOWN)
    except Exception:  # noqa: BLE001 - an error's own words may fail to be made, and the report matters more
        return "(its words cannot be told)"


def _place(error: BaseException) -> str:
    """Where it happened: the innermost place that is ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "site-packages" not in frame.filename] or frames
    return f"{os.path.basename(ours[-1].filename)}:{ours[-1].lineno}" if ours else "an unknown place"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "from a checkout"
