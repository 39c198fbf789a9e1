"""The head of a comparison: what A and B are, and the first cause in one sentence."""

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.strips import shorten
from traces.model.trace import Branch, Trace
from traces.timeline.beside import Beside
from traces.timeline.compare_text import cause_sentence, trace_line
from traces.timeline.glyphs import Glyphs as SequenceGlyphs
from traces.timeline.glyphs import glyphs as sequence_glyphs
from traces.timeline.headline import edit_words, network_name, outcome_words, variable_words
from traces.timeline.measure import count_text, one_line

_MOST_NOTES = 2
_WIDE = 110
"""Cells from which on a trace may take more than one line."""


class CompareHead(Static):
    """Says what is compared, and why it differs."""

    traces: reactive[tuple[Trace, Trace] | None] = reactive(None, init=False)
    """A and B."""
    beside: reactive[Beside | None] = reactive(None, init=False)
    """Their comparison, when it is done."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Say nothing yet."""
        super().__init__(markup=False, id=id)
        self._glyphs = glyphs

    def watch_traces(self) -> None:
        """Name the traces."""
        self.draw()

    def watch_beside(self) -> None:
        """Say what came of it."""
        self.draw()

    def on_resize(self) -> None:
        """Say what has room now."""
        self.draw()

    def draw(self) -> None:
        """Draw everything; where there is little room, the cause before all else."""
        width = self.content_region.width
        if self.traces is None or width < 1:
            return
        lines = [self._title(width), *(self._who(name, trace, width) for name, trace in self._named())]
        if self.beside is not None:
            equal = self.beside.comparison.equal
            said = self._glyphs.fit(cause_sentence(self.beside.comparison))
            lines.insert(1, Content.styled(said, "$text-success" if equal else "bold $text-warning"))
            lines += [Content.styled(self._glyphs.fit(f"note: {text}"), "$text-muted") for text in self._notes()]
        self.update(Content("\n").join(lines))

    def _named(self) -> list[tuple[str, Trace]]:
        return list(zip("AB", self.traces or (), strict=False))

    def _title(self, width: int) -> Content:
        title = Content.styled("cnistep COMPARE", "bold")
        said = "comparing; nothing is executed"
        if self.beside is not None:
            found = self.beside.comparison.differences
            follow = sum(each.follows for each in found)
            said = count_text(len(found), "difference", "differences") if found else "equal"
            said += f", {follow} only follow" if follow else ""
        verdicts = "   ".join(f"{name} {outcome_words(trace, self._marks)}" for name, trace in self._named())
        fitting = shorten(self._glyphs.fit(f"  {said}   {verdicts}"), width - title.cell_length, self._glyphs)
        return title + Content.styled(fitting, "$text-muted")

    def _who(self, name: str, trace: Trace, width: int) -> Content:
        """What a trace is: on one line where it is narrow, the edit first."""
        branch = trace.branch_of
        edited = f"edited: {'; '.join(_edits(branch))}" if branch and (branch.edits or branch.environment) else ""
        text = ", ".join(filter(None, (trace_line(trace, self._marks), edited)))
        if width < _WIDE:
            what = f"{one_line(trace.id)}  {one_line(trace.verb)} {network_name(trace)}"
            made = edited or (f"branch of {one_line(branch.trace)} from link {branch.link}" if branch else "")
            text = ", ".join(filter(None, (what, made, one_line(trace.created[:19].replace("T", " ")))))
        fitting = self._glyphs.fit(f"  {text}")
        return Content.styled(name, "bold $text-primary") + Content(
            fitting if width >= _WIDE else shorten(fitting, width - 1, self._glyphs)
        )

    @property
    def _marks(self) -> SequenceGlyphs:
        return sequence_glyphs(self._glyphs.ascii_only)

    def _notes(self) -> list[str]:
        return [] if self.beside is None else [one_line(text) for text in self.beside.notes[:_MOST_NOTES]]


def _edits(branch: Branch) -> list[str]:
    """What a branch was made with, in safe words."""
    variables = (f"env {variable_words(name, value)}" for name, value in branch.environment.items())
    return [*map(edit_words, branch.edits), *variables]
