"""A fault that a user puts into a chain: which call fails, and how."""

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """The ways in which a plugin can fail."""

    ERROR = "error"
    EXIT = "exit"
    SIGNAL = "signal"
    HANG = "hang"
    EMPTY = "empty"
    NOISE = "noise"
    TWO_DOCUMENTS = "two-documents"
    MISSING = "missing"
    NO_EXEC = "no-exec"
    PANIC = "panic"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One plugin's failure at one verb."""

    plugin: str
    """The name of the plugin's binary."""
    verb: str
    """The CNI_COMMAND that it fails at: ADD, DEL, CHECK, GC, STATUS or VERSION."""
    kind: FaultKind
    link: int | None = None
    """The link whose call fails; None for a plugin that is no link: then whoever calls it during the verb."""
    number: float = 0
    """The error's code, the exit code, the signal, or the seconds that are slept."""
    text: str = ""
    """The error's message, or the line of noise."""
