"""What opens the screen for a headless verb, which may not load it: the command line has these at hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from traces.model.events import Event
    from traces.session.node import NodeTraces
    from traces.session.session import Session
    from traces.session.stepper import Stepper
    from traces.timeline.trace_filter import TraceFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class Screens:
    """The doors; each gives the exit code."""

    can_draw: Callable[[], bool]
    """Whether this is a terminal that a screen can be drawn on."""
    step: "Callable[[Session, Iterator[Event], Stepper, bool], int]"
    """Open the screen on a run that the stepper holds, and that may have a deadline."""
    watch: "Callable[[Session, NodeTraces, str, TraceFilter], int]"
    """Open the screen on a node, with libcni's cache in that folder, filtered."""
