"""Playing a trace: where one is on its timeline, and where one will be so many seconds later. No clock, no screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, floor, log10

from traces.timeline.steps import Step, StepKind, first_failure

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_AT_LEAST = 0.5
"""Seconds that the shortest step takes at speed 1."""
_PER_DECADE = 0.28
"""Seconds more for each factor of ten in the time that really passed: 2 ms and 40 s both fit."""
_UNREACHED = 0.25
_TRAVEL = 0.8
"""The part of a step in which its message travels; in the rest it has arrived."""
_BEHIND = 2
"""The most steps that a followed run is shown late."""


class Motion(StrEnum):
    """How much moves on the screen."""

    NONE = "none"
    """The cursor jumps from step to step."""
    BASIC = "basic"
    """Few pictures a second, for a slow line."""
    FULL = "full"

    @property
    def frames(self) -> int:
        """Pictures a second."""
        return {Motion.NONE: 4, Motion.BASIC: 5, Motion.FULL: 20}[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Where one is, and whether time runs.

    `position` counts steps: 3.0 is «step 3 has happened», 3.4 «the message of step 4 is under way», -1 «nothing yet».
    """

    durations: tuple[float, ...]
    """Seconds that each step takes at speed 1."""
    pause_at: int | None = None
    """The step at which playing pauses: the one that failed, or the last before the links that were never reached."""
    position: float = 0.0
    speed: float = 1.0
    playing: bool = False
    is_open: bool = False
    """More steps may come: at its end it waits for them."""

    @property
    def last(self) -> int:
        """The last step there is; -1 where there is none."""
        return len(self.durations) - 1

    @property
    def cursor(self) -> int:
        """The step that one sees: the one under way, or the last that happened."""
        return max(0, ceil(self.position))

    @property
    def progress(self) -> float:
        """How much of that step has passed, from 0 to 1."""
        return min(1.0, max(0.0, self.position - (self.cursor - 1)))

    @property
    def at_end(self) -> bool:
        """Whether every step has happened."""
        return self.position >= self.last


def playback(found: Sequence[Step], *, is_open: bool = False, speed: float = 1.0) -> Playback:
    """A playback at rest on the first step."""
    return Playback(
        durations=_durations(found),
        pause_at=_pause_at(found),
        position=min(0.0, len(found) - 1.0),
        speed=speed,
        is_open=is_open,
    )


def extend(state: Playback, found: Sequence[Step], *, is_open: bool) -> Playback:
    """The playback after its trace has grown; one that plays an open trace is never far behind it.

    It does not overrun the step to pause at.
    """
    grown = replace(playback(found, is_open=is_open, speed=state.speed), playing=state.playing)
    position = min(state.position, float(grown.last))
    if not (state.playing and state.is_open):
        return replace(grown, position=position)
    latest = float(grown.last - _BEHIND)
    is_behind = grown.pause_at is not None and grown.pause_at == state.pause_at and state.position >= grown.pause_at
    if grown.pause_at is None or is_behind:
        return replace(grown, position=max(position, latest))
    position = max(position, min(latest, grown.pause_at - 1.0))
    return replace(grown, position=min(position, float(grown.pause_at)), playing=position < grown.pause_at)


def advance(state: Playback, seconds: float) -> Playback:
    """The playback so many seconds later: pauses at the failing step and at the end."""
    if not state.playing:
        return state
    position, left = state.position, seconds * state.speed
    goal = _next_stop(state)
    while left > 0 and position < goal:
        step = floor(position) + 1
        duration = state.durations[step]
        taken = min(left, (step - position) * duration)
        left -= taken
        position = float(step) if taken >= (step - position) * duration else position + taken / duration
    stays = state.is_open and goal != state.pause_at
    return replace(state, position=position, playing=position < goal or stays)


def travelled(state: Playback, motion: Motion) -> float:
    """How far the message of the step at the cursor has come on its arrow, from 0 to 1."""
    if motion is Motion.NONE:
        return 1.0
    way = min(1.0, state.progress / _TRAVEL)
    return way if motion is Motion.BASIC else way * way * (3 - 2 * way)


def play(state: Playback) -> Playback:
    """Let time run: from before the first step where nothing has happened yet, and again from there at the end."""
    fresh = state.position <= 0 or (state.at_end and not state.is_open)
    return replace(state, playing=state.last >= 0, position=-1.0 if fresh else state.position)


def pause(state: Playback) -> Playback:
    """Let time stand still, in the middle of a step too."""
    return replace(state, playing=False)


def move(state: Playback, step: int) -> Playback:
    """Stand still on a step that has happened; beyond either end is the end."""
    return replace(state, playing=False, position=float(min(max(0, step), state.last)))


def step_by(state: Playback, count: int) -> Playback:
    """So many steps on or back; from the middle of a step, the first one is to its own end or begin."""
    base = floor(state.position) if count > 0 else ceil(state.position)
    return move(state, base + count)


def faster(state: Playback) -> Playback:
    """The next higher speed."""
    return replace(state, speed=min((speed for speed in SPEEDS if speed > state.speed), default=SPEEDS[-1]))


def slower(state: Playback) -> Playback:
    """The next lower speed."""
    return replace(state, speed=max((speed for speed in SPEEDS if speed < state.speed), default=SPEEDS[0]))


def _next_stop(state: Playback) -> int:
    if state.pause_at is not None and state.position < state.pause_at:
        return state.pause_at
    return state.last


def _pause_at(found: Sequence[Step]) -> int | None:
    failed = first_failure(found)
    if failed is not None:
        return failed.index
    unreached = next((step.index for step in found if step.kind is StepKind.NOT_REACHED), 0)
    return unreached - 1 if unreached else None


def _durations(found: Sequence[Step]) -> tuple[float, ...]:
    before = (0, *(step.at for step in found))
    return tuple(_seconds(step, step.at - earlier) for step, earlier in zip(found, before, strict=False))


def _seconds(step: Step, nanoseconds: int) -> float:
    """On a log-time axis the time that a step is shown for."""
    if step.kind is StepKind.NOT_REACHED:
        return _UNREACHED
    return _AT_LEAST + _PER_DECADE * log10(1 + max(0, nanoseconds) / 1e6)
