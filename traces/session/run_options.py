"""How a verb is to be run, beyond what and for whom."""

from collections.abc import Sequence
from typing import TypedDict

from traces.model.fault import Fault


class RerunOptions(TypedDict, total=False):
    """What a rerun may be told."""

    faults: Sequence[Fault]
    """Faults to be put in."""
    timeout: float | None
    """The runtime's deadline for the whole verb, in seconds."""


class RunOptions(RerunOptions, total=False):
    """What a run may be told."""

    policy: str
    """On DEL «libcni», which is usual, stops at the first failure; «continue» goes on."""
    valid_attachments: Sequence[tuple[str, str]]
    """GC: container ID and interface name of the attachments still in use."""
    notes: Sequence[str]
    """What is to stand in the trace's notes."""
