"""What the exit codes mean."""

from traces.errors import Interrupted, PlaceError, TraceError

OK = 0
FAILED = 1
"""The chain failed; or a mistake of cnistep's own ended it, then a line on stderr says so."""
MISUSED = 2
"""Misused, input that can't be read, or a yes that can't be asked for."""
NO_PLACE = 3
"""The place to run in can't be had."""
INTERRUPTED = 130


def exit_code_of(error: TraceError) -> int:
    """The exit code that an error of ours ends the program with."""
    if isinstance(error, PlaceError):
        return NO_PLACE
    if isinstance(error, Interrupted):
        return INTERRUPTED
    return MISUSED
