"""A screen that follows: a run's events come in as they happen, and its traces grow on the stage."""

from collections.abc import Iterator
from dataclasses import replace

from textual import on, work
from textual.reactive import var
from textual.worker import Worker, WorkerState

from app.backend import Backend
from app.clock import Clock
from app.live.follow import EventArrived, FollowEnded, follow
from app.screens.playing import PlayingScreen
from panels.render.glyphs import Glyphs
from traces.model.events import CallStarted, Event, Held, Released, TraceEnded, TraceStarted
from traces.model.trace import Failure, Trace
from traces.timeline.held import HeldMark
from traces.timeline.playback import Motion
from traces.timeline.replay import grow


class FollowingScreen(PlayingScreen):
    """Plays recordings, and a run while it happens."""

    held: var[tuple[HeldMark, ...]] = var(())
    """Where the run under way stands still, the oldest first; empty where another trace is on the stage."""
    held_words: var[str] = var("")
    """The same in words: safe text."""
    call_held: var[str] = var("")
    """The words for the cursor's call, where it is held."""
    run_facts: var[tuple[str, ...]] = var(())
    """What else there is to say of stepping, the most important first: safe texts."""
    stops: var[frozenset[int]] = var(frozenset())
    """The steps at which a breakpoint holds."""

    def __init__(self, backend: Backend, *, motion: Motion, glyphs: Glyphs, clock: Clock | None = None) -> None:
        """Follow the backend's run, if there is one."""
        super().__init__(backend, motion=motion, glyphs=glyphs, clock=clock)
        self.is_following = backend.live is not None
        """Whether a run's traces come on the stage as they begin."""
        self._run: Trace | None = None
        """The trace under way, as it has grown so far."""
        self.marks: tuple[HeldMark, ...] = ()
        """Where the run under way stands still, shown or not."""
        self.has_deadline = backend.deadline
        """Whether the run under way has a deadline."""
        self._between = False

    @property
    def is_run_under_way(self) -> bool:
        """Whether a run is being followed, shown or not."""
        return any(worker.group == "follow" and not worker.is_finished for worker in self.workers)

    @property
    def shown_run(self) -> Trace | None:
        """The trace under way, where it is on the stage: it can be held, and let go."""
        run = self._run
        if run is None or self.current != run.id or (run.finished and not self._between):
            return None
        return run

    def on_mount(self) -> None:
        """Follow what runs."""
        if self.backend.live is not None:
            self.empty_text = "the run is about to begin"
            self.follow(self.backend.live)

    def on_unmount(self) -> None:
        """Nothing that was started here goes on without the screen."""
        self.backend.stop()

    def open_trace(self, trace_id: str, *, playing: bool = False) -> None:
        """Open the trace of that id; the one under way as far as it has come."""
        if self._run is not None and self._run.id == trace_id:
            self.show_trace(self._run)
        else:
            super().open_trace(trace_id, playing=playing)

    def stop_following(self) -> None:
        """What is on the stage stays there: the user is looking at it."""
        self.is_following = False

    @work(thread=True, exclusive=True, group="follow", exit_on_error=False)
    def follow(self, source: Iterator[Event]) -> None:
        """Take a run's events in a thread, each as a message."""
        follow(source, self)

    def follow_shown(self, source: Iterator[Event]) -> None:
        """Follow a run, and show it."""
        self.is_following, self.has_deadline = True, False
        self.follow(source)

    def show_run(self) -> bool:
        """Go back to the run under way, if there is one."""
        if self._run is None:
            return False
        self.is_following = True
        self.show_trace(self._run)
        self.player.last()
        self.show()
        return True

    def show(self) -> None:
        """Pass the stage down, and where the run on it is held."""
        self.held = self.marks if self.shown_run is not None else ()
        super().show()

    @on(EventArrived)
    def take_event(self, message: EventArrived) -> None:
        """Let the run grow, stand still or go on; show it if it is followed."""
        event = message.event
        if isinstance(event, Held | Released):
            self._take_hold(event)
            return
        run = self._run = grow(self._run, event)
        self.made.add(run.id)
        if isinstance(event, TraceStarted):
            self._between = False
            self.look_at_holds()
        if self.is_following and isinstance(event, TraceStarted):
            self.show_trace(run, playing=True)
        elif self.current == run.id:
            self.player.grow(run)
            self.show()
        if isinstance(event, TraceEnded):
            self.list_traces()

    def regrow(self, event: CallStarted) -> None:
        """Show a call that waits as the user changed it."""
        if self._run is not None and not self._run.finished:
            self.take_event(EventArrived(event))
            self.look_at_holds()

    def look_at_holds(self) -> None:
        """Ask the stepper what it holds; show that."""
        run = self._run
        known = {call.id for call in run.calls} if run is not None else set[str]()
        marks = [
            HeldMark(
                call=held.call,
                plugin=held.plugin,
                is_ended=held.is_ended,
                since=held.since,
                edited=held.edited,
                why=held.why,
            )
            for held in self.backend.stepper.held
            if run is not None and held.trace == run.id and held.call in known
        ]
        between = [HeldMark()] if self._between and not marks else []
        self.marks = (*marks, *between)
        self.show()

    def _take_hold(self, event: Held | Released) -> None:
        if event.call is None:
            self._between = isinstance(event, Held)
        self.look_at_holds()

    def action_stop(self) -> None:
        """End the run under way, if the user means it."""
        if not self.is_run_under_way:
            self.notify("Nothing runs that could be stopped.", markup=False)
            return
        question = "A plugin at work is ended; the trace is kept as it stands."
        from app.screens.confirm import ConfirmScreen

        self.app.push_screen(ConfirmScreen("Stop the run?", question, yes="Stop it", no="Let it run"), self._stop_if)

    def _stop_if(self, yes: bool | None) -> None:
        if yes and self.is_run_under_way:
            self.backend.interrupt()

    @on(FollowEnded)
    def end_following(self, message: FollowEnded) -> None:
        """The run is over."""
        self._break_off(message.error or "the run was stopped")
        if message.error is not None:
            self.tell("It could not be run", message.error)

    def on_worker_state_changed(self, message: Worker.StateChanged) -> None:
        """A mistake of ours ends the screen, whoever made it."""
        if message.state is WorkerState.ERROR and message.worker.error is not None:
            raise message.worker.error

    def _break_off(self, why: str) -> None:
        """Nothing comes any more: a trace that has not ended stays as it is, and says why."""
        run, self._run, self.is_following = self._run, None, False
        self._between, self.marks = False, ()
        if run is not None and not run.finished and self.current == run.id:
            self.player.grow(replace(run, finished=True, failure=Failure(text=why)))
        self.show()
