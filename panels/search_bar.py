"""The search bar: a line to type what is searched for, where one stands among the hits, and whose they are."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.safe_input import SafeInput
from panels.render.strips import shorten
from traces.timeline.printable import printable

_LEAST_COUNTS = 12
"""Cells below which the hits of each plugin are not worth a beginning."""


class SearchBar(Widget):
    """Asks what to search for, and says what was found."""

    text: reactive[str] = reactive("", init=False)
    """What is searched for."""
    told: reactive[str] = reactive("", init=False)
    """Where one stands: safe text."""
    counts: reactive[tuple[tuple[str, int], ...]] = reactive((), init=False)
    """How many hits each plugin has."""

    def __init__(self, keys: Sequence[tuple[str, str, str]], *, glyphs: Glyphs = UNICODE) -> None:
        """The keys are told as keys, what they do, and the same in one word."""
        super().__init__()
        self._glyphs = glyphs
        self._keys = keys
        self._input = SafeInput(placeholder="in all that went in and came out", compact=True)
        self._told = Static(markup=False, classes="search--told")
        self._below = Static(markup=False, classes="search--below")

    def compose(self) -> ComposeResult:
        """The line with its state, and below it the plugins and the keys."""
        with Horizontal():
            yield Static("Search", markup=False, classes="search--label")
            yield self._input
            yield self._told
        yield self._below

    @property
    def field(self) -> Input:
        """What is focused to type."""
        return self._input

    def write(self, text: str) -> None:
        """Search for this, as if somebody had typed it."""
        self._input.value = text
        self._input.cursor_position = len(text)

    @on(Input.Changed)
    def take(self, message: Input.Changed) -> None:
        """Search while the user types."""
        message.stop()
        self.text = message.value

    @on(Input.Submitted)
    def stay(self, message: Input.Submitted) -> None:
        """What enter does is the screen's business."""
        message.stop()

    def watch_told(self, told: str) -> None:
        """Say it."""
        self._told.update(Content(self._glyphs.fit(told)))

    def watch_counts(self) -> None:
        """Say it."""
        self._draw_below()

    def on_mount(self) -> None:
        """Say what the keys do."""
        self._draw_below()

    def on_resize(self) -> None:
        """Say what there is room for."""
        self._draw_below()

    def _draw_below(self) -> None:
        width = max(self.size.width - 2, 0)
        self._below.update(Content(below_text(self.counts, self._keys, width, self._glyphs)))


def below_text(
    counts: Sequence[tuple[str, int]], keys: Sequence[tuple[str, str, str]], width: int, glyphs: Glyphs = UNICODE
) -> str:
    """The hits of each plugin and the keys, in as many words as there is room for: the keys come first."""
    names = glyphs.fit(", ".join(f"{printable(plugin)} {count:,}" for plugin, count in counts))
    long, short = ("  ".join(f"{key[0]} {key[place]}" for key in keys) for place in (1, 2))
    for words in (long, short):
        room = width - cell_len(words) - 3
        if room >= cell_len(names):
            return f"{names}{' ' * (room - cell_len(names) + 3)}{words}" if names else words
    room = width - cell_len(short) - 3
    if room < _LEAST_COUNTS:
        return shorten(short, width, glyphs)
    head = shorten(names, room, glyphs)
    return f"{head}{' ' * (room - cell_len(head) + 3)}{short}"
