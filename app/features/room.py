"""Room: one part of the screen alone, and how the parts share it. What is chosen holds until the screen is left."""

from typing import ClassVar

from textual.widget import Widget

from app.features.feature import Feature
from app.keys.feature_keys import ROOM
from app.keys.key import Key
from app.screens.side import MAXIMISED, SidePane
from app.screens.watching import WatchingScreen
from panels.traces_panel import TracesPanel

_TENTHS = 10
_LEAST, _MOST = 2, 8
"""Tenths of the height that the payloads have at least and at most."""
_EVEN = {"-wide": 5, "-narrow": 4}
"""Their tenths at first, by layout."""
_LIST, _LIST_STEP = 23, 6
"""Hundredths of the width that the list has at first in the wide layout, and how many more or fewer at a time."""
_LIST_LEAST, _LIST_MOST = 11, 59


class Room(Feature):
    """Gives parts of the screen more room or less."""

    NAME: ClassVar[str] = "room"
    TITLE: ClassVar[str] = "Room"
    KEYS: ClassVar[tuple[Key, ...]] = ROOM

    def __init__(self, screen: WatchingScreen) -> None:
        """Every part has what the layout gives it."""
        super().__init__(screen)
        self._lower: dict[str, int] = {}
        self._list: int | None = None

    def maximise(self) -> None:
        """Give the part with the focus the whole screen, or take it back."""
        screen = self.screen
        if screen.has_class("-tiny"):
            self._say("In so small a terminal every part has the whole screen.")
            return
        parts = {"-max-traces": self._traces, "-max-lower": self._payloads, "-max-side": screen.query_one(SidePane)}
        name = next((each for each, part in parts.items() if part.has_focus_within), "-max-canvas")
        was = screen.has_class(name)
        screen.remove_class(*MAXIMISED)
        screen.set_class(not was, name)
        self.share()

    def resized(self) -> None:
        """Share the room as it was chosen for this layout."""
        self.share()

    def back(self) -> bool:
        """All parts again; whether one was alone."""
        was = self._is_maximised
        self.screen.remove_class(*MAXIMISED)
        self.share()
        return was

    def more(self) -> None:
        """More room for the part with the focus."""
        self._resize(1)

    def less(self) -> None:
        """Less room for it."""
        self._resize(-1)

    def even(self) -> None:
        """As it was at first."""
        self._lower.clear()
        self._list = None
        self.share()

    def share(self) -> None:
        """Lay the parts out as they were chosen to be, where they stand side by side and something was chosen."""
        tenths = None if self._is_maximised else self._lower.get(self._layout)
        for part, share in ((self._upper, tenths and _TENTHS - tenths), (self._payloads, tenths)):
            part.styles.height = None if share is None else f"{share}fr"
        wide = self._layout == "-wide" and not self._is_maximised
        width = self._list if wide else None
        self._traces.styles.width = None if width is None else f"{width}%"
        self._traces.styles.min_width = None if width is None else 20
        self._traces.styles.max_width = None if width is None else "100%"

    def _resize(self, by: int) -> None:
        layout = self._layout
        if not layout or self._is_maximised:
            self._say("This part has the whole screen: f shows the others again." if layout else "There is one part.")
        elif self._traces.has_focus_within and layout == "-wide":
            width = (_LIST if self._list is None else self._list) + by * _LIST_STEP
            self._list = min(max(width, _LIST_LEAST), _LIST_MOST)
        elif self._traces.has_focus_within:
            self._say("The list has the whole screen while it is open.")
        else:
            toward = by if self._payloads.has_focus_within else -by
            tenths = self._lower.get(layout, _EVEN[layout]) + toward
            self._lower[layout] = min(max(tenths, _LEAST), _MOST)
        self.share()

    @property
    def _layout(self) -> str:
        """The class of the layout, where it has parts that can share room."""
        return next((name for name in _EVEN if self.screen.has_class(name)), "")

    @property
    def _is_maximised(self) -> bool:
        return any(self.screen.has_class(name) for name in MAXIMISED)

    @property
    def _traces(self) -> TracesPanel:
        return self.screen.query_one(TracesPanel)

    @property
    def _payloads(self) -> Widget:
        return self.screen.query_one("#lower")

    @property
    def _upper(self) -> Widget:
        return self.screen.query_one("#upper")

    def _say(self, text: str) -> None:
        self.screen.notify(text, markup=False)
