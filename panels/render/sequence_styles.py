"""The styles of a sequence: one for each meaning, and how it fades where time has not come yet."""

from collections.abc import Callable
from enum import Enum

from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from traces.timeline.cells import Ink, Span

COMPONENTS = frozenset({f"sequence--{ink}" for ink in Ink} | {"sequence--here", "sequence--token"})
"""The component classes of a widget that draws spans of a diagram."""

_FAINT = frozenset({Ink.IDLE, Ink.UNREACHED})
"""What is never brighter than the future."""
_FADED = 0.58
"""How far the colours of the future are on their way to the background."""


class When(Enum):
    """Where a row is, seen from the cursor."""

    PAST = "past"
    HERE = "here"
    HERE_BEFORE = "here-before"
    """The part of the cursor's row that its message has not reached."""
    FUTURE = "future"


class SequenceStyles:
    """The styles of a widget's components by meaning and time, looked up once each."""

    def __init__(self, component: Callable[[str], Style]) -> None:
        self._component = component
        self._known: dict[tuple[Ink, When], Style] = {}
        self._token: Style | None = None

    def clear(self) -> None:
        """Forget everything: the theme has changed."""
        self._known.clear()
        self._token = None

    def style(self, ink: Ink, when: When = When.PAST) -> Style:
        """The style of a meaning at a time."""
        key = (ink, when)
        if key not in self._known:
            self._known[key] = self._make(ink, when)
        return self._known[key]

    @property
    def token(self) -> Style:
        """The style of the travelling message."""
        if self._token is None:
            here = self._component("sequence--here")
            self._token = self._component("sequence--token") + Style(bgcolor=here.bgcolor)
        return self._token

    def strip(self, spans: tuple[Span, ...], when: When = When.PAST) -> Strip:
        """The spans as a strip."""
        return Strip([Segment(span.text, self.style(span.ink, when)) for span in spans if span.text])

    def _make(self, ink: Ink, when: When) -> Style:
        style = self._component(f"sequence--{ink}")
        if when in (When.FUTURE, When.HERE_BEFORE) and ink not in _FAINT:
            style = fade(style)
        if when in (When.HERE, When.HERE_BEFORE):
            here = self._component("sequence--here")
            style = style + Style(bgcolor=here.bgcolor, reverse=here.reverse or None, underline=here.underline or None)
        return style


def fade(style: Style) -> Style:
    """The style with its colour on the way to its background; dim where the terminal's own colours are used."""
    if style.color is None or style.bgcolor is None or style.color.triplet is None or style.bgcolor.triplet is None:
        return style + Style(dim=True, bold=False)
    faded = blend_rgb(style.color.triplet, style.bgcolor.triplet, _FADED)
    return style + Style(color=Color.from_triplet(faded), bold=False)
