"""What stands on the screen: a trace, its steps and where one is in it. Values and questions, no widget."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from traces.model.call import Call, Outcome
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.kernel_steps import KernelStep, kernel_step
from traces.timeline.measure import one_line
from traces.timeline.playback import Playback, extend, play, playback
from traces.timeline.steps import Step, StepKind, steps


@dataclass(frozen=True, kw_only=True)
class Score:
    """A trace with all that is the same wherever one is in it: found out once, however often it is asked for."""

    trace: Trace
    steps: tuple[Step, ...]

    @cached_property
    def calls(self) -> Mapping[str, Call]:
        """The calls by id."""
        return {call.id: call for call in self.trace.calls}

    @cached_property
    def link_calls(self) -> Mapping[int, Call]:
        """The first call of each link."""
        return {call.link: call for call in reversed(self.trace.calls) if call.link is not None}

    @cached_property
    def failures(self) -> tuple[int, ...]:
        """The steps that failed."""
        return tuple(step.index for step in self.steps if step.failed)

    @cached_property
    def is_running(self) -> bool:
        """Whether a call has not ended yet."""
        return not self.trace.finished and any(call.outcome is Outcome.RUNNING for call in self.trace.calls)

    @cached_property
    def links(self) -> tuple[int, ...]:
        """The steps at which a link begins."""
        kinds = (StepKind.REQUEST, StepKind.NOT_STARTED, StepKind.NOT_REACHED)
        return tuple(step.index for step in self.steps if step.kind in kinds)

    def kernel(self, call_id: str) -> KernelStep:
        """What the kernel says of a call."""
        if call_id not in self._kernels:
            self._kernels[call_id] = kernel_step(self.trace, call_id)
        return self._kernels[call_id]

    @cached_property
    def _kernels(self) -> dict[str, KernelStep]:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The open trace and the place in it."""

    score: Score
    playback: Playback

    @property
    def trace(self) -> Trace:
        """The open trace."""
        return self.score.trace

    @property
    def steps(self) -> tuple[Step, ...]:
        """Its steps."""
        return self.score.steps

    @property
    def step(self) -> Step | None:
        """The step at the cursor, or None where there are no steps."""
        cursor = self.playback.cursor
        return self.steps[cursor] if cursor < len(self.steps) else None

    @property
    def call(self) -> Call | None:
        """The call that the cursor's step belongs to, or None."""
        return self.score.calls[self.step.call] if self.step and self.step.call else None

    @property
    def telling_side(self) -> str:
        """The side of the call that tells of its end: where it failed and stdout is empty, what else there is."""
        call = self.call
        if call is None or not call.failed or call.stdout.strip():
            return "stdout"
        return "stderr" if call.stderr.strip() else "exit"

    @property
    def kernel(self) -> KernelStep:
        """What the kernel says of that call."""
        return self.score.kernel(self.call.id) if self.call else KernelStep()

    @property
    def link_call(self) -> Call | None:
        """The call of the link that the cursor's step belongs to, or None."""
        if self.step is None or self.step.link is None:
            return None
        return self.score.link_calls.get(self.step.link)

    @property
    def failures(self) -> tuple[int, ...]:
        """The steps that failed."""
        return self.score.failures

    @property
    def is_running(self) -> bool:
        """Whether a call of the trace has not ended yet."""
        return self.score.is_running


def set_up(trace: Trace, *, playing: bool = False, speed: float = 1.0) -> Stage:
    """The trace at its first step; with `playing` from before it, and time runs."""
    found = steps(trace)
    state = playback(found, is_open=not trace.finished, speed=speed)
    if playing:
        state = replace(play(state), playing=bool(found) or not trace.finished, position=-1.0)
    return Stage(score=Score(trace=trace, steps=found), playback=state)


def grow_stage(stage: Stage, trace: Trace) -> Stage:
    """The stage after its trace has grown."""
    found = steps(trace)
    state = extend(stage.playback, found, is_open=not trace.finished)
    return Stage(score=Score(trace=trace, steps=found), playback=state)


def link_step(stage: Stage, direction: int) -> int:
    """The step at which the next link of the chain begins, or the one before; the end where there is none."""
    begins, cursor = stage.score.links, stage.playback.cursor
    if direction > 0:
        place = bisect_right(begins, cursor)
        return begins[place] if place < len(begins) else len(stage.steps) - 1
    place = bisect_left(begins, cursor)
    return begins[place - 1] if place else 0


def next_in_series(summaries: Sequence[Summary], trace: Trace) -> str | None:
    """The id of the trace that comes after this one in its series; branches stand beside it, not in it."""
    series = sorted((each for each in summaries if each.series == trace.series), key=lambda each: each.created)
    order = [each.id for each in series if each.branch_of is None]
    if trace.id not in order:
        return None
    place = order.index(trace.id) + 1
    return order[place] if place < len(order) else None


def why_no_call(stage: Stage) -> str:
    """What to say where a call would be shown: that its plugin was never reached, or why it did not start."""
    step = stage.step
    if step is None:
        return one_line(stage.trace.failure.text) if stage.trace.failure else "nothing was called"
    if step.kind is StepKind.NOT_REACHED:
        failure = stage.trace.failure
        why = one_line(failure.text) if failure and failure.link is None else "a link before it failed"
        return f"{one_line(step.plugin)} was never reached: {why}"
    return one_line(stage.trace.failure.text) if stage.trace.failure else "no call here"
