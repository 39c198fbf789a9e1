"""Breakpoints and the intercept: what holds a run by itself."""

from dataclasses import replace
from typing import ClassVar

from app.features.feature import Feature
from app.keys.key import Key
from app.keys.step_keys import STOPS
from app.live.stops import breakpoint_text, stop_steps
from traces.errors import InputError
from traces.model.trace import Trace
from traces.session.breakpoints import Breakpoint
from traces.timeline.printable import printable
from traces.timeline.query import parse

_EVERY_LINK = "empty: every link's call"


class StopFeature(Feature):
    """Sets breakpoints, shows where they hold, and turns the intercept on and off."""

    NAME: ClassVar[str] = "stops"
    TITLE: ClassVar[str] = "Breakpoints"
    KEYS: ClassVar[tuple[Key, ...]] = STOPS

    def mounted(self) -> None:
        """The screen stands."""
        self._stepper = self.screen.backend.stepper
        self._seen: tuple[Trace | None, tuple[Breakpoint, ...]] = (None, ())

    def shown(self) -> None:
        """Show where the breakpoints hold, where trace or breakpoints have changed."""
        stage = self.screen.stage
        known = tuple(replace(each, hits=0) for each in self._stepper.breakpoints.all)
        if stage is None or (stage.trace is self._seen[0] and known == self._seen[1]):
            return
        self._seen = (stage.trace, known)
        self.screen.stops = stop_steps(stage.trace, stage.steps, known)

    def toggle(self) -> None:
        """Set a breakpoint on the cursor's plugin and verb, or take it away."""
        stage = self.screen.stage
        if stage is None or stage.step is None:
            self.screen.notify("There is no step here that could have a breakpoint.", markup=False)
            return
        text, breakpoints = breakpoint_text(stage.trace, stage.step), self._stepper.breakpoints
        if any(each.text == text and each.is_on for each in breakpoints.all):
            breakpoints.remove(text)
            self._say(f"No breakpoint any more: {text}")
        else:
            try:
                breakpoints.add(text)
                self._say(f"Breakpoint: {text}")
            except InputError as error:
                self._say(str(error))
        self.screen.show()

    def choose(self) -> None:
        """Show the list."""
        from app.screens.breakpoints import BreakpointsScreen

        breakpoints, screen = self._stepper.breakpoints, self.screen
        screen.app.push_screen(BreakpointsScreen(breakpoints, screen.show, glyphs=screen.glyphs))

    def intercept(self) -> None:
        """Turn the intercept on or off."""
        wanted = self._stepper.intercept
        self._stepper.intercept = replace(wanted, is_on=not wanted.is_on)
        self._say_intercept()

    def ask(self) -> None:
        """Ask which calls are held while the intercept is on."""
        query = self._stepper.intercept.query

        def take(text: str | None) -> None:
            if text is not None:
                self._stepper.intercept = replace(
                    self._stepper.intercept, is_on=True, query=parse(text) if text else None
                )
                self._say_intercept()

        title = "Hold these calls in every run from here"
        from app.screens.query_prompt import QueryPrompt

        prompt = QueryPrompt(title, str(query) if query else "", empty=_EVERY_LINK, glyphs=self.screen.glyphs)
        self.screen.app.push_screen(prompt, take)

    def _say_intercept(self) -> None:
        wanted = self._stepper.intercept
        which = f"calls that fit {wanted.query} are" if wanted.query else "every link's call is"
        self._say(f"Intercept on: {which} held, in every run from here." if wanted.is_on else "Intercept off.")
        self.screen.show()

    def _say(self, text: str) -> None:
        self.screen.notify(self.screen.glyphs.fit(printable(text)), markup=False)
