"""The App of the debugger."""

from typing import Any

from textual.screen import Screen

from app.backend import Backend
from app.clock import Clock
from app.cnistep_app import CnistepApp
from app.screens.debugger import DebuggerScreen
from traces.model.trace import Trace
from traces.timeline.held import held_words


class DebuggerApp(CnistepApp):
    """Opens the debugger on a trace, or on a run that is about to begin."""

    def __init__(
        self,
        backend: Backend,
        trace: Trace | None = None,
        *,
        playing: bool = False,
        clock: Clock | None = None,
        **looks: Any,
    ) -> None:
        """``looks`` are those that every App of ours is made with."""
        super().__init__(**looks)
        self._screen = DebuggerScreen(
            backend, trace, playing=playing, motion=self.motion, glyphs=self.glyphs, clock=clock
        )

    def get_default_screen(self) -> Screen[None]:
        """The debugger."""
        return self._screen

    def shown_trace(self) -> Trace | None:
        """The open trace."""
        return self._screen.trace

    def what_would_be_lost(self) -> str:
        """Changes in an editor, and a run that is held or under way."""
        from app.screens.edit import EditScreen

        if any(isinstance(screen, EditScreen) and screen.changed for screen in self.screen_stack):
            return "Your changes will be lost."
        if self._screen.marks:
            words = held_words(self._screen.marks[0])
            return f"A run is {words}: stop it and quit? Its trace is kept as it stands."
        if self._screen.is_run_under_way:
            return "A run is under way: stop it and quit? Its trace is kept as it stands."
        return ""
