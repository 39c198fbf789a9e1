"""Keys shown large, for those who sit far away: the last one that was pressed, for a moment."""

from pyfiglet import Figlet
from rich.segment import Segment
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from traces.timeline.measure import cells
from traces.timeline.printable import printable

_SECONDS = 1.6
_MARGIN = 2
_WORDS = {
    "question_mark": "?",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "full_stop": ".",
    "comma": ",",
    "slash": "/",
    "colon": ":",
    "escape": "esc",
    "pagedown": "page down",
    "pageup": "page up",
}


class KeyCast(Widget):
    """Lies over the screen while it shows a key."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Show nothing yet."""
        super().__init__(id=id)
        self._letters = Figlet(font="small" if glyphs.ascii_only else "smblock", width=200)
        self._rows: list[str] = []
        self._timer: Timer | None = None
        self.display = False

    def show_key(self, key: str) -> None:
        """Show the key that Textual calls so, at the right: at the top, where little is to be read there."""
        self._rows = large(self._letters, key_word(key))
        width, height = max(map(cells, self._rows)) + 2 * _MARGIN, len(self._rows) + 1
        self.styles.width, self.styles.height = width, height
        room = self.screen.size
        self.styles.offset = (max(0, room.width - width - 1), 1)
        self.display = True
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_SECONDS, self._hide)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row of the letters."""
        text = self._rows[y] if y < len(self._rows) else ""
        return Strip([Segment(" " * _MARGIN + text, self.rich_style)]).adjust_cell_length(
            self.size.width, self.rich_style
        )

    def _hide(self) -> None:
        self.display = False


def key_word(key: str) -> str:
    """What stands on the key: Textual's name of it, or the sign."""
    return _WORDS.get(key, printable(key))


def large(letters: Figlet, word: str) -> list[str]:
    """The rows of a word in large letters; of one that has none the word itself."""
    rows = [row.rstrip() for row in str(letters.renderText(word)).splitlines()]
    while rows and not rows[-1]:
        rows.pop()
    return rows or [word]
