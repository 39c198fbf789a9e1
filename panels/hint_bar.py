"""The last row: the few keys that matter now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from traces.timeline.measure import cells


@dataclass(frozen=True, slots=True)
class Hint:
    """A key, what it does, and the action's name."""

    key: str
    text: str
    action: str
    stays: bool = False
    """Whether all others make way for it where there is little room."""


class HintBar(Widget):
    """Shows hints on one line, as many as fit; a click on one does what its key does."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hint--key", "hint--text"}

    hints: reactive[tuple[Hint, ...]] = reactive(())

    @dataclass
    class Pressed(Message):
        """The user clicked a hint."""

        action: str

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        key, text = self.get_component_rich_style("hint--key"), self.get_component_rich_style("hint--text")
        segments: list[Segment] = []
        for hint in fit_hints(self.hints, width):
            segments += [Segment(f" {hint.key}", key), Segment(f" {hint.text} ", text)]
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Say which hint is under the pointer."""
        end = 0
        for hint in fit_hints(self.hints, self.size.width):
            end += _width(hint)
            if event.x < end:
                self.post_message(self.Pressed(hint.action))
                return


def fit_hints(hints: Sequence[Hint], width: int) -> list[Hint]:
    """The hints that fit whole: the last ones go first, but those that stay go last."""
    kept = list(hints)
    while kept and sum(map(_width, kept)) > width:
        goes = next((hint for hint in reversed(kept) if not hint.stays), kept[-1])
        kept.remove(goes)
    return kept


def _width(hint: Hint) -> int:
    return cells(hint.key) + cells(hint.text) + 3
