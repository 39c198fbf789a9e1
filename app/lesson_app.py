"""The App of the lessons: one after the other on one screen, or a quiz, or a demonstration for others."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.screen import Screen

import panels
from app.cnistep_app import CnistepApp
from app.screens.lesson import LessonScreen
from app.screens.lesson_presenting import PresentingScreen
from traces.model.trace import Trace

_STYLES = panels.STYLESHEET


class LessonApp(CnistepApp):
    """Opens the screen of a walk."""

    CSS_PATH: ClassVar = [_STYLES, _STYLES.with_name("sequence.tcss"), "app.tcss", "lessons.tcss"]

    def __init__(self, make: Callable[["LessonApp"], LessonScreen], **looks: Any) -> None:
        """``make`` makes the screen, when the looks are known."""
        super().__init__(**looks)
        self.lesson = make(self)

    def get_default_screen(self) -> Screen[None]:
        """The lesson."""
        return self.lesson

    def shown_trace(self) -> Trace | None:
        """The run on the screen."""
        return self.lesson.trace

    def what_would_be_lost(self) -> str:
        """Changes in an editor; how far one is in a lesson is kept."""
        from app.screens.edit import EditScreen

        changed = any(isinstance(screen, EditScreen) and screen.changed for screen in self.screen_stack)
        return "Your changes will be lost." if changed else ""

    async def on_event(self, event: events.Event) -> None:
        """Show the keys of a demonstration."""
        if isinstance(event, events.Key) and not event.is_forwarded and isinstance(self.lesson, PresentingScreen):
            self.lesson.show_key(event.key)
        await super().on_event(event)
