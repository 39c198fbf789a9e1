"""The steps as plain lines, for a terminal too small for the sequence."""

from typing import ClassVar

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from panels.render.sequence_styles import COMPONENTS, SequenceStyles, When
from traces.model.trace import Trace
from traces.timeline.cells import Ink, Span
from traces.timeline.fold import fold_words
from traces.timeline.glyphs import glyphs
from traces.timeline.held import HeldMark, edited_words
from traces.timeline.kernel_steps import disputed_mark
from traces.timeline.marks import StepMark
from traces.timeline.measure import clip, one_line
from traces.timeline.steps import Step, StepKind, steps
from traces.timeline.words import dropped_mark, reply_label, request_label


class StepList(Widget, can_focus=True):
    """One line a step; the cursor's line is kept in the middle."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    trace: reactive[Trace | None] = reactive(None)
    cursor: reactive[int] = reactive(0)
    held: reactive[tuple[HeldMark, ...]] = reactive(())
    """Where the run under way is held."""
    stops: reactive[frozenset[int]] = reactive(frozenset())
    """The steps at which a breakpoint holds."""
    marks: reactive[tuple[StepMark, ...]] = reactive(())
    """What is marked; those by hand are shown."""
    empty_text: reactive[str] = reactive("")
    """What is said where there is no trace; safe text."""

    def __init__(self, *, ascii_only: bool = False, id: str | None = None, classes: str | None = None) -> None:
        """Show no trace yet."""
        super().__init__(id=id, classes=classes)
        self._glyphs = glyphs(ascii_only)
        self._styles_of = SequenceStyles(self.get_component_rich_style)
        self._steps: tuple[Step, ...] = ()
        self._lines: dict[int, Span] = {}

    def watch_trace(self) -> None:
        """Make the new lines when they are asked for."""
        self._steps = steps(self.trace) if self.trace else ()
        self._lines = {}

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles_of.clear()

    def render_line(self, y: int) -> Strip:
        """One line: before the first there is a word on why it looks like this."""
        width, height = self.size
        if y == 0:
            text = "too small for the sequence: 60x16 is enough"
            return self._strip(Span(clip(text, width, self._glyphs.ellipsis), Ink.NOTE), When.PAST)
        if self.trace is None:
            said = list(fold_words(self.empty_text, max(width, 1), ""))
            return self._strip(Span(said[y - 1] if y <= len(said) else "", Ink.NOTE), When.PAST)
        rows = height - 1
        top = max(0, min(self.cursor - rows // 2, len(self._steps) - rows))
        index = y - 1 + top
        if index >= len(self._steps):
            return Strip.blank(width, self._styles_of.style(Ink.BLANK))
        line, here = self._marked(index), index == self.cursor
        mark = self._glyphs.here if here else self._glyphs.stop if index in self.stops else " "
        when = When.HERE if here else When.PAST if index < self.cursor else When.FUTURE
        return self._strip(Span(clip(mark + line.text, width, self._glyphs.ellipsis), line.ink), when)

    def _marked(self, index: int) -> Span:
        """The line, with the sign of a mark by hand behind its number."""
        line = self._signed(index)
        if not any(mark.by_hand and mark.step == index for mark in self.marks):
            return line
        number, rest = line.text.split(" ", 1)
        return Span(f"{number}{self._glyphs.mark}{rest}", line.ink)

    def _signed(self, index: int) -> Span:
        """The line; of a call that is held with that in front of the rest."""
        step = self._steps[index]
        line = self._lines.get(index) or self._lines.setdefault(index, self._line(step))
        mark = next((mark for mark in self.held if mark.call == step.call and mark.is_ended == step.is_reply), None)
        if mark is None or step.call is None:
            return line
        words = ", ".join(filter(None, ("held", edited_words(mark))))
        number, rest = line.text.split(" ", 1)
        return Span(f"{number} {self._glyphs.held} {words}: {rest.lstrip()}", Ink.HELD)

    def _strip(self, span: Span, when: When) -> Strip:
        blank = self._styles_of.style(Ink.BLANK, when)
        return self._styles_of.strip((span,), when).adjust_cell_length(self.size.width, blank)

    def _line(self, step: Step) -> Span:
        number, name = f"{step.index + 1:02d} {'  ' * min(step.depth, 4)}", one_line(step.plugin)
        if step.kind is StepKind.NOT_REACHED:
            return Span(f"{number}{name}: never reached", Ink.UNREACHED)
        if self.trace is None or step.call is None:
            return Span(f"{number}{name}: {self._glyphs.cross} {self._failure()}", Ink.FAILED)
        call = self.trace.call(step.call)
        if step.is_request:
            return Span(f"{number}{self._glyphs.arrow} {name}: {request_label(call)}", Ink.LABEL)
        head = f"{number}{self._glyphs.back} {name}:"
        if step.failed:
            said = reply_label(call) if call.failed else self._failure()
            return Span(f"{head} {self._glyphs.cross} {said}", Ink.FAILED)
        marks = (dropped_mark(call, self._glyphs), disputed_mark(self.trace, call, self._glyphs))
        warnings = [mark for mark in marks if mark]
        said = ", ".join([*warnings, reply_label(call)])
        return Span(f"{head} {said}", Ink.DROPPED if warnings else Ink.ANSWER)

    def _failure(self) -> str:
        return one_line(self.trace.failure.text) if self.trace and self.trace.failure else ""
