"""The search bar with the keys that work in it."""

from typing import ClassVar

from textual.binding import BindingType

from app.keys.bindings import bindings
from app.keys.panel_keys import SEARCH
from panels.render.glyphs import UNICODE, Glyphs
from panels.search_bar import SearchBar

_TOLD = (
    ("enter", "next hit", "next"),
    ("up", "before", "before"),
    ("tab", "payload", "payload"),
    ("ctrl+t", "all traces", "all"),
    ("esc", "closes", "closes"),
)


class SearchLine(SearchBar):
    """Is open while there is a search."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SEARCH)

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        """Closed at first."""
        super().__init__(_TOLD, glyphs=glyphs)
        self.display = False
