"""What a search in all traces has found, while it is finding it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.ink import lit
from panels.render.page import Kind, Line, Span, plain
from panels.render.row_list import RowList
from panels.render.strips import fit_line
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.printable import printable
from traces.timeline.search import Hit, Wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHit:
    """A hit, and the trace that it is in."""

    trace_id: str
    title: str
    """The trace in a few words: safe text."""
    hit: Hit


def found_hit(trace: Trace, hit: Hit) -> FoundHit:
    """A hit of a trace, with what tells the trace from others."""
    whom = dict(trace.attachment.args).get("K8S_POD_NAME") or trace.attachment.container_id
    return FoundHit(trace_id=trace.id, title=one_line(f"{trace.id} {trace.verb} {whom}", 40), hit=hit)


class FoundScreen(Dialog[FoundHit | None]):
    """Lists hits; gives the one that was chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Leave", show=False, id="found.leave"),
    ]

    def __init__(self, pattern: Wanted, text: str, *, glyphs: Glyphs = UNICODE) -> None:
        """Nothing is found yet."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._pattern = pattern
        self._text = one_line(text, 30)
        self._glyphs = glyphs
        self._hits: list[FoundHit] = []
        self._progress = "searching"
        self._list = RowList(glyphs=glyphs)
        self._dialog = Vertical(classes="dialog -found")

    def compose(self) -> ComposeResult:
        """The list."""
        with self._dialog:
            yield self._list

    def on_mount(self) -> None:
        """Wait for what is found."""
        self._list.focus()
        self._draw()

    def take(self, hits: Sequence[FoundHit], progress: str) -> None:
        """Show more hits below those that are there, and how far the search is; the cursor stays where it is."""
        self._hits += hits
        self._progress = progress
        if self.is_mounted:
            self._draw()

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Give the hit of the row."""
        message.stop()
        self.dismiss(self._hits[message.index])

    def action_leave(self) -> None:
        """Go nowhere."""
        self.dismiss(None)

    def _draw(self) -> None:
        count = len(self._hits)
        found = f"{count:,} hit{'' if count == 1 else 's'}, {self._progress}"
        self._dialog.border_title = Content(self._glyphs.fit(f"«{self._text}»: {found}"))
        self._dialog.border_subtitle = Content("enter goes there, esc leaves")
        make: Callable[[int, int], Line] = self._line if self._hits else self._nothing_line
        has_hits = bool(self._hits)
        self._list.show(max(count, 1), make, lambda index: has_hits, self._list.cursor)

    def _line(self, index: int, width: int) -> Line:
        found = self._hits[index]
        where = f"step {found.hit.step + 1:02d} {printable(found.hit.plugin)} {found.hit.side}"
        head = (Span(found.title, Kind.HEADING), Span(f"  {where}  ", Kind.LABEL))
        return fit_line((*head, *self._marked(found.hit.line)), width, self._glyphs)

    def _marked(self, text: str) -> Line:
        line: Line = (Span(text),)
        found = self._pattern.search(plain(line))
        return lit(line, *found.span(), Kind.HERE) if found else line

    def _nothing_line(self, index: int, width: int) -> Line:
        said = "nothing yet" if self._progress.startswith("search") else "no trace has it"
        return (Span(said, Kind.NOTE),)
