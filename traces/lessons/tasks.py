"""What a learner is to do: an edit, after which the verb runs anew; whether it is done is read from that run."""

from dataclasses import dataclass
from typing import Any

from traces.lessons.lesson import RunSpec
from traces.lessons.place import Place
from traces.model.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyTask:
    """What tasks of all kinds have."""

    prompt: str
    file: str
    """A name for the document, as an editor is told it."""
    document: Any
    """What is to be edited: a JSON value."""
    solution: tuple[str, ...]
    """One way to do it: assignments POINTER=JSON."""
    root: str
    """What the pointers that are typed begin with, before those of the document; empty where there is no such thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditTask(AnyTask):
    """A prevResult to be edited, from whose link on the verb is rerun."""

    trace: Trace
    """What is rerun."""
    link: int
    """From which link."""
    pointer: str
    """Where in the chain's new result the value has to stand; ``*`` for any entry."""
    wanted: Any
    keeps: tuple[Any, ...] = ()
    """What stood there before, and has to stand there still."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainTask(AnyTask):
    """A conflist to be edited, with which a verb is run in a new sandbox."""

    run: RunSpec
    """What is run with the edited conflist."""
    before: tuple[RunSpec, ...]
    """What runs before it in that sandbox."""
    outcome: str
    """How the verb has to end: one of the ENDS of an outcome; empty where that is not asked for."""
    place: Place | None
    """Where a value has to stand in what was run; None where none is asked for."""
    wanted: Any
    """That value."""
    keep: tuple[str, ...]
    """The plugins that have to be called."""
    in_order: bool = False
    """Whether those of them that are links have to stand in the list in that order."""
    gone: tuple[str, ...]
    """What must not be left behind, by this run nor by those before it: of the THINGS of a left."""
    stays: tuple[tuple[Place, tuple[Any, ...]], ...] = ()
    """Places where nothing may change, and what stands there."""
    from_start: bool = False
    """Whether what runs before with the same conflist runs with the edited one, too."""


Task = EditTask | ChainTask


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What came of an edit."""

    done: bool
    evidence: tuple[str, ...]
    """Lines that tell what the run did, harmless to a terminal."""
    trace: Trace
