"""A tiny App to mount one panel of the sequence in, with the real looks."""

from typing import ClassVar

from textual.geometry import Region
from textual.strip import Strip

from panels import STYLESHEET
from panels.sequence_view import SequenceView
from tests.support.panel_app import PanelApp


class SequenceApp(PanelApp):
    """Shows the panels it is given."""

    CSS_PATH: ClassVar = [STYLESHEET, STYLESHEET.with_name("sequence.tcss")]  # type: ignore[assignment]


class Watched(SequenceView):
    """Remembers which rows were asked to be drawn again, and which were drawn."""

    refreshed: tuple[Region, ...] = ()
    drawn: tuple[int, ...] = ()

    def refresh(self, *regions: Region, **options: bool) -> "Watched":
        """As the canvas does it."""
        self.refreshed += regions
        return super().refresh(*regions, **options)

    def render_line(self, y: int) -> Strip:
        """As the canvas does it."""
        self.drawn += (y,)
        return super().render_line(y)
