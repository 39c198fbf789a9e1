"""The stepper: says which calls of a run stand still, and takes what the user decides of them.

What a user does may come from any thread. The thread of the run asks at each of its ticks what is to be held (`meet`)
and what was decided (`decided`); nothing here waits but `between`.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from traces.model.answer import Answer
from traces.model.call import Call
from traces.model.events import Event, Held, Released
from traces.model.trace import Trace
from traces.session.breakpoints import Breakpoints
from traces.session.by_hand import skipping
from traces.session.goals import Goal, Mode, Reach, Spot, holds, out, over
from traces.session.held import INTERCEPT, STEP, Decision, HeldCall, Intercept
from traces.session.holds import Hold, Holds

_LOOK = 0.1
"""Seconds between two looks at whether a run was stopped that waits between verbs."""


class Stepper:
    """Steps the runs of a screen, one at a time."""

    def __init__(self, *, mode: Mode = Mode.RUN, breakpoints: Breakpoints | None = None) -> None:
        """Hold what the mode says, and what the breakpoints ask for."""
        self.breakpoints = breakpoints or Breakpoints()
        self.intercept = Intercept()
        """Assign another to turn it on or off."""
        self._mode = mode
        self._goal: Goal | None = None
        self._begins_at: int | None = None
        """The link whose call a run must come to before steps hold: those before it only prepare a rerun."""
        self._holds = Holds()
        self._changed = threading.Condition(threading.RLock())
        self._between = False
        self._tell: Callable[[], None] = lambda: None

    def listen(self, callback: Callable[[], None]) -> None:
        """Call back, in whatever thread, whenever something is held, let go or edited."""
        self._tell = callback

    @property
    def mode(self) -> Mode:
        """What is held by itself."""
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        with self._acting():
            self._mode, self._goal = mode, None

    @property
    def is_stepping(self) -> bool:
        """Whether something is held beyond what breakpoints and the intercept ask for."""
        return self._mode is not Mode.RUN or self._goal is not None

    @property
    def may_hold(self) -> bool:
        """Whether anything could be held as it is set now."""
        return self.is_stepping or self.intercept.is_on or any(each.is_on for each in self.breakpoints.all)

    @property
    def held(self) -> tuple[HeldCall, ...]:
        """The calls that stand still, the oldest first."""
        with self._changed:
            return self._holds.waiting

    @property
    def is_between_verbs(self) -> bool:
        """Whether the run stands still between two verbs."""
        return self._between

    def over(self) -> None:
        """Let the oldest held call go; hold the next call that is not inside it."""
        self._step(over)

    def into(self) -> None:
        """Let it go; hold the very next call, whoever makes it."""
        self._step(lambda spot: Goal(reach=Reach.ANY), Reach.ANY)

    def out(self) -> None:
        """Let it go; hold the next call outside of its caller: for a link's call, the first one of the next verb."""
        self._step(out)

    def go_on(self) -> None:
        """Let all go, and hold only at breakpoints and what is intercepted."""
        with self._acting():
            self._mode, self._goal, self._between = Mode.RUN, None, False
            while self._holds.waiting:
                self._holds.decide(self._holds.oldest)

    def pause(self) -> None:
        """Hold the next call of a link."""
        with self._acting():
            self._mode, self._goal = _stepping(self._mode), Goal(reach=Reach.LINK)

    def edit(self, call_id: str, *, stdin: bytes | None = None, environment: Sequence[bytes] | None = None) -> None:
        """Give a held call these when it goes, in place of what its caller has sent; None: as sent.

        Raises InputError where it isn't held, or has ended.
        """
        with self._acting():
            hold = self._holds.unstarted(call_id, "edited")
            hold.stdin, hold.environment = stdin, None if environment is None else tuple(environment)

    def release(self, call_id: str, *, stdin: bytes | None = None, environment: Sequence[bytes] | None = None) -> None:
        """Let one call go, with these instead of what was sent, or as it was edited. Raises InputError."""
        with self._acting():
            hold = self._holds.find(call_id)
            if stdin is not None or environment is not None:
                hold = self._holds.unstarted(call_id, "edited")
            hold.stdin = hold.stdin if stdin is None else stdin
            hold.environment = hold.environment if environment is None else tuple(environment)
            self._leave(hold)

    def skip(self, call_id: str) -> None:
        """Answer a call as if it were not in the chain. Raises InputError where it isn't held, or has ended."""
        with self._acting():
            hold = self._holds.unstarted(call_id, "skipped")
            self._leave(hold, skipping(hold.held), is_skip=True)

    def answer(self, call_id: str, answer: Answer) -> None:
        """Answer in a plugin's place. Raises InputError where its call isn't held, or has ended."""
        with self._acting():
            self._leave(self._holds.unstarted(call_id, "answered"), answer)

    def begin(self, link: int | None = None) -> None:
        """A verb begins: for the run's thread. With a link, steps hold from its call on."""
        with self._acting():
            self._begins_at = link
            self._holds = Holds()

    def end(self) -> None:
        """It is over, and nothing waits any more."""
        self.begin()

    def meet(self, held: HeldCall, above: Sequence[str], call: Call, trace: Callable[[], Trace]) -> HeldCall | None:
        """The call as it is held, or None where it goes on: for the run's thread, once for each that stands still.

        The trace as it stands is asked for where a query needs it.
        """
        with self._acting():
            spot = Spot(trace=held.trace, call=held.call, above=tuple(above))
            stepped = not held.is_ended and self._takes_step(spot, call)
            hit = self.breakpoints.hit(call, trace, is_ended=held.is_ended)
            why = hit or (STEP if stepped else INTERCEPT if self._intercepts(call, trace, held.is_ended) else None)
            if why is None:
                return None
            held = replace(held, why=why)
            self._holds.add(Hold(held=held, spot=spot, is_step=stepped))
            return held

    def decided(self) -> tuple[Decision, ...]:
        """What was decided since the last time: for the run's thread."""
        with self._changed:
            return self._holds.take_decided()

    def lose(self, held: HeldCall) -> None:
        """The one that waited was killed: for the run's thread."""
        with self._acting():
            self._holds.forget(held)

    def stands_still(self) -> bool:
        """Whether anything is held: that time is no plugin's."""
        return self._holds.stand_still

    def between(self, stop: threading.Event) -> Iterator[Event]:
        """Where the run is stepped, stand still between two verbs until it is let go, or stopped."""
        with self._acting():
            self._between = self.is_stepping
        if not self._between:
            return
        yield Held(why=STEP)
        with self._changed:
            while self._between and not stop.is_set():
                self._changed.wait(_LOOK)
            self._between = False
        yield Released()

    def _step(self, goal: Callable[[Spot], Goal], unheld: Reach = Reach.LINK) -> None:
        """Let the oldest go, and hold by the goal that follows from where it is."""
        with self._acting():
            self._mode, self._between = _stepping(self._mode), False
            if self._holds.waiting:
                hold = self._holds.oldest
                self._goal = goal(hold.spot)
                self._holds.decide(hold)
            else:
                self._goal = Goal(reach=unheld)

    def _leave(self, hold: Hold, answer: Answer | None = None, *, is_skip: bool = False) -> None:
        """Let it go; who had stepped to it goes on stepping, to the next call that is not inside it."""
        if hold.is_step and self._goal is None and self._mode is Mode.LINKS:
            self._goal = over(hold.spot)
        self._holds.decide(hold, answer, is_skip=is_skip)

    def _takes_step(self, spot: Spot, call: Call) -> bool:
        """Whether a call about to start is held as a step; the goal is reached with it."""
        if self._begins_at is not None:
            if call.link != self._begins_at:
                return False
            self._begins_at = None
        if self._goal is None:
            return holds(self._mode, spot.above)
        met = self._goal.is_met(spot)
        self._goal = None if met else self._goal
        return met

    def _intercepts(self, call: Call, trace: Callable[[], Trace], is_ended: bool) -> bool:
        wanted = self.intercept
        if not wanted.is_on:
            return False
        if wanted.query is None:
            return not is_ended and call.parent is None
        return wanted.query.needs_answer is is_ended and wanted.query.fits_call(call, trace())

    def _acting(self) -> "_Acting":
        return _Acting(self._changed, lambda: self._tell())


def _stepping(mode: Mode) -> Mode:
    """The mode of who steps."""
    return Mode.LINKS if mode is Mode.RUN else mode


class _Acting:
    """Something changes: nobody else acts meanwhile, and afterwards all who wait or listen are told."""

    def __init__(self, changed: threading.Condition, tell: Callable[[], None]) -> None:
        self._changed, self._tell = changed, tell

    def __enter__(self) -> None:
        self._changed.acquire()

    def __exit__(self, *exception: object) -> None:
        self._changed.notify_all()
        self._changed.release()
        self._tell()
