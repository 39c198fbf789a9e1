"""A screen that plays: it owns the open trace and the place in it, and lets time run.

What is on the stage is passed down in variables, not in reactives that draw: of a screen's own, each would have the
whole screen drawn again in every frame. There is one timer, which rests when nothing moves.
"""

from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer

from app.backend import Backend
from app.clock import Clock
from app.player import Player
from app.stage import Stage, next_in_series, why_no_call
from panels.render.glyphs import Glyphs
from panels.render.trace_rows import trace_rows
from traces.errors import TraceError
from traces.model.call import Call
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.glyphs import glyphs as sequence_glyphs
from traces.timeline.kernel_steps import KernelStep
from traces.timeline.playback import Motion


class PlayingScreen(Screen[None]):
    """Holds a player, and what its panels are bound to."""

    trace: var[Trace | None] = var(None)
    cursor: var[int] = var(0)
    travelled: var[float] = var(1.0)
    position: var[float] = var(0.0)
    count: var[int] = var(0)
    playing: var[bool] = var(False)
    failures: var[tuple[int, ...]] = var(())
    facts: var[str] = var("")
    now: var[int] = var(0)
    call: var[Call | None] = var(None)
    kernel: var[KernelStep] = var(KernelStep)
    elapsed: var[int | None] = var(None)
    empty_text: var[str] = var("no trace is open")
    summaries: var[tuple[Summary, ...]] = var(())
    current: var[str | None] = var(None)
    place_in_list: var[str] = var("")
    made_here: var[bool] = var(False)
    """Whether the open trace was run from this screen."""

    def __init__(self, backend: Backend, *, motion: Motion, glyphs: Glyphs, clock: Clock | None = None) -> None:
        """Nothing is on the stage yet."""
        super().__init__()
        self.backend = backend
        self.player = Player(clock or Clock(), motion)
        self.glyphs = glyphs
        self.made = set(backend.made)
        """The ids of the traces that were run from this screen."""
        self._timer: Timer | None = None

    @property
    def stage(self) -> Stage | None:
        """The open trace and the place in it."""
        return self.player.stage

    def on_mount(self) -> None:
        """Start the clock."""
        self._timer = self.set_interval(1 / self.player.motion.frames, self.tick, pause=True)
        self.watch(self.app, "app_focus", self._rest_or_run, init=False)
        self.list_traces()
        self._rest_or_run()

    def show_trace(self, trace: Trace, *, playing: bool = False) -> None:
        """Put a trace on the stage."""
        self.player.open(trace, playing=playing)
        self.current = trace.id
        self.show()

    def open_trace(self, trace_id: str, *, playing: bool = False) -> None:
        """Open the trace of that id."""
        try:
            self.show_trace(self.backend.open_trace(trace_id), playing=playing)
        except TraceError as error:
            self.tell("The trace cannot be opened", str(error))

    def open_demo(self, name: str) -> None:
        """Play the recording of a bundled chain."""
        try:
            trace = self.backend.open_demo(name)
        except TraceError as error:
            self.tell("The demo cannot be opened", str(error))
        else:
            self.list_traces()
            self.show_trace(trace, playing=True)

    def next_in_series(self) -> str | None:
        """The id of the trace that comes after the open one, or None."""
        return next_in_series(self.summaries, self.stage.trace) if self.stage and self.stage.trace.finished else None

    def tick(self) -> None:
        """Show what time it is: the timer's only work."""
        following = self.next_in_series() if self.player.tick() else None
        if following is not None:
            self.open_trace(following, playing=True)
        self.show()

    def show(self) -> None:
        """Pass the stage down."""
        player, stage = self.player, self.player.stage
        if stage is None:
            return
        self.trace, self.made_here = stage.trace, stage.trace.id in self.made
        self.count, self.failures = len(stage.steps), stage.failures
        self.position, self.playing = stage.playback.position, stage.playback.playing
        self.travelled, self.cursor = player.travelled, stage.playback.cursor
        self.facts, self.now = player.facts(sequence_glyphs(self.glyphs.ascii_only)), player.running_clock
        self.kernel, self.call, self.empty_text = stage.kernel, stage.call, why_no_call(stage)
        running = stage.call if self.now and stage.call and stage.call.ended is None else None
        self.elapsed = max(0, self.now - running.started) if running else None
        self._rest_or_run()

    def list_traces(self) -> None:
        """Ask for the list again."""
        try:
            self.summaries = self.backend.summaries()
        except TraceError as error:
            self.tell("The traces cannot be listed", str(error))

    def watch_summaries(self) -> None:
        """Say which trace of how many is open."""
        self.number_trace()

    def watch_current(self) -> None:
        """Say which trace of how many is open."""
        self.number_trace()

    def tell(self, title: str, text: str) -> None:
        """Show an action of ours that failed."""
        from app.screens.error import ErrorScreen

        self.app.push_screen(ErrorScreen(title, text, glyphs=self.glyphs))

    def number_trace(self) -> None:
        """Say which trace of how many is open."""
        ids = [row.summary.id for row in trace_rows(self.summaries) if not row.heading]
        self.place_in_list = f"{ids.index(self.current) + 1}/{len(ids)}" if self.current in ids else ""

    def _rest_or_run(self, *_: object) -> None:
        """Let the timer run only while something moves and somebody looks."""
        if self._timer is None:
            return
        unseen = not self.app.app_focus and self.stage is not None and self.stage.trace.finished
        if self.player.needs_time and not unseen:
            self._timer.resume()
        else:
            self._timer.pause()
