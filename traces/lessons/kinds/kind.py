"""What every kind of question has."""

from collections.abc import Callable
from dataclasses import dataclass

from traces.lessons.lesson import Step
from traces.lessons.question import Question
from traces.lessons.runs import Runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of step."""

    name: str
    check: Callable[[Step, tuple[str, ...]], None]
    """Refuse a step whose fields make no sense; given the names of the runs too. Raises InputError."""
    ask: Callable[[Step, Runs, str], Question] | None = None
    """The question that the runs make of a step; a seed decides which wrong choices are offered. None for a task."""
    needs_kernel: bool = False
    """Whether it reads snapshots."""
