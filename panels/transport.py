"""The transport row: playing or not, where on the timeline, how fast; the scrubber can be dragged."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from traces.timeline.marks import StepMark
from traces.timeline.measure import cells

_LEAST_SCRUBBER = 8
_TICKS = ("notable", "mark", "failure")
"""What may stand on the scrubber, the most important last."""


@dataclass(frozen=True, slots=True)
class TransportGlyphs:
    """What the row is drawn with."""

    playing: str
    paused: str
    done: str
    ahead: str
    head: str
    failure: str
    mark: str
    """A step that a user has marked."""
    notable: str
    """A step that stands out by itself."""


UNICODE = TransportGlyphs("►", "‖", "━", "─", "●", "✗", "◆", "·")
ASCII = TransportGlyphs(">", "|", "=", "-", "o", "x", "m", ":")


class Transport(Widget):
    """Shows where playing is, and says where the user wants it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "transport--state",
        "transport--position",
        "transport--done",
        "transport--ahead",
        "transport--head",
        "transport--failure",
        "transport--mark",
        "transport--notable",
        "transport--fact",
    }

    position: reactive[float] = reactive(0.0)
    """Steps that have happened, as a playback counts them."""
    cursor: reactive[int] = reactive(0)
    count: reactive[int] = reactive(0)
    """The number of steps."""
    playing: reactive[bool] = reactive(False)
    failures: reactive[tuple[int, ...]] = reactive(())
    """The steps that failed."""
    marks: reactive[tuple[StepMark, ...]] = reactive(())
    """What is marked, by hand or by itself."""
    facts: reactive[str] = reactive("")
    """What stands at the right: time, speed."""

    @dataclass
    class Moved(Message):
        """The user wants to be at a step."""

        index: int

    def __init__(self, *, ascii_only: bool = False, id: str | None = None, classes: str | None = None) -> None:
        """Show no steps yet."""
        super().__init__(id=id, classes=classes)
        self._glyphs = ASCII if ascii_only else UNICODE
        self._dragging = False
        self._styles: dict[str, Style] = {}
        self._ticks: dict[int, str] = {}
        self._ticks_for: tuple[int, int, tuple[int, ...], tuple[StepMark, ...]] = (0, 0, (), ())

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        left, start, length = self._left(), self._start(), self._length()
        segments = [*left, *self._scrubber(length)] if length else left
        row = Strip(segments).adjust_cell_length(start + length, self.rich_style)
        facts = Segment(f"  {self.facts} ", self._style("fact"))
        return Strip.join([row, Strip([facts])]).adjust_cell_length(width, self.rich_style)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go where the pointer is, and follow it."""
        self._dragging = True
        self.capture_mouse()
        self._point(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the pointer while the button is down."""
        if self._dragging:
            self._point(event.x)

    def on_mouse_up(self) -> None:
        """Let go."""
        self._dragging = False
        self.release_mouse()

    def cell_of(self, step: float) -> int:
        """The cell of the scrubber at which a step stands."""
        length = self._length()
        return round((length - 1) * min(1.0, max(0.0, step / max(1, self.count - 1)))) if length else 0

    def _point(self, x: int) -> None:
        length = self._length()
        if not length or not self.count:
            return
        share = (x - self._start()) / max(1, length - 1)
        self.post_message(self.Moved(round(min(1.0, max(0.0, share)) * (self.count - 1))))

    def _left(self) -> list[Segment]:
        digits = max(2, len(str(self.count)))
        number = min(self.cursor + 1, self.count)
        return [
            Segment(f" {self._glyphs.playing if self.playing else self._glyphs.paused} ", self._style("state")),
            Segment(f" {number:0{digits}}/{self.count:0{digits}}  ", self._style("position")),
        ]

    def _start(self) -> int:
        return sum(cells(segment.text) for segment in self._left())

    def _length(self) -> int:
        """Cells of the scrubber; 0 where there is no room for one."""
        room = self.size.width - self._start() - cells(self.facts) - 3
        return room if room >= _LEAST_SCRUBBER else 0

    def _scrubber(self, length: int) -> list[Segment]:
        here, ticks = self.cell_of(self.position), self._ticks_on(length)
        signs = {part: Segment(getattr(self._glyphs, part), self._style(part)) for part in (*_TICKS, "done", "ahead")}
        track = [signs[ticks.get(cell, "done" if cell < here else "ahead")] for cell in range(length)]
        if self.count:
            own = ticks.get(here, "notable")
            track[here] = signs[own] if own != "notable" else Segment(self._glyphs.head, self._style("head"))
        return track

    def _ticks_on(self, length: int) -> dict[int, str]:
        """The part that is drawn in each cell with a tick: of those that share one the most important."""
        wanted = (length, self.count, self.failures, self.marks)
        if wanted != self._ticks_for:
            self._ticks, self._ticks_for = {}, wanted
            by_hand, others = ([mark.step for mark in self.marks if mark.by_hand is mine] for mine in (True, False))
            for part, found in zip(_TICKS, (others, by_hand, self.failures), strict=True):
                self._ticks |= {self.cell_of(step): part for step in found}
        return self._ticks

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles.clear()

    def _style(self, part: str) -> Style:
        style = self._styles.get(part)
        if style is None:
            style = self._styles[part] = self.get_component_rich_style(f"transport--{part}")
        return style
