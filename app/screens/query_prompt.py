"""Asks for a query: one line, looked at while it is typed."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from traces.errors import InputError
from traces.timeline.printable import printable
from traces.timeline.query import GRAMMAR, parse


class QueryPrompt(Dialog[str | None]):
    """Gives the query's text, or None if the user leaves."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", show=False, id="query.leave")]

    def __init__(self, title: str, text: str = "", *, empty: str = "", glyphs: Glyphs = UNICODE) -> None:
        """`empty` says what an empty line means; without it one is no answer."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._heading = title
        self._empty = empty
        self._input = Input(text, placeholder="plugin=portmap verb=ADD, exit!=0, ips=0", compact=True)
        self._verdict = Static("", markup=False, classes="dialog--verdict")

    def compose(self) -> ComposeResult:
        """The line, what is said of it, and the grammar."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content("enter takes it, esc leaves")
            yield self._input
            yield self._verdict
            yield Static(self._glyphs.fit(GRAMMAR), markup=False, classes="dialog--note")

    def on_mount(self) -> None:
        """Take the keys."""
        self._input.focus()
        self._look()

    @on(Input.Changed)
    def _look(self) -> None:
        complaint, text = self._complaint(), self._input.value.strip()
        good = self._empty if not text else _when(text) if complaint is None else ""
        sign = self._glyphs.failed if complaint else self._glyphs.ok
        self._verdict.set_class(complaint is not None, "-wrong")
        self._verdict.update(self._glyphs.fit(f"{sign} {complaint or good}" if complaint or good else ""))

    @on(Input.Submitted)
    def take(self) -> None:
        """Give the text, if it is a query."""
        if self._complaint() is None and (self._input.value.strip() or self._empty):
            self.dismiss(self._input.value.strip())

    def action_leave(self) -> None:
        """Give none."""
        self.dismiss(None)

    def _complaint(self) -> str | None:
        text = self._input.value.strip()
        if not text:
            return None
        try:
            parse(text)
        except InputError as error:
            return printable(str(error))
        return None


def _when(text: str) -> str:
    """When a query holds a call, and which of its words are no test of a field: one may have been meant as such."""
    query = parse(text)
    when = "holds calls once they have answered" if query.needs_answer else "holds calls before they start"
    loose = ", ".join(str(term) for term in query.terms if not (term.field or term.outcome))
    return f"{when}; looked for everywhere: {printable(loose)}" if loose else when
