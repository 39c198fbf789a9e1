"""The sides of a call: the tabs of the panels that show one, each with its label and its page."""

from collections.abc import Callable
from dataclasses import dataclass, field

from panels.render.changes_text import changes_page
from panels.render.env_text import cni_count, env_page
from panels.render.exit_text import exit_page
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.kernel_text import Whole, kernel_label, kernel_page
from panels.render.page import Page
from panels.render.stream_text import args_page, stderr_page, stdin_page, stdout_page
from traces.model.call import Call
from traces.timeline.changes import changes
from traces.timeline.kernel_steps import KernelStep
from traces.timeline.measure import line_count
from traces.timeline.words import end_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What there is to see of a call, and how the user wants to see it."""

    call: Call
    kernel: KernelStep = field(default_factory=KernelStep)
    """The kernel around the call."""
    whole: Whole = Whole.CHANGES
    fold: bool = True
    """Whether long lines go on in the next row."""
    glyphs: Glyphs = UNICODE


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a call: a tab."""

    name: str
    page: Callable[[Seen, int], Page]
    """Makes its page for so many cells."""
    label: Callable[[Seen], str]
    """The tab's text: the name, and a number where one is of use."""
    stream: str = ""
    """The attribute of the call whose bytes hex shows; empty where there are none."""


STDIN = Side(
    name="stdin",
    page=lambda seen, width: stdin_page(seen.call, width, seen.glyphs, fold=seen.fold),
    label=lambda seen: "stdin",
    stream="stdin",
)
ENV = Side(
    name="env",
    page=lambda seen, width: env_page(seen.call.environment, width),
    label=lambda seen: f"env {cni_count(seen.call.environment)}",
)
ARGS = Side(name="args", page=lambda seen, width: args_page(seen.call, width), label=lambda seen: "args")
STDOUT = Side(
    name="stdout",
    page=lambda seen, width: stdout_page(seen.call, width, seen.glyphs, fold=seen.fold),
    label=lambda seen: "stdout",
    stream="stdout",
)
CHANGES = Side(
    name="changes",
    page=lambda seen, width: changes_page(seen.call, width, seen.glyphs),
    label=lambda seen: f"changes {len(changes(seen.call))}" if changes(seen.call) else "changes",
)
KERNEL = Side(
    name="kernel",
    page=lambda seen, width: kernel_page(seen.kernel, seen.whole, width, seen.glyphs),
    label=lambda seen: kernel_label(seen.kernel, seen.glyphs),
)
STDERR = Side(
    name="stderr",
    page=lambda seen, width: stderr_page(seen.call, width, seen.glyphs, fold=seen.fold),
    label=lambda seen: f"stderr {line_count(seen.call.stderr)}" if seen.call.stderr else "stderr",
    stream="stderr",
)
EXIT = Side(
    name="exit",
    page=lambda seen, width: exit_page(seen.call, width, seen.glyphs),
    label=lambda seen: end_words(seen.call),
)
