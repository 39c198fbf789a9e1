"""Where the screen keeps what its user has written: marks, and expressions to watch."""

from typing import Protocol

from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.marks import with_mark


class Notebook(Protocol):
    """What the screen may do. What it raises as a TraceError is shown to the user."""

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        """Put a mark on a trace, or take it away, and give the trace as it is now kept."""

    def is_kept(self, trace_id: str) -> bool:
        """Whether a trace of that id is kept."""

    def watches(self, network: str) -> tuple[str, ...]:
        """The expressions that are watched in traces of a network."""

    def watch(self, network: str, expression: str, *, remove: bool = False) -> tuple[str, ...]:
        """Watch one more, or one less, and give all that are watched by now."""


class MemoryNotebook:
    """Keeps nothing beyond the screen."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._watches: dict[str, tuple[str, ...]] = {}

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        """The trace with the mark, or without."""
        return with_mark(trace, mark, remove=remove)

    def is_kept(self, trace_id: str) -> bool:
        """There is nowhere else."""
        return True

    def watches(self, network: str) -> tuple[str, ...]:
        """What was asked for here."""
        return self._watches.get(network, ())

    def watch(self, network: str, expression: str, *, remove: bool = False) -> tuple[str, ...]:
        """Remember it."""
        others = tuple(each for each in self.watches(network) if each != expression)
        self._watches[network] = others if remove else (*others, expression)
        return self._watches[network]
