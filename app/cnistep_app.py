"""What every screen of ours runs in: stylesheets, themes, signs, keys, the mouse, and what a mistake of ours does."""

import os
import sys
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.screen import Screen
from textual.worker import WorkerFailed

import panels
from app.keys.bindings import bindings
from app.keys.key_table import APP_KEYS
from app.keys.remap import Remap
from app.looks.ascii_filter import AsciiFilter
from app.looks.mouse import Mouse
from app.looks.themes import NO_COLOUR, THEMES, VARIABLES, choose_theme
from app.outside.clipboard import hand_over
from panels.render.glyphs import Glyphs, choose_glyphs
from traces.model.trace import Trace
from traces.timeline.playback import Motion

if TYPE_CHECKING:
    from app.palette import Entry

_ACTIONS = 20
"""So many actions are remembered."""


class CnistepApp(App[None], inherit_bindings=False):
    """Opens the one screen that it is made for."""

    TITLE = "cnistep"
    BINDINGS: ClassVar[list[BindingType]] = bindings(APP_KEYS)
    CSS_PATH: ClassVar = [panels.STYLESHEET, panels.STYLESHEET.with_name("sequence.tcss"), "app.tcss"]

    def __init__(
        self,
        *,
        motion: Motion | None = None,
        theme: str | None = None,
        glyphs: Glyphs | None = None,
        mouse: bool = True,
        remap: Remap | None = None,
    ) -> None:
        """Everything that is not given is chosen by the environment."""
        heed_no_color()
        self._theme_name = choose_theme(os.environ, theme)
        # Textual decides here, before it knows the theme, whether NO_COLOR means greys or no colours at all.
        self._ascii_filters: tuple[LineFilter, ...] = ()
        super().__init__(ansi_color=True if self._theme_name == NO_COLOUR else None)
        self.last_actions: deque[str] = deque(maxlen=_ACTIONS)
        """What was done last, for the report on a mistake of ours."""
        glyphs = glyphs or choose_glyphs(getattr(sys.__stderr__, "encoding", None), os.environ)
        self.set_class(glyphs.ascii_only, "-ascii")
        self._ascii_filters = (AsciiFilter(),) if glyphs.ascii_only else ()
        self.glyphs = glyphs
        self.remap = remap or Remap()
        self.mouse = Mouse(self, is_ours=mouse)
        self.set_keymap(dict(self.remap.keys))
        self.motion = motion or choose_motion()
        for each in THEMES:
            self.register_theme(each)
        self.theme = self._theme_name
        # The styles are made with the theme's variables from the first: else all would be made twice.
        self.stylesheet.set_variables(self.get_css_variables())
        self._styled_with = self.get_css_variables()

    def refresh_css(self, animate: bool = True) -> None:
        """Make all styles again: where the theme's variables are those that they were made with they stay."""
        variables = self.get_css_variables()
        if variables == self._styled_with:
            return
        self._styled_with = variables
        super().refresh_css(animate)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own; where the terminal shows nothing but ASCII, nothing else is sent to it."""
        return (*super().get_line_filters(), *self._ascii_filters)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, in themes that are not ours."""
        return VARIABLES

    def shown_trace(self) -> Trace | None:
        """What is on the screen: its secrets are known."""
        return None

    def what_would_be_lost(self) -> str:
        """What quitting would lose, in words that end with a question or a warning; empty for nothing."""
        return ""

    def on_mount(self) -> None:
        """After another program had the terminal, the mouse is whose it was."""
        self.app_resume_signal.subscribe(self, lambda _: self.mouse.apply())

    def on_unmount(self) -> None:
        """Leave the terminal as it was."""
        self.mouse.leave()

    def action_command_palette(self) -> None:
        """All that can be done on the screen that is shown; a dialog has nothing but its own keys."""
        from app.palette_entries import entries_of
        from app.screens.palette import PaletteScreen

        entries = entries_of(self.screen)
        if entries is None:
            super().action_command_palette()
        else:
            self.push_screen(PaletteScreen(entries, glyphs=self.glyphs), self._do_entry)

    async def _do_entry(self, entry: "Entry | None") -> None:
        if entry is not None:
            await entry.run()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Of Textual's own commands the two that do what they say here."""
        return (command for command in super().get_system_commands(screen) if command.title in ("Theme", "Quit"))

    @property
    def mistake(self) -> Exception | None:
        """The error of ours that ended the screen, if one did."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) and isinstance(error.error, Exception) else error

    def _fatal_error(self) -> None:
        """Leave after an error of ours: the launcher saves a report."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Textual would print what the variables held, and that is what was recorded."""
        self._exit_renderables.clear()

    async def run_action(
        self,
        action: str | tuple[str, str, tuple[Any, ...]],
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do an action, and remember that it was done."""
        self.last_actions.append(action if isinstance(action, str) else ".".join(action[:2]).lstrip("."))
        return await super().run_action(action, default_namespace, namespaces)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy what was selected: the terminal gets it without secrets, what is pasted here again is as it was."""
        from traces.redaction.redactor import Redactor

        trace = self.shown_trace()
        hand_over(self, Redactor((trace,) if trace else ()).text(text))
        self._clipboard = text

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
        from app.screens.confirm import ConfirmScreen

        question = self.what_would_be_lost()
        if not question:
            self.exit()
        elif not isinstance(self.screen, ConfirmScreen):
            self.push_screen(ConfirmScreen("Quit?", question, yes="Quit", no="Stay"), self._exit_if)

    def _exit_if(self, yes: bool | None) -> None:
        if yes:
            self.exit()


def choose_motion() -> Motion:
    """How much moves where nobody said: none where Textual is told so, little over ssh."""
    if os.environ.get("TEXTUAL_ANIMATIONS", "").lower() in ("none", "basic"):
        return Motion(os.environ["TEXTUAL_ANIMATIONS"].lower())
    far = os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY")
    return Motion.BASIC if far else Motion.FULL


def heed_no_color() -> None:
    """An empty NO_COLOR means nothing (no-color.org), but Textual would heed it."""
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
