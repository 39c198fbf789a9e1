"""The player: the stage, and time. It knows when time must run; it draws nothing."""

from dataclasses import replace

from app.clock import Clock
from app.stage import Score, Stage, grow_stage, link_step, set_up
from traces.model.trace import Trace
from traces.timeline.glyphs import Glyphs
from traces.timeline.measure import duration_text
from traces.timeline.playback import (
    Motion,
    Playback,
    advance,
    faster,
    move,
    pause,
    play,
    slower,
    step_by,
    travelled,
)

_LONGEST_FRAME = 0.5
"""Seconds: after a pause of the whole program, playing goes on where it was."""
_RUNNING_NOTE = 250_000_000
"""Nanoseconds between two pictures of a call's running time."""


class Player:
    """Plays one trace at a time."""

    def __init__(self, clock: Clock, motion: Motion) -> None:
        """Nothing is on the stage yet."""
        self.stage: Stage | None = None
        self.motion = motion
        self._clock = clock
        self._before = 0.0

    def open(self, trace: Trace, *, playing: bool = False) -> None:
        """Put another trace on the stage; the speed stays."""
        speed = self.stage.playback.speed if self.stage else 1.0
        self.stage = set_up(trace, playing=playing, speed=speed)
        self._before = self._clock.seconds()

    def grow(self, trace: Trace) -> None:
        """The trace on the stage has grown."""
        if self.stage is not None:
            self.stage = grow_stage(self.stage, trace)

    def put_marks(self, trace: Trace) -> None:
        """The trace on the stage has other marks, and is else as it was."""
        if self.stage is not None:
            self.stage = replace(self.stage, score=Score(trace=trace, steps=self.stage.steps))

    def tick(self) -> bool:
        """Let the time pass that has passed; whether playing has just come to the end."""
        now = self._clock.seconds()
        passed, self._before = min(now - self._before, _LONGEST_FRAME), now
        if self.stage is None or not self.stage.playback.playing:
            return False
        self._put(advance(self.stage.playback, passed))
        return not self.stage.playback.playing and self.stage.playback.at_end

    def toggle(self) -> None:
        """Play or pause."""
        if self.stage is not None:
            self._before = self._clock.seconds()
            state = self.stage.playback
            self._put(pause(state) if state.playing else play(state))

    def pause(self) -> None:
        """Let time stand still."""
        if self.stage is not None:
            self._put(pause(self.stage.playback))

    def move(self, index: int) -> None:
        """Stand on a step."""
        if self.stage is not None:
            self._put(move(self.stage.playback, index))

    def step(self, count: int) -> None:
        """So many steps on or back."""
        if self.stage is not None:
            self._put(step_by(self.stage.playback, count))

    def link(self, direction: int) -> None:
        """To the next link of the chain, or the one before."""
        if self.stage is not None:
            self.move(link_step(self.stage, direction))

    def last(self) -> None:
        """To the last step; a run under way is followed from there on."""
        if self.stage is not None:
            self.move(len(self.stage.steps) - 1)
            state = self.stage.playback
            self._put(replace(state, playing=state.is_open))

    def faster(self) -> None:
        """The next higher speed."""
        if self.stage is not None:
            self._put(faster(self.stage.playback))

    def slower(self) -> None:
        """The next lower speed."""
        if self.stage is not None:
            self._put(slower(self.stage.playback))

    def reset_speed(self) -> None:
        """Speed 1."""
        if self.stage is not None:
            self._put(replace(self.stage.playback, speed=1.0))

    @property
    def needs_time(self) -> bool:
        """Whether anything moves: a message on its way, or the seconds of a call."""
        if self.stage is None:
            return False
        state = self.stage.playback
        return self.stage.is_running or (state.playing and not state.at_end)

    @property
    def travelled(self) -> float:
        """How far the message at the cursor has come."""
        return travelled(self.stage.playback, self.motion) if self.stage else 1.0

    @property
    def running_clock(self) -> int:
        """The time of day in nanoseconds, in quarters of a second; 0 where no call runs."""
        if self.stage is None or not self.stage.is_running:
            return 0
        return self._clock.epoch() // _RUNNING_NOTE * _RUNNING_NOTE

    def facts(self, marks: Glyphs) -> str:
        """The time at the cursor since the trace began, and the speed."""
        if self.stage is None:
            return ""
        step = self.stage.step
        at = f"+{duration_text(step.at, marks)}" if step else ""
        return f"{at:>9}  {self.stage.playback.speed:g}x"

    def _put(self, state: Playback) -> None:
        if self.stage is not None:
            self.stage = replace(self.stage, playback=state)
