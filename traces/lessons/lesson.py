"""A lesson as its folder has it: a chain, the verbs to run, texts, and steps that ask something about the runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from traces.model.fault import Fault
from traces.model.network import Attachment, Network


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSpec:
    """One verb that the lesson runs."""

    name: str
    """By which steps and texts speak of it."""
    verb: str
    network: Network
    attachment: Attachment
    faults: tuple[Fault, ...] = ()
    policy: str = "libcni"
    runtime: str = "libcni"
    """As which runtime it is run: what that one passes on, and where it has the configuration from."""
    fresh: bool = False
    """Whether it begins in a new sandbox; otherwise it sees what the runs before it left."""
    valid: tuple[tuple[str, str], ...] = ()
    """GC: container ID and interface name of the attachments still in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Markdown: before a step's question, and after the right answer."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question; what is asked is read from the run."""

    id: str
    kind: str
    run: str
    """The name of the run that it is about."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """What its kind reads further: a link, a place, what is wanted."""
    hints: tuple[str, ...] = ()
    text: Text = field(default_factory=Text)
    source: str = ""
    """The file and the step in it, for complaints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A whole lesson."""

    id: str
    title: str
    goal: str
    folder: Path
    intro: str
    """Markdown, read first."""
    runs: tuple[RunSpec, ...]
    steps: tuple[Step, ...]
    quiz: tuple[Step, ...] = ()
    closing: str = ""
    """Markdown, read last."""
    simulate: str = "missing"
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files to be put into the sandbox, by path."""
    explains: tuple[str, ...] = ()
    """What it is about, as patterns of topics."""
    needs_kernel: bool = False
    """Whether a step asks what is left in the kernel."""

    @property
    def recording(self) -> Path:
        """Where its runs stand as they were recorded; the file need not be there."""
        return self.folder / "recording.json"

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """The steps, and then the quiz at the end."""
        return (*self.steps, *self.quiz)
