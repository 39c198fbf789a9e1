"""Comparing: a branch with its parent at one key, or a trace with one that was marked, or with one from a list."""

from typing import TYPE_CHECKING, ClassVar

from app.comparing.compare_choices import compare_choices
from app.features.feature import Feature
from app.keys.feature_keys import COMPARE
from app.keys.key import Key
from app.screens.choice import ChoiceScreen
from panels.traces_panel import TracesPanel
from traces.errors import TraceError
from traces.model.trace import Trace
from traces.timeline.measure import one_line

if TYPE_CHECKING:
    from app.screens.beside import Goal

_UNMARK = "0"


class Comparing(Feature):
    """Marks a trace for comparing, and opens the comparison."""

    NAME: ClassVar[str] = "comparing"
    TITLE: ClassVar[str] = "Comparing"
    KEYS: ClassVar[tuple[Key, ...]] = COMPARE

    def compare(self) -> None:
        """Compare with the trace that is marked, else a branch with its parent; else mark this one."""
        trace = self._trace_here()
        if trace is None:
            self.screen.notify("There is no trace here to compare.", markup=False)
            return
        marked = self._panel.marked
        if marked is not None and marked != trace.id:
            self._compare_by_id(marked, trace)
        elif trace.branch_of is not None:
            self._compare_by_id(trace.branch_of.trace, trace)
        elif marked == trace.id:
            self._ask(trace)
        else:
            self._panel.marked = trace.id
            self.screen.notify(
                f"{one_line(trace.id)} is marked for compare: open another and press d. d again lists some.",
                markup=False,
            )

    def choose(self) -> None:
        """Choose what to compare with."""
        trace = self._trace_here()
        if trace is not None:
            self._ask(trace)

    @property
    def _panel(self) -> TracesPanel:
        return self.screen.query_one(TracesPanel)

    def _trace_here(self) -> Trace | None:
        """The trace under the list's cursor, where the list has the keys; else the one that is open."""
        stage, pointed = self.screen.stage, self._panel.pointed
        open_one = stage.trace if stage else None
        if not self._panel.has_focus_within or pointed is None or (open_one and pointed == open_one.id):
            return open_one
        return self._opened(pointed)

    def _opened(self, trace_id: str) -> Trace | None:
        stage = self.screen.stage
        if stage is not None and stage.trace.id == trace_id:
            return stage.trace
        try:
            return self.screen.backend.open_trace(trace_id)
        except TraceError as error:
            self.screen.tell("The trace cannot be opened", str(error))
            return None

    def _ask(self, trace: Trace) -> None:
        choices, ids = compare_choices(trace, self.screen.summaries, is_marked=self._panel.marked is not None)
        text = f"{one_line(trace.verb)} {one_line(trace.id)} with which other?"
        if not choices:
            self.screen.notify("There is no other trace to compare this with.", markup=False)
            return

        def take(key: str | None) -> None:
            if key in ids and (other := self._opened(ids[key])) is not None:
                self._compare(*sorted((other, trace), key=lambda each: each.created))
            elif key == _UNMARK:
                self._panel.marked = None

        self.screen.app.push_screen(ChoiceScreen("Compare", text, choices), take)

    def _compare_by_id(self, other_id: str, trace: Trace) -> None:
        other = self._opened(other_id)
        if other is not None:
            self._compare(other, trace)

    def _compare(self, left: Trace, right: Trace) -> None:
        self._panel.marked = None
        self.screen.stand_still()
        # Loaded when it is asked for: whoever opens a trace waits for what stands on the first screen alone.
        from app.screens.compare import CompareScreen

        self.screen.app.push_screen(CompareScreen(left, right, glyphs=self.screen.glyphs), self._arrive)

    def _arrive(self, goal: "Goal | None") -> None:
        """Go to the call that the user chose in the comparison."""
        if goal is None:
            return
        screen = self.screen
        screen.stop_following()
        if screen.current != goal.trace.id:
            screen.show_trace(goal.trace)
        stage = screen.stage
        steps = stage.steps if stage else ()
        here = [step.index for step in steps if step.call == goal.call and step.is_reply == goal.is_reply]
        if goal.call is None:
            here = [len(steps) - 1 if goal.is_reply else 0]
        if here and steps:
            screen.player.move(here[0])
        screen.show()
