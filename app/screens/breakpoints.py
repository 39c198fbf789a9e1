"""The breakpoints: which there are, on or off, and how often each has held a call."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from app.screens.dialog import Dialog
from app.screens.query_prompt import QueryPrompt
from panels.render.glyphs import UNICODE, Glyphs
from traces.errors import InputError
from traces.session.breakpoints import Breakpoint, Breakpoints
from traces.timeline.measure import count_text
from traces.timeline.printable import printable

_NONE = "No breakpoint is set. a adds one; b, on the sequence, sets one on the plugin and verb of the step."


class BreakpointsScreen(Dialog[None]):
    """Shows and changes them; what is changed counts at once."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,B", "leave", "Leave", show=False, id="breakpoints.leave"),
        Binding("a", "add", "Add", show=False, id="breakpoints.add"),
        Binding("space,b", "turn", "On or off", show=False, id="breakpoints.toggle"),
        Binding("delete,x", "remove", "Delete", show=False, id="breakpoints.remove"),
        Binding("j", "move(1)", "Down", show=False, id="breakpoints.down"),
        Binding("k", "move(-1)", "Up", show=False, id="breakpoints.up"),
    ]

    def __init__(self, breakpoints: Breakpoints, changed: Callable[[], None], *, glyphs: Glyphs = UNICODE) -> None:
        """`changed` is called after every change."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._breakpoints = breakpoints
        self._changed = changed
        self._glyphs = glyphs
        self._list = OptionList(markup=False)
        self._nothing = Static(_NONE, markup=False, classes="dialog--text")

    def compose(self) -> ComposeResult:
        """The list, and its keys."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content("Breakpoints")
            dialog.border_subtitle = Content("a add, space on/off, x delete, esc leave")
            yield self._nothing
            yield self._list

    def on_mount(self) -> None:
        """Show them."""
        self._draw(0)
        self._list.focus()

    @on(OptionList.OptionSelected)
    def action_turn(self) -> None:
        """Turn the one under the cursor on or off."""
        here = self._here
        if here is not None:
            self._breakpoints.toggle(here.text)
            self._draw()

    def action_remove(self) -> None:
        """Delete the one under the cursor."""
        here = self._here
        if here is not None:
            self._breakpoints.remove(here.text)
            self._draw()

    def action_add(self) -> None:
        """Ask for one more."""

        def add(text: str | None) -> None:
            if text is None:
                return
            try:
                self._breakpoints.add(text)
            except InputError as error:
                self.notify(printable(str(error)), severity="error", markup=False)
            self._draw(len(self._breakpoints.all) - 1)

        self.app.push_screen(QueryPrompt("Hold calls that fit", glyphs=self._glyphs), add)

    def action_move(self, by: int) -> None:
        """Move as j and k do everywhere."""
        if by > 0:
            self._list.action_cursor_down()
        else:
            self._list.action_cursor_up()

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)

    @property
    def _here(self) -> Breakpoint | None:
        known, place = self._breakpoints.all, self._list.highlighted
        return known[place] if place is not None and place < len(known) else None

    def _draw(self, place: int | None = None) -> None:
        known, here = self._breakpoints.all, self._list.highlighted if place is None else place
        self._list.set_options(Option(self._line(each)) for each in known)
        self._list.highlighted = min(here or 0, len(known) - 1) if known else None
        self._list.display, self._nothing.display = bool(known), not known
        self._changed()

    def _line(self, each: Breakpoint) -> Content:
        sign = f"{self._glyphs.running if each.is_on else self._glyphs.skipped} {'on ' if each.is_on else 'off'}"
        where = "after the answer" if each.query.needs_answer else "before the start"
        said = f"{where}, {count_text(each.hits, 'hit', 'hits')}"
        text = self._glyphs.fit(printable(each.text))
        return Content.assemble((f"{sign}  ", "bold"), text, (f"\n       {said}", "$text-muted"))
