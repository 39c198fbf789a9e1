"""The Textual App: stylesheets, themes, and the one screen that it opens."""

import os
import sys
from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

import panels
from app.backend import Backend
from app.clock import Clock
from app.screens.confirm import ConfirmScreen
from app.screens.debugger import DebuggerScreen
from app.screens.edit import EditScreen
from app.themes import NO_COLOUR, THEMES, VARIABLES, choose_theme
from panels.render.glyphs import Glyphs, choose_glyphs
from traces.model.trace import Trace
from traces.timeline.playback import Motion


class DebuggerApp(App[None]):
    """Opens the debugger on a trace, or on a run that is about to begin."""

    TITLE = "cnistep"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "copy_or_quit", "Copy, or quit", show=False, priority=True, id="copy_or_quit")
    ]
    CSS_PATH: ClassVar = [panels.STYLESHEET, panels.STYLESHEET.with_name("sequence.tcss"), "app.tcss"]

    def __init__(
        self,
        backend: Backend,
        trace: Trace | None = None,
        *,
        playing: bool = False,
        motion: Motion | None = None,
        theme: str | None = None,
        glyphs: Glyphs | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Everything that is not given is chosen by the environment."""
        heed_no_color()
        self._theme_name = choose_theme(os.environ, theme)
        # Textual decides here, before it knows the theme, whether NO_COLOR means greys or no colours at all.
        super().__init__(ansi_color=True if self._theme_name == NO_COLOUR else None)
        glyphs = glyphs or choose_glyphs(getattr(sys.__stderr__, "encoding", None), os.environ)
        self.set_class(glyphs.ascii_only, "-ascii")
        self._screen = DebuggerScreen(
            backend,
            trace,
            playing=playing,
            motion=motion or choose_motion(),
            glyphs=glyphs,
            clock=clock,
        )
        for each in THEMES:
            self.register_theme(each)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, in themes that are not ours."""
        return VARIABLES

    def get_default_screen(self) -> Screen[None]:
        """The debugger."""
        return self._screen

    def on_mount(self) -> None:
        """Take the theme."""
        self.theme = self._theme_name

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Of Textual's own commands the two that do what they say here."""
        return (command for command in super().get_system_commands(screen) if command.title in ("Theme", "Quit"))

    async def action_quit(self) -> None:
        """Quit; ask first where something would be lost."""
        self._quit_or_ask()

    def action_copy_or_quit(self) -> None:
        """Copy the text that is selected; where none is, quit."""
        text = getattr(self.focused, "selected_text", "") or self.screen.get_selected_text()
        if text:
            self.copy_to_clipboard(text)
        else:
            self._quit_or_ask()

    def _quit_or_ask(self) -> None:
        question = self._what_would_be_lost()
        if not question:
            self.exit()
        elif not isinstance(self.screen, ConfirmScreen):
            self.push_screen(ConfirmScreen("Quit?", question, yes="Quit", no="Stay"), self._exit_if)

    def _what_would_be_lost(self) -> str:
        if any(isinstance(screen, EditScreen) and screen.changed for screen in self.screen_stack):
            return "Your changes will be lost."
        if self._screen.is_run_under_way:
            return "A run is under way: stop it and quit? Its trace is kept as it stands."
        return ""

    def _exit_if(self, yes: bool | None) -> None:
        if yes:
            self.exit()


def choose_motion() -> Motion:
    """How much moves where nobody said: none where Textual is told so, little over ssh."""
    if os.environ.get("TEXTUAL_ANIMATIONS", "").lower() in ("none", "basic"):
        return Motion(os.environ["TEXTUAL_ANIMATIONS"].lower())
    return Motion.BASIC if os.environ.get("SSH_CONNECTION") else Motion.FULL


def heed_no_color() -> None:
    """An empty NO_COLOR means nothing (no-color.org), but Textual would heed it."""
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
