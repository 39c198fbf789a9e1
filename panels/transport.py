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

from traces.timeline.measure import cells

_LEAST_SCRUBBER = 8


@dataclass(frozen=True, slots=True)
class TransportGlyphs:
    """What the row is drawn with."""

    playing: str
    paused: str
    done: str
    ahead: str
    head: str
    failure: str


UNICODE = TransportGlyphs("►", "‖", "━", "─", "●", "✗")
ASCII = TransportGlyphs(">", "|", "=", "-", "o", "x")


class Transport(Widget):
    """Shows where playing is, and says where the user wants it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "transport--state",
        "transport--position",
        "transport--done",
        "transport--ahead",
        "transport--head",
        "transport--failure",
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
        here = self.cell_of(self.position)
        marks = {self.cell_of(step): Segment(self._glyphs.failure, self._style("failure")) for step in self.failures}
        done = Segment(self._glyphs.done, self._style("done"))
        ahead = Segment(self._glyphs.ahead, self._style("ahead"))
        track = [marks.get(cell, done if cell < here else ahead) for cell in range(length)]
        if self.count:
            style = "failure" if here in marks else "head"
            track[here] = Segment(self._glyphs.failure if here in marks else self._glyphs.head, self._style(style))
        return track

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"transport--{part}")
