"""The column at the right: what stands out, and what is watched. Where there is no room, one of them as a drawer."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget

from app.keys.bindings import bindings
from app.keys.panel_keys import WATCHES
from panels.render.glyphs import UNICODE, Glyphs
from panels.stands_out import StandsOutPanel
from panels.watches import WatchesPanel

BROAD = 150
"""Cells from which on the column has a place of its own in the wide layout."""
STANDS_OUT, WATCHED = "-stands-out", "-watches"
"""The classes of a screen whose drawer is open."""
DRAWERS = ("-drawer", "-payload", STANDS_OUT, WATCHED)
"""The classes of a screen that something lies over."""
MAXIMISED = ("-max-canvas", "-max-lower", "-max-traces", "-max-side")
"""The classes of a screen of which one part is shown alone."""


class Watches(WatchesPanel):
    """The watched expressions, with the keys that change them."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(WATCHES)


class SidePane(Vertical):
    """Both panels."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Nothing stands out yet."""
        super().__init__(id=id)
        self.stands_out = StandsOutPanel(glyphs=glyphs)
        self.watches = Watches(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """One below the other."""
        yield self.stands_out
        yield self.watches

    @on(StandsOutPanel.Chosen)
    @on(StandsOutPanel.FindingChosen)
    async def close_drawer(self) -> None:
        """Where it lies over the sequence, let the step be seen."""
        if not self.screen.has_class("-broad"):
            await self.screen.run_action("back")


async def turn_to_side(screen: Screen[None], name: str) -> None:
    """Go to a panel of the column; where it has no place of its own it comes as a drawer, and goes again."""
    side = screen.query_one(SidePane)
    panel = side.stands_out if name == STANDS_OUT else side.watches
    is_open = screen.has_class(name)
    screen.remove_class(*DRAWERS, *MAXIMISED)
    if is_open:
        await screen.run_action("back")
        return
    screen.set_class(not screen.has_class("-broad"), name)
    panel.view.focus()


def side_last(widgets: Sequence[Widget]) -> list[Widget]:
    """The widgets in their order, those of the column at the end."""
    return sorted(widgets, key=lambda widget: any(isinstance(node, SidePane) for node in widget.ancestors))
