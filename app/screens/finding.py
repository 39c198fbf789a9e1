"""One finding: its cause, what was seen where, and what to do; from what was seen one goes to the bytes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Span, wrap
from panels.render.row_list import RowList
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

_MARGIN = 8
"""Cells of the dialog that are no text."""
_WIDEST = 110
_MOST_QUOTED = 6
"""Rows of one quote: all of it is seen at the bytes themselves."""
_INDENT = "      "
_KINDS = {Severity.ERROR: Kind.BAD, Severity.WARNING: Kind.WARNING, Severity.NOTE: Kind.LABEL}


@dataclass(frozen=True, slots=True)
class _Row:
    """A row, and what one goes to from it."""

    line: Line
    evidence: Evidence | None = None


class Lesson(NamedTuple):
    """The lesson that explains a finding."""

    title: str
    """Safe text; empty where there is none."""
    take: Callable[[], None]


class FindingScreen(Dialog[Evidence | None]):
    """Shows a finding; gives the evidence that the user wants to see in its place, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Leave", show=False, id="finding.leave"),
        Binding("L", "learn", "Lesson", show=False, id="finding.learn"),
    ]

    def __init__(self, finding: Finding, lesson: Lesson | None = None, *, glyphs: Glyphs = UNICODE) -> None:
        """The finding of the trace on the stage, and what explains it."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._finding = finding
        self._lesson = lesson if lesson is not None and lesson.title else None
        self._glyphs = glyphs
        self._rows: Sequence[_Row] = ()
        self._list = RowList(glyphs=glyphs)
        self._dialog = Vertical(classes="dialog -marks")

    def compose(self) -> ComposeResult:
        """The rows."""
        with self._dialog:
            yield self._list

    def on_mount(self) -> None:
        """Show it, with the first quote under the cursor."""
        self._list.focus()
        self._draw(at=None)

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._draw(at=self._list.cursor)

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Go to what the row quotes."""
        message.stop()
        evidence = self._rows[message.index].evidence
        if evidence is not None:
            self.dismiss(evidence)

    def action_leave(self) -> None:
        """Go nowhere."""
        self.dismiss(None)

    def action_learn(self) -> None:
        """Go to the lesson."""
        if self._lesson is not None:
            self.dismiss(None)
            self._lesson.take()

    def _draw(self, at: int | None) -> None:
        finding, fit = self._finding, self._glyphs.fit
        proven = "" if finding.is_proven else ", likely, not proven"
        self._dialog.border_title = Content(fit(f"{finding.severity}{proven}: {one_line(finding.kind)}"))
        can_go = any(each.call for each in finding.evidence)
        keys = ("enter goes to what was seen, " if can_go else "") + ("L: its lesson, " if self._lesson else "")
        self._dialog.border_subtitle = Content(f"{keys}esc leaves")
        width = max(min(self.size.width, _WIDEST) - _MARGIN, 20)
        self._rows = list(self._made(width))
        first = next((place for place, row in enumerate(self._rows) if row.evidence is not None), 0)
        self._list.show(len(self._rows), self._line, lambda index: True, first if at is None else at)
        self._list.styles.height = min(len(self._rows), max(self.size.height - 4, 1))

    def _line(self, index: int, width: int) -> Line:
        return self._rows[index].line

    def _made(self, width: int) -> Iterator[_Row]:
        finding = self._finding
        yield from self._told("", finding.cause, width, _KINDS[finding.severity])
        for evidence in finding.evidence:
            yield _Row(())
            yield from self._seen(evidence, width)
        learn = f"L: the lesson «{self._lesson.title}»" if self._lesson is not None else ""
        named = (
            *(("do", finding.advice), ("next", finding.next_step), ("read", finding.specification)),
            ("learn", learn),
        )
        for name, text in named:
            if text:
                yield _Row(())
                yield from self._told(name, text, width, Kind.STRING if name == "next" else Kind.TEXT)

    def _seen(self, evidence: Evidence, width: int) -> Iterator[_Row]:
        """Where, and below it the quote."""
        there = evidence if evidence.call is not None else None
        fit = self._glyphs.fit
        sign = f" {self._glyphs.here}" if there else ""
        yield from (
            _Row((Span(each.rstrip(), Kind.KEY),), there)
            for each in wrap(fit(f"{one_line(evidence.where)}{sign}"), width)
        )
        text = printable(evidence.quote.strip("\n"), lines=True)
        rows = [row for line in text.split("\n") for row in wrap(fit(line), width - len(_INDENT))]
        for row in rows[:_MOST_QUOTED]:
            yield _Row((Span(_INDENT), Span(row.rstrip())), there)
        if len(rows) > _MOST_QUOTED:
            yield _Row((Span(f"{_INDENT}{self._glyphs.ellipsis}", Kind.DIM),), there)

    def _told(self, name: str, text: str, width: int, kind: Kind) -> Iterator[_Row]:
        head = f"{name:<5} " if name else ""
        for place, row in enumerate(wrap(self._glyphs.fit(printable(text)), width - len(head))):
            lead = Span(head if not place else " " * len(head), Kind.LABEL)
            yield _Row((lead, Span(row.rstrip(), kind)))
