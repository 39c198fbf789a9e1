"""A screen that follows: a run's events come in as they happen, and its traces grow on the stage."""

from collections.abc import Iterator
from dataclasses import replace

from textual import on, work
from textual.worker import Worker, WorkerState

from app.backend import Backend
from app.clock import Clock
from app.faulting import chosen_fault, fault_choices, fault_question, fault_words
from app.follow import EventArrived, FollowEnded, RunHeld, follow
from app.gate import Gate
from app.screens.choice import ChoiceScreen
from app.screens.confirm import ConfirmScreen
from app.screens.playing import PlayingScreen
from panels.render.glyphs import Glyphs
from traces.errors import TraceError
from traces.model.events import Event, TraceEnded, TraceStarted
from traces.model.fault import Fault
from traces.model.trace import Failure, Trace
from traces.timeline.measure import one_line
from traces.timeline.playback import Motion
from traces.timeline.replay import grow


class FollowingScreen(PlayingScreen):
    """Plays recordings, and a run while it happens."""

    def __init__(self, backend: Backend, *, motion: Motion, glyphs: Glyphs, clock: Clock | None = None) -> None:
        """Follow the backend's run, if there is one."""
        super().__init__(backend, motion=motion, glyphs=glyphs, clock=clock)
        self.is_following = backend.live is not None
        """Whether a run's traces come on the stage as they begin."""
        self._run: Trace | None = None
        """The trace under way, as it has grown so far."""

    @property
    def is_run_under_way(self) -> bool:
        """Whether a run is being followed, shown or not."""
        return any(worker.group == "follow" and not worker.is_finished for worker in self.workers)

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
        follow(source, self, self.backend.gate if source is self.backend.live else None)

    def follow_shown(self, source: Iterator[Event]) -> None:
        """Follow a run, and show it."""
        self.is_following = True
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

    @on(EventArrived)
    def take_event(self, message: EventArrived) -> None:
        """Let the run grow; show it if it is followed."""
        run = self._run = grow(self._run, message.event)
        self.made.add(run.id)
        if self.is_following and isinstance(message.event, TraceStarted):
            self.show_trace(run, playing=True)
        elif self.current == run.id:
            self.player.grow(run)
            self.show()
        if isinstance(message.event, TraceEnded):
            self.list_traces()

    @on(RunHeld)
    def take_hold(self, message: RunHeld) -> None:
        """Say before which link the run stands."""
        self.held_before, run = message.link, self._run
        if message.link is not None and run is not None and run.finished:
            self.notify(f"{one_line(run.verb)} is over: n begins the next verb, space runs on.", markup=False)

    def action_stop(self) -> None:
        """End the run under way, if the user means it."""
        if not self.is_run_under_way:
            self.notify("Nothing runs that could be stopped.", markup=False)
            return
        question = "A plugin at work is ended; the trace is kept as it stands."
        self.app.push_screen(ConfirmScreen("Stop the run?", question, yes="Stop it", no="Let it run"), self._stop_if)

    def _stop_if(self, yes: bool | None) -> None:
        if not yes or not self.is_run_under_way:
            return
        self.backend.interrupt()
        if self.backend.gate is not None:
            self.backend.gate.hold(False)

    def release(self) -> bool:
        """Let the link be executed that the run stands before, and follow it; whether it stood before one.

        Whoever has gone back to look at an earlier step moves on, and executes nothing.
        """
        gate, stage = self.backend.gate, self.stage
        if gate is None or self.held_before is None or self._run is None or self.current != self._run.id:
            return False
        if stage is not None and not (stage.playback.playing or stage.playback.cursor >= len(stage.steps) - 1):
            return False
        self.player.last()
        self.show()
        gate.pass_one()
        return True

    def arm_next(self) -> bool:
        """Ask for a fault for the link that the run stands before, and put it in; whether it stands before one."""
        run, link = self._run, self.held_before
        if run is None or run.finished or link is None or self.current != run.id:
            return False

        def arm(key: str | None) -> None:
            if key is not None and self.held_before == link:
                self._arm(chosen_fault(run, link, key))

        title, text = fault_question(run, link, live=True)
        self.app.push_screen(ChoiceScreen(title, text, fault_choices()), arm)
        return True

    def _arm(self, fault: Fault) -> None:
        try:
            self.backend.arm(fault)
        except TraceError as error:
            self.tell("The fault cannot be put in", str(error))
        else:
            self.notify(f"Put in: {fault_words(fault)}", markup=False)

    def hold_or_run(self) -> bool:
        """Hold the run under way before its next link, or let it run on; whether there is one to be held."""
        gate = self._gate
        if gate is not None:
            gate.hold(not gate.is_held)
        return gate is not None

    @property
    def _gate(self) -> Gate | None:
        """What holds the run under way, where that is on the stage."""
        run = self._run
        if run is None or (run.finished and self.held_before is None) or self.current != run.id:
            return None
        return self.backend.gate

    @property
    def space_word(self) -> str:
        """What space does now: it plays and pauses, or holds a stepped run and lets it run on."""
        if self._gate is None:
            return "Pause" if self.playing else "Play"
        return "Run on" if self._gate.is_held else "Hold"

    @on(FollowEnded)
    def end_following(self, message: FollowEnded) -> None:
        """The run is over."""
        self._break_off(message.error or "the run was stopped")
        if message.error is not None:
            self.tell("It could not be run", message.error)

    def on_worker_state_changed(self, message: Worker.StateChanged) -> None:
        """A mistake of ours is shown as one."""
        if message.state is WorkerState.ERROR:
            text = f"{type(message.worker.error).__name__}: {message.worker.error}"
            if message.worker.group == "follow":
                self._break_off(text)
            self.tell("A mistake of cnistep", text)

    def _break_off(self, why: str) -> None:
        """Nothing comes any more: a trace that has not ended stays as it is, and says why."""
        run, self._run, self.is_following, self.held_before = self._run, None, False, None
        if run is not None and not run.finished and self.current == run.id:
            self.player.grow(replace(run, finished=True, failure=Failure(text=why)))
            self.show()
