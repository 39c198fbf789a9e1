"""Runs verbs of the open trace's network, stepped: from a recording to a live run without leaving the screen."""

from typing import ClassVar

from app.features.feature import Feature
from app.keys.key import Key
from app.keys.step_keys import RUNS
from app.live.running import run_question
from app.screens.confirm import ConfirmScreen
from traces.model.trace import Trace
from traces.session.goals import Mode


class RunFeature(Feature):
    """Asks, and runs; all of it stands in the palette."""

    NAME: ClassVar[str] = "run"
    TITLE: ClassVar[str] = "Run this network"
    KEYS: ClassVar[tuple[Key, ...]] = RUNS

    def add(self) -> None:
        """Run ADD."""
        self._ask("ADD")

    def check(self) -> None:
        """Run CHECK."""
        self._ask("CHECK")

    def delete(self) -> None:
        """Run DEL."""
        self._ask("DEL")

    def gc(self) -> None:
        """Run GC."""
        self._ask("GC")

    def _ask(self, verb: str) -> None:
        """Name what will run, and run it after a yes."""
        screen = self.screen
        if screen.is_run_under_way:
            screen.notify("A run is under way: one at a time.", markup=False)
        elif (stage := screen.stand_still()) is not None:
            title, text = run_question(stage.trace, verb)
            question = ConfirmScreen(title, screen.glyphs.fit(text), yes="Run it", no="Leave it")
            screen.app.push_screen(question, lambda yes: self._run(stage.trace, verb) if yes else None)

    def _run(self, trace: Trace, verb: str) -> None:
        backend = self.screen.backend
        backend.stepper.mode = Mode.LINKS
        self.screen.follow_shown(backend.run(trace, verb))
