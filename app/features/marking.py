"""Marks: what stands out by itself, and what the user marks, with a note; going from one to the next."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.worker import Worker

from app.diagnosis.finding_marks import all_that_stands_out
from app.features.feature import Feature
from app.keys.feature_keys import MARKING
from app.keys.key import Key
from app.mark_book import MarkBook
from app.screens.side import STANDS_OUT, SidePane, turn_to_side
from app.screens.watching import WatchingScreen
from app.stage import Stage
from panels.sequence_view import SequenceView
from panels.step_list import StepList
from panels.transport import Transport
from traces.errors import TraceError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.marks import StepMark, hand_marks, in_order, mark_at, mark_on, marked_steps, step_words
from traces.timeline.measure import one_line
from traces.timeline.stands_out import stands_out

_AT_ONCE = 400
"""Steps of a trace up to which what stands out is found while the keys wait: in less than a hundredth of a second."""
_BYTES_AT_ONCE = 200_000
"""The same of its payloads, in bytes."""


class Marking(Feature):
    """Knows the marks of the trace on the stage, and shows them everywhere."""

    NAME: ClassVar[str] = "marking"
    TITLE: ClassVar[str] = "Marks"
    KEYS: ClassVar[tuple[Key, ...]] = MARKING

    def __init__(self, screen: WatchingScreen) -> None:
        """No trace is on the stage yet."""
        super().__init__(screen)
        self.book = MarkBook(screen.backend.notebook)
        self._trace: Trace | None = None
        self._found: tuple[StepMark, ...] = ()
        """What stands out by itself."""
        self._marks: tuple[StepMark, ...] = ()
        self._knows_rules = False

    def mounted(self) -> None:
        """Find the panels that show marks; a run's marks are kept when the list says that it has ended."""
        self._panel = self.screen.query_one(SidePane).stands_out
        self._others = (
            self.screen.query_one(Transport),
            self.screen.query_one(SequenceView),
            self.screen.query_one(StepList),
        )
        self.screen.watch(self.screen, "summaries", self._keep_ended)

    def shown(self) -> None:
        """Take what is on the stage."""
        stage = self.screen.stage
        if stage is not None and stage.trace is not self._trace:
            self._take(stage)
        self._panel.cursor = self.screen.cursor

    def toggle(self) -> None:
        """Mark the cursor's step, or unmark it; a note that went with an unmarking comes back with the mark."""
        stage = self._stage()
        if stage is None or stage.step is None:
            return
        mark = mark_at(stage.trace.marks, stage.step)
        if mark is not None:
            self._change(stage, mark, remove=True)
        else:
            note = self.book.note_taken(stage.trace, mark_on(stage.step))
            self._change(stage, mark_on(stage.step, note))

    def note(self) -> None:
        """Write the note of the cursor's step."""
        stage = self._stage()
        if stage is None or stage.step is None:
            return
        step, trace_id = stage.step, stage.trace.id
        known = mark_at(stage.trace.marks, step)
        title = f"Note at step {step.index + 1}, {step_words(step)}"

        def write(text: str | None) -> None:
            now = self.screen.stage
            if text is not None and now is not None and now.trace.id == trace_id:
                self._change(now, mark_on(step, text))

        glyphs = self.screen.glyphs
        text = known.note if known else self.book.note_taken(stage.trace, mark_on(step))
        words = "It is kept in the trace. Empty: marked, without a note."
        from app.screens.line import LineScreen

        self.screen.app.push_screen(LineScreen(glyphs.fit(title), words, text, ascii_only=glyphs.ascii_only), write)

    def show_list(self) -> None:
        """List all marks, and go to the one that is chosen."""
        stage = self._stage()
        if stage is None:
            return
        if not self._marks:
            self._say_nothing_marked()
            return
        from app.screens.marks import MarksScreen

        screen = MarksScreen(
            self._marks,
            count=len(stage.steps),
            cursor=stage.playback.cursor,
            title=f"{one_line(stage.trace.verb)} {one_line(stage.trace.id)}",
            glyphs=self.screen.glyphs,
        )
        self.screen.app.push_screen(screen, self._go_if)

    def next(self) -> None:
        """To the next marked step."""
        self._go_by(1)

    def before(self) -> None:
        """To the marked step before."""
        self._go_by(-1)

    async def look(self) -> None:
        """To what stands out."""
        await turn_to_side(self.screen, STANDS_OUT)

    def _stage(self) -> Stage | None:
        """The stage, with the newest marks on it."""
        if self.screen.stage is None:
            self.screen.notify("No trace is open.", markup=False)
        return self.screen.stage

    def _go_by(self, direction: int) -> None:
        stage = self._stage()
        if stage is None:
            return
        cursor, places = stage.playback.cursor, marked_steps(self._marks)
        ahead = [step for step in places[::direction] if (step - cursor) * direction > 0]
        if ahead:
            self._go_if(ahead[0])
        elif not places:
            self._say_nothing_marked()
        else:
            self.screen.notify(f"no mark {'after' if direction > 0 else 'before'} this", markup=False)

    def _say_nothing_marked(self) -> None:
        self.screen.notify("Nothing stands out here, and no step is marked: m marks one.", markup=False)

    def _go_if(self, step: int | None) -> None:
        if step is not None:
            self.screen.look_here()
            self.screen.player.move(step)
            self.screen.show()

    def _take(self, stage: Stage) -> None:
        """Another trace is on the stage, or it has grown."""
        is_other = self._trace is None or self._trace.id != stage.trace.id
        self._put(self.book.marked(stage.trace))
        trace = stage.trace
        if not self._knows_rules:
            self._found = stands_out(trace) if _is_short(stage) else ()
            self.screen.call_after_refresh(self._learn_rules)
        else:
            self._look_through(stage, is_other=is_other)
        self._draw(stage)

    def _learn_rules(self) -> None:
        """Load the rules of the diagnosis, and hold them to what is on the stage: the first frame waits for neither."""
        self._knows_rules = True
        stage = self.screen.stage
        if stage is not None:
            self._look_through(stage, is_other=False)
            self._draw(stage)

    def _look_through(self, stage: Stage, *, is_other: bool) -> None:
        """Find what stands out: of a long trace behind the user's back."""
        from traces.diagnosis.of_trace import traces_before

        trace = stage.trace
        if _is_short(stage):
            self._found = all_that_stands_out(trace)
            if trace.finished and traces_before(trace, self.screen.summaries):
                self._find_behind(trace)
        else:
            self._found = () if is_other else self._found
            if trace.finished:
                self._find_behind(trace)

    def _find_behind(self, trace: Trace) -> None:
        find: Callable[[], Coroutine[None, None, None]] = partial(self._find, trace)
        _: Worker[None] = self.screen.run_worker(find, group="stands-out", exclusive=True, exit_on_error=False)

    async def _find(self, trace: Trace) -> None:
        """Look through a long trace without keeping the keys waiting."""
        from traces.diagnosis.of_trace import traces_before

        ids = traces_before(trace, self.screen.summaries)
        found = await asyncio.to_thread(lambda: all_that_stands_out(trace, self._opened(ids)))
        stage = self.screen.stage
        if stage is not None and stage.trace.id == trace.id:
            self._found = found
            self._draw(stage)

    def _opened(self, ids: Sequence[str]) -> list[Trace]:
        """Those of them that can be opened."""
        found: list[Trace] = []
        for trace_id in ids:
            with suppress(TraceError):
                found.append(self.screen.backend.open_trace(trace_id))
        return found

    def _put(self, trace: Trace) -> None:
        """Let the trace on the stage have its marks."""
        self._trace = trace
        if self.screen.stage is not None and self.screen.stage.trace is not trace:
            self.screen.player.put_marks(trace)
            self.screen.trace = trace

    def _draw(self, stage: Stage) -> None:
        marks = self._trace.marks if self._trace is not None else ()
        self._marks = in_order((*self._found, *hand_marks(marks, stage.steps)))
        self._panel.count = len(stage.steps)
        self._panel.marks = self._marks
        for panel in self._others:
            panel.marks = self._marks

    def _change(self, stage: Stage, mark: Mark, *, remove: bool = False) -> None:
        """Show it at once, and keep it."""
        trace = self.book.change(stage.trace, mark, remove=remove)
        self._put(trace)
        self._draw(stage)
        if trace.finished:
            self._keep(trace)
        elif len(trace.marks) == 1 and not remove:
            self.screen.notify("It is kept with the trace when the run has ended.", markup=False)

    def _keep_ended(self) -> None:
        """Keep the marks of runs that have ended meanwhile, whatever is on the stage."""
        ended = {summary.id for summary in self.screen.summaries if summary.finished} if self.book.waiting else set()
        for trace_id in ended.intersection(self.book.waiting):
            try:
                self._keep(self.screen.backend.open_trace(trace_id))
            except TraceError as error:
                self.screen.tell("The marks cannot be kept", str(error))

    def _keep(self, trace: Trace) -> None:
        self.screen.run_worker(self._write(trace), group="marks", exit_on_error=False)

    async def _write(self, trace: Trace) -> None:
        try:
            kept, is_new = await self.book.keep(trace)
        except TraceError as error:
            self._show_kept(trace.id, trace.id)
            self.screen.tell("The mark cannot be kept", str(error))
            return
        self._show_kept(trace.id, kept.id)
        if is_new or kept.id != trace.id:
            self.screen.notify(f"This trace is kept now, with its marks, as {one_line(kept.id)}.", markup=False)
            self.screen.list_traces()

    def _show_kept(self, trace_id: str, kept_id: str) -> None:
        """Where the trace is on the stage, show its marks as they are kept, and its id."""
        stage = self.screen.stage
        if stage is None or stage.trace.id != trace_id:
            return
        if kept_id != trace_id:
            self.screen.current = kept_id
        self._put(self.book.marked(replace(stage.trace, id=kept_id)))
        self._draw(stage)


def _is_short(stage: Stage) -> bool:
    """Whether what stands out in the trace is found at once."""
    calls = stage.trace.calls if len(stage.steps) <= _AT_ONCE else ()
    size = sum(len(call.stdin) + len(call.stdout) + len(call.stderr) for call in calls)
    return len(stage.steps) <= _AT_ONCE and size <= _BYTES_AT_ONCE
