"""Plays what a lesson has shown so far: a call that is not answered yet is a picture, and runs no clock."""

from dataclasses import replace

from app.clock import Clock
from app.player import Player
from traces.model.trace import Trace
from traces.timeline.playback import Motion, Playback

_EVEN = 1.2
"""Seconds that every step of a demonstration takes."""


class LessonPlayer(Player):
    """Stands at moments, and plays from one to the next."""

    def __init__(self, clock: Clock, motion: Motion, *, is_even: bool = False) -> None:
        """With ``is_even`` every step takes as long as any other."""
        super().__init__(clock, motion)
        self._is_even = is_even

    def stand(self, trace: Trace) -> None:
        """At the last step of what is shown."""
        self.open(trace)
        if self.stage is not None:
            state = self.stage.playback
            self._hold(replace(state, position=float(state.last)))

    def play_on(self, trace: Trace) -> None:
        """The same run has come further: play from where it stood. Another one is played from its begin."""
        before = self.stage
        goes_on = before is not None and before.trace.id == trace.id
        position = before.playback.position if before is not None and goes_on else -1.0
        self.open(trace)
        if self.stage is None:
            return
        state = self.stage.playback
        self._hold(replace(state, position=min(position, float(state.last)), playing=state.last >= 0))

    @property
    def needs_time(self) -> bool:
        """Whether a message is on its way."""
        return self.stage is not None and self.stage.playback.playing and not self.stage.playback.at_end

    @property
    def running_clock(self) -> int:
        """Nothing runs."""
        return 0

    def _hold(self, state: Playback) -> None:
        """Play through a failure to the end, too."""
        durations = tuple(_EVEN for _ in state.durations) if self._is_even else state.durations
        self._put(replace(state, durations=durations, pause_at=None, is_open=False))
