"""A list of many things of which one is picked: what is typed narrows it."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from app.screens.dialog import Dialog

_MOST = 200
"""Rows that are listed at once: whoever wants others types."""


class PickScreen(Dialog[int | None]):
    """Gives the place of the thing that was picked, or None. The rows' texts are safe texts, as are all others."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", show=False, id="pick.leave"),
        Binding("down", "move(1)", "Down", show=False, priority=True, id="pick.down"),
        Binding("up", "move(-1)", "Up", show=False, priority=True, id="pick.up"),
        Binding("pagedown", "move(10)", "Page down", show=False, priority=True, id="pick.page_down"),
        Binding("pageup", "move(-10)", "Page up", show=False, priority=True, id="pick.page_up"),
    ]

    def __init__(self, title: str, count: int, row: Callable[[int], str]) -> None:
        """`row` gives the text of a row: only those that are looked for are made."""
        super().__init__()
        self._heading = title
        self._count = count
        self._row = row
        self._found: Sequence[int] = ()
        self._input = Input(placeholder="type to narrow", compact=True)
        self._list = OptionList(markup=False, classes="-terse")
        self._list.can_focus = False
        self._note = Static("", markup=False, classes="dialog--note")

    def compose(self) -> ComposeResult:
        """The line to type in, what is found, and how much of all that is."""
        with Vertical(classes="dialog -pick") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content("enter picks, esc leaves")
            yield self._input
            yield self._note
            yield self._list

    def on_mount(self) -> None:
        """List the first ones."""
        self._input.focus()
        self._narrow("")

    @on(Input.Changed)
    def narrow(self, message: Input.Changed) -> None:
        """List those that hold every word that was typed."""
        message.stop()
        self._narrow(message.value)

    def _narrow(self, typed: str) -> None:
        words = typed.lower().split()
        matching = (place for place in range(self._count) if _holds(self._row(place), words))
        self._found = tuple(islice(matching, _MOST))
        self._list.set_options([Option(Content(self._row(place))) for place in self._found])
        self._list.highlighted = 0 if self._found else None
        more = f"the first {_MOST}, of {self._count}" if len(self._found) == _MOST < self._count else ""
        self._note.update(Content(more or f"{len(self._found)} of {self._count}"))

    @on(Input.Submitted)
    def pick(self, message: Input.Submitted) -> None:
        """Give the one under the cursor."""
        message.stop()
        if self._list.highlighted is not None:
            self.dismiss(self._found[self._list.highlighted])

    @on(OptionList.OptionSelected)
    def pick_clicked(self, message: OptionList.OptionSelected) -> None:
        """Give the one that was clicked."""
        message.stop()
        self.dismiss(self._found[message.option_index])

    def action_move(self, by: int) -> None:
        """Move the cursor, while the keys go to the line above."""
        if self._found:
            here = (self._list.highlighted or 0) + by
            self._list.highlighted = max(0, min(here, len(self._found) - 1))

    def action_leave(self) -> None:
        """Pick nothing."""
        self.dismiss(None)


def _holds(row: str, words: Sequence[str]) -> bool:
    lowered = row.lower() if words else ""
    return all(word in lowered for word in words)
