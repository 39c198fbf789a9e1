"""How a verb is to be run, beyond what and for whom."""

from collections.abc import Sequence
from typing import TypedDict

from traces.model.fault import Fault
from traces.session.stepper import Stepper


class AnyOptions(TypedDict, total=False):
    """What any run may be told."""

    faults: Sequence[Fault]
    """Faults to be put in."""
    timeout: float | None
    """The runtime's deadline for the whole verb, in seconds; what a stepper holds does not count."""
    stepper: Stepper | None
    """Holds its calls. Raises PlaceError where a place has none that can be held."""


class RerunOptions(AnyOptions, total=False):
    """What a rerun may be told."""

    environment: Sequence[bytes] | None
    """Another environment for the link that is rerun from, in place of the recorded one."""


class RunOptions(AnyOptions, total=False):
    """What a run may be told."""

    policy: str
    """On DEL «libcni», which is usual, stops at the first failure; «continue» goes on."""
    valid_attachments: Sequence[tuple[str, str]]
    """GC: container ID and interface name of the attachments still in use."""
    notes: Sequence[str]
    """What is to stand in the trace's notes."""
