"""A page that is read from its focus on: that stays at the top, however the view changes, until the user scrolls."""

from dataclasses import dataclass

from textual import events
from textual.message import Message

from panels.render.page_view import PageView


class ReadingView(PageView):
    """Shows text that grows."""

    @dataclass
    class Settled(Message):
        """The view has another size, or shows another part: there may be more below, or no more."""

    _holds = False
    """Whether the focus stays at the top."""
    _moving = False
    """Whether it is this view that scrolls."""

    @property
    def has_more(self) -> bool:
        """Whether the page goes on below what is seen of it."""
        return self.scroll_offset.y < self.max_scroll_y

    def on_resize(self, event: events.Resize) -> None:
        """Bring the focus to the top again."""
        super().on_resize(event)
        self.call_after_refresh(self._hold)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever else scrolls has read on."""
        super().watch_scroll_y(old_value, new_value)
        if not self._moving and round(new_value) != min(self._first_row(), self.max_scroll_y):
            self._holds = False
        self.post_message(self.Settled())

    def hold(self) -> None:
        """Bring what was added last to the top, as far as there is text to fill the view."""
        self._holds = True
        self.call_after_refresh(self._hold)

    def _first_row(self) -> int:
        return self.page.focus or 0

    def _hold(self) -> None:
        if self._holds:
            self._moving = True
            self.scroll_to(0, self._first_row(), animate=False, force=True, immediate=True)
            self._moving = False
        self.post_message(self.Settled())
