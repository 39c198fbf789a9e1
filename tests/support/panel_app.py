"""A tiny App with the real stylesheets, to mount one panel or one dialog in."""

from textual.app import App, ComposeResult
from textual.message import Message
from textual.widget import Widget

from app.looks.themes import DARK, THEMES, VARIABLES
from panels import STYLESHEET


class PanelApp(App[None]):
    """Shows the widgets it is given, and keeps the messages they post."""

    CSS_PATH = STYLESHEET

    def __init__(self, *widgets: Widget, theme: str = DARK.name) -> None:
        """Show the widgets, one below the other."""
        super().__init__()
        self._shown = widgets
        self.heard: list[Message] = []
        for each in THEMES:
            self.register_theme(each)
        self.theme = theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, in themes that lack them."""
        return VARIABLES

    def compose(self) -> ComposeResult:
        """The widgets."""
        yield from self._shown

    def hear(self, message: Message) -> None:
        """Keep a message."""
        self.heard.append(message)


def screen_lines(app: App[None]) -> list[str]:
    """What stands on the screen, line by line, as the compositor would send it."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def screen_text(app: App[None]) -> str:
    """What stands on the screen."""
    return "\n".join(screen_lines(app))
