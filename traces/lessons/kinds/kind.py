"""What every kind of question has."""

from collections.abc import Callable
from dataclasses import dataclass

from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, at_the_end
from traces.lessons.question import Question
from traces.lessons.runs import Runs
from traces.lessons.tasks import Task


def _at_the_end(step: Step, runs: Runs) -> Moments:
    return at_the_end(step.run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of step."""

    name: str
    check: Callable[[Step, tuple[str, ...]], None]
    """Refuse a step whose fields make no sense; given the names of the runs too. Raises InputError."""
    ask: Callable[[Step, Runs, str], Question] | None = None
    """The question that the runs make of a step; a seed decides which wrong choices are offered. None for a task."""
    do: Callable[[Step, Runs], Task] | None = None
    """The task that the runs make of a step; None for a question. Raises InputError where they have nothing to edit."""
    moments: Callable[[Step, Runs], Moments] = _at_the_end
    """How far the run is seen when it is asked, and how far then."""
    needs_kernel: Callable[[Step], bool] = lambda step: False
    """Whether a step of it reads snapshots."""
