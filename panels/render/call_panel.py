"""What the panels of a call have in common: a title, tabs, and a viewer that shows the chosen side of the call."""

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.beginning import beginning_page, is_large
from panels.render.call_sides import KERNEL, Seen, Side
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.ink import Sought
from panels.render.kernel_text import Whole
from panels.render.page import Kind, Span, note, page, wrap
from panels.render.page_view import PageView
from panels.render.stream_text import hexed
from panels.render.tab_row import TabRow
from traces.model.call import Call, Outcome
from traces.timeline.kernel_steps import KernelStep
from traces.timeline.printable import printable

_ANSWERED = ("stdout", "changes", "stderr", "exit")
"""The sides that a call has once it was executed."""
_UNSTARTED = "held: it was not executed yet"


class CallPanel(Widget):
    """Shows sides of a call. Tabs and viewer draw themselves: a reactive of the panel draws nothing more."""

    ALLOW_MAXIMIZE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hex", "Hex", show=False, id="payload.hex", tooltip="Show the bytes as hex, or as text again"),
        Binding("z", "fold", "Fold", show=False, id="payload.fold", tooltip="Fold long lines, or scroll sideways"),
        Binding("t", "turn(1)", "Next tab", show=False, id="payload.tab"),
        Binding("T", "turn(-1)", "Tab before", show=False, id="payload.tab_before"),
        Binding("n", "hit(1)", "Next hit", show=False, id="payload.hit"),
        Binding("N", "hit(-1)", "Hit before", show=False, id="payload.hit_before"),
    ]
    SIDES: ClassVar[tuple[Side, ...]] = ()
    TABS_FIRST: ClassVar[bool] = False
    EMPTY_TITLE: ClassVar[str] = ""

    call: reactive[Call | None] = reactive(None, init=False, repaint=False)
    kernel: reactive[KernelStep] = reactive(KernelStep, init=False, repaint=False)
    """The kernel around the call."""
    whole: reactive[Whole] = reactive(Whole.CHANGES, init=False, repaint=False)
    """What of the kernel is shown."""
    tab: reactive[str] = reactive("", init=False, repaint=False)
    """The name of the side that is shown; a name that the panel does not have is the first."""
    hex: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether streams are shown as hex."""
    fold: reactive[bool] = reactive(True, init=False, repaint=False)
    """Whether long lines go on in the next row; otherwise the view scrolls sideways."""
    sought: reactive[Sought | None] = reactive(None, init=False, repaint=False)
    """What is searched for, and the hit that one stands at."""
    held: reactive[str] = reactive("", init=False, repaint=False)
    """For a call that is held: that, in words; safe text."""
    empty_text: reactive[str] = reactive("no call here", init=False, repaint=False)
    """What to say where there is no call: safe text."""

    @dataclass
    class HitWanted(Message):
        """The user wants to go on to another hit."""

        by: int

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        """Show no call yet."""
        super().__init__(name=name, id=id, classes=classes)
        self._glyphs = glyphs
        self._tabs = TabRow(tabs_first=self.TABS_FIRST, glyphs=glyphs)
        self._view = PageView(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Title and tabs above the viewer."""
        yield self._tabs
        yield self._view

    def on_mount(self) -> None:
        """Draw what was set before."""
        self.draw()

    def watch_call(self) -> None:
        """Draw the new call."""
        self.draw()

    def watch_kernel(self) -> None:
        """Draw what became known: of a side that does not show it, no more than the tabs."""
        if self.call is not None and self.is_mounted and self.side is not KERNEL:
            self._draw_tabs(self.seen(self.call))
        else:
            self.draw()

    def watch_whole(self) -> None:
        """Draw the other part of it."""
        self.draw()

    def watch_tab(self) -> None:
        """Draw the new side."""
        self.draw()

    def watch_held(self) -> None:
        """Draw the words, and what there is to see of a call that was not executed."""
        self.draw()

    def watch_empty_text(self) -> None:
        """Draw the new text, where it is the one that is shown."""
        self.draw()

    def watch_sought(self) -> None:
        """Light what is searched for, and bring the hit into view."""
        self._seek(reveal=True)

    def watch_hex(self) -> None:
        """Draw the same side the other way."""
        self.draw()

    def watch_fold(self) -> None:
        """Draw the same side the other way."""
        self.draw()

    @on(TabRow.Chosen)
    def choose_tab(self, message: TabRow.Chosen) -> None:
        """Show the side that was chosen."""
        message.stop()
        self.tab = message.tab

    def action_hex(self) -> None:
        """Toggle between text and hex."""
        self.hex = not self.hex

    def action_fold(self) -> None:
        """Toggle between folding long lines and scrolling sideways."""
        self.fold = not self.fold

    def action_turn(self, by: int) -> None:
        """Show the next side, or the one before."""
        sides = self.SIDES
        self.tab = sides[(sides.index(self.side) + by) % len(sides)].name

    def action_hit(self, by: int) -> None:
        """To the next hit, or the one before, on whatever side and call it is."""
        self.post_message(self.HitWanted(by))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is searched for, n and N mean what they mean everywhere."""
        return self.sought is not None if action == "hit" else True

    def turn_kernel(self) -> None:
        """Show what the kernel says; where that is shown already, the whole state before, after, or the changes."""
        if KERNEL in self.SIDES:
            if self.side is KERNEL:
                self.whole = self.whole.next
            self.tab = KERNEL.name

    @property
    def side(self) -> Side:
        """The side that is shown."""
        return next((side for side in self.SIDES if side.name == self.tab), self.SIDES[0])

    @property
    def view(self) -> PageView:
        """The viewer: what is focused to scroll."""
        return self._view

    def heading(self, call: Call) -> tuple[str, str]:
        """The title and its detail: safe text."""
        return printable(call.plugin), printable(call.verb)

    def alerts(self, call: Call) -> bool:
        """Whether the title tells of a failure."""
        return False

    def draw(self) -> None:
        """Draw everything."""
        if not self.is_mounted:
            return
        self._tabs.active = self.side.name
        if self.call is None:
            self._draw_nothing()
        else:
            self._draw_call(self.call, self.side)

    def draw_heading(self, call: Call) -> None:
        """Draw the title alone."""
        self._tabs.heading = self.heading(call)
        self._tabs.alert = self.alerts(call)

    def _label(self, side: Side, seen: Seen) -> str:
        """A tab's text; where its bytes are shown as hex, that too."""
        shown_as_hex = self.hex and side.stream and side is self.side
        return f"{side.label(seen)} hex" if shown_as_hex else side.label(seen)

    def _draw_nothing(self) -> None:
        said = self.empty_text
        self._tabs.heading = (self.EMPTY_TITLE, "")
        self._tabs.alert = False
        self._tabs.tabs = ()
        self._view.show(lambda width: page([(Span(row, Kind.NOTE),) for row in wrap(said, width)]), None)

    def _draw_call(self, call: Call, side: Side) -> None:
        seen = self.seen(call)
        self.draw_heading(call)
        self._draw_tabs(seen)
        if self.held and side.name in _ANSWERED and call.outcome is Outcome.RUNNING:
            self._view.show(lambda width: note(_UNSTARTED), (call.id, side.name, "held"))
        elif self.hex and side.stream:
            self._view.show(lambda width: hexed(call, side.stream, width), (call.id, side.name, "hex"))
        else:
            raw = getattr(call, side.stream) if side.stream else b""
            first = partial(beginning_page, raw, glyphs=self._glyphs, fold=self.fold) if is_large(raw) else None
            self._view.show(lambda width: side.page(seen, width), (call.id, side.name, self.whole), first)
        self._seek(reveal=False)

    def _seek(self, *, reveal: bool) -> None:
        """Light what is searched for on the side that is shown."""
        sought, hit = self.sought, self.sought.hit if self.sought is not None else None
        shown = hit is not None and self.call is not None and (hit.call, hit.side) == (self.call.id, self.side.name)
        if sought is not None and (self.hex or not shown):
            sought = replace(sought, hit=None)
        self._view.seek(sought, reveal=reveal)

    def _draw_tabs(self, seen: Seen) -> None:
        self._tabs.tabs = tuple((side.name, self._label(side, seen)) for side in self.SIDES)

    def seen(self, call: Call, *, fold: bool | None = None) -> Seen:
        """What there is to see of a call, as the user wants to see it now, or with long lines as `fold` says."""
        fold = self.fold if fold is None else fold
        return Seen(call=call, kernel=self.kernel, whole=self.whole, fold=fold, glyphs=self._glyphs)
