"""What a lesson shows of its runs: the sequence and the payloads up to a moment, and on to the next one."""

from dataclasses import replace
from typing import ClassVar, NotRequired, TypedDict, Unpack

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from app.backend import Backend
from app.clock import Clock
from app.learning.lesson_player import LessonPlayer
from app.screens.canvas import Canvas, SequencePane
from app.screens.folding import FoldingScreen
from panels.hint_bar import HintBar
from panels.lanes_header import LanesHeader
from panels.payload_panel import PayloadPanel
from panels.question_panel import QuestionPanel
from panels.reading_view import ReadingView
from panels.render.glyphs import Glyphs
from panels.render.line_row import LineRow
from traces.errors import StoreError
from traces.lessons.moments import Moment, partial
from traces.lessons.runs import Runs
from traces.model.trace import Trace
from traces.timeline.playback import Motion

WIDE, HIGH = 110, 34
"""From this size on the sequence stands beside the text; and, where it is high, the payloads below it."""
_FRAME = 3
"""Rows of title, line and keys."""
_HEADS, _LEAST_RUN = 2, 4
"""Rows over the lanes; with fewer rows than that the sequence is not shown."""
_LEAST_TEXT, _TEXT = 4, 9
"""Rows that text and sequence keep beside a question; rows that a text beside one has, if it needs them."""


class Look(TypedDict):
    """How a lesson looks and moves."""

    motion: Motion
    glyphs: Glyphs
    clock: NotRequired[Clock | None]
    """The one that playing goes by; the machine's, if it is not given."""


class LessonStage(FoldingScreen):
    """The parts of a lesson's screen, and the run on it."""

    AUTO_FOCUS = "#text"

    IS_EVEN: ClassVar[bool] = False
    """Whether every step is played equally long."""

    def __init__(self, **look: Unpack[Look]) -> None:
        """Nothing is shown yet."""
        super().__init__(_no_doors(), **look)
        glyphs = self.glyphs
        self.player = LessonPlayer(look.get("clock") or Clock(), look["motion"], is_even=self.IS_EVEN)
        self.title_row = LineRow(glyphs=glyphs, id="title")
        self.text = ReadingView(glyphs=glyphs, id="text")
        self.question = QuestionPanel(glyphs=glyphs, id="question")
        self.canvas = Canvas(ascii_only=glyphs.ascii_only)
        self.payload = PayloadPanel(glyphs=glyphs)
        self.hint_bar = HintBar()

    def compose(self) -> ComposeResult:
        """The title, text and question, the run, the keys."""
        self._lay_out(*self.app.size)
        stage = LessonStage
        yield self.title_row
        with Horizontal(id="lesson"):
            with Vertical(id="watching"):
                with SequencePane():
                    yield LanesHeader().data_bind(stage.diagram, stage.offset_x)
                    yield self.canvas.data_bind(stage.trace, stage.folding, stage.cursor, stage.travelled, stage.now)
                yield self.payload.data_bind(stage.call, stage.kernel, stage.empty_text)
            with Vertical(id="reading"):
                yield self.text
                yield self.question
        yield self.hint_bar

    def stand(self, runs: Runs, moment: Moment) -> None:
        """Show a run as it is at that moment."""
        self.show_run_of(partial(runs.traces[moment.run], moment), playing=False)

    def play_to(self, runs: Runs, moment: Moment, *, tells_notes: bool = False) -> None:
        """Play it on to a moment. Its notes tell what is left behind, which may be asked later."""
        trace = partial(runs.traces[moment.run], moment)
        self.show_run_of(trace if tells_notes else replace(trace, notes=()), playing=True)

    def show_run_of(self, trace: Trace, *, playing: bool) -> None:
        """Show a run at its end, or play it to there; with all that its plugins executed."""
        if isinstance(self.player, LessonPlayer):
            (self.player.play_on if playing else self.player.stand)(trace)
        self.current = trace.id
        self.add_class("-watching")
        self.show()

    @on(ReadingView.Settled)
    def say_again(self) -> None:
        """The text has come to its end, or has more: Enter does something else."""
        self.show_state()

    def show_state(self) -> None:
        """Say where one is, and what the keys do now: a screen that has pages does."""

    def hide_run(self) -> None:
        """Give its place to the text, where both have no room."""
        self.remove_class("-watching")

    def on_resize(self, event: events.Resize) -> None:
        """Take the layout for the size."""
        self._lay_out(*event.size)
        self.call_after_refresh(self.share_room)

    def watch_diagram(self) -> None:
        """Another sequence may need other room."""
        self.share_room()

    def on_question_panel_sized(self) -> None:
        """A question needs its room."""
        self.share_room()

    @property
    def reads_only(self) -> bool:
        """Whether the run may give its room to the text: a screen that has pages says when."""
        return False

    def share_room(self) -> None:
        """Where all share a column: the question gets what it needs, then the text a little, then the sequence."""
        pane = self.query_one(SequencePane)
        rows = self.size.height - _FRAME
        self.question.styles.max_height = max(rows - _LEAST_TEXT, rows * 2 // 3, 3)
        if self.has_class("-wide") or self.has_class("-only-canvas") or self.diagram is None:
            pane.display, pane.styles.height = True, None
            return
        asked = self.question.rows if self.question.display else 0
        text = min(len(self.text.page.lines), _TEXT if asked else rows // 2)
        text = len(self.text.page.lines) if self.reads_only else text
        room = rows - asked - text if asked else max(_LEAST_RUN, rows - text)
        pane.display = room >= _LEAST_RUN
        pane.styles.height = max(_LEAST_RUN, min(self.diagram.height + _HEADS, room))

    def action_scroll_text(self, by: int) -> None:
        """Read on, or back, while one is asked."""
        self.text.action_page(by)

    def watch_cursor(self) -> None:
        """Show the side of the call that the step is about."""
        step = self.stage.step if self.stage else None
        if step is not None and self.stage is not None:
            self.payload.tab = self.stage.telling_side if step.is_reply else "stdin"

    def _lay_out(self, width: int, height: int) -> None:
        wide = width >= WIDE
        self.update_classes({"-wide": wide, "-narrow": not wide, "-high": wide and height >= HIGH})


def _no_doors() -> Backend:
    """A lesson opens nothing, and runs nothing but itself."""

    def open_trace(trace_id: str) -> Trace:
        raise StoreError(f"{trace_id}: no trace of this lesson")

    return Backend(open_trace=open_trace, summaries=lambda: (), rerun=lambda trace, link, edit, how: iter(()))
