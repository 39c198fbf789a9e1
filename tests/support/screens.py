"""The debugger on given traces, with a clock that a test holds."""

from collections.abc import Callable, Iterator, Sequence
from queue import Queue

from textual.pilot import Pilot

from app.backend import Backend
from app.clock import Clock
from app.debugger_app import DebuggerApp
from app.live.link_edit import LinkEdit
from app.screens.debugger import DebuggerScreen
from tests.support.traces import T0
from traces.errors import StoreError
from traces.model.events import Event
from traces.model.trace import Trace
from traces.store.summarise import summary_of
from traces.timeline.playback import Motion

NARROW, WIDE, TINY = (80, 24), (160, 50), (50, 12)


class HeldClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.passed = 0.0

    @property
    def clock(self) -> Clock:
        """It as the screen knows it."""
        return Clock(seconds=lambda: self.passed, epoch=lambda: T0 + round(self.passed * 1e9))


def backend_of(
    traces: Sequence[Trace],
    *,
    rerun: Callable[[Trace, int, LinkEdit, str], Iterator[Event]] | None = None,
    live: Iterator[Event] | None = None,
) -> Backend:
    """Doors to these traces and to nothing else."""
    by_id = {trace.id: trace for trace in traces}

    def open_trace(trace_id: str) -> Trace:
        if trace_id not in by_id:
            raise StoreError(f"{trace_id}: no such trace")
        return by_id[trace_id]

    return Backend(
        open_trace=open_trace,
        summaries=lambda: tuple(summary_of(trace) for trace in traces),
        rerun=rerun or (lambda trace, link, edit, how: iter(())),
        live=live,
    )


def debugger(
    *traces: Trace, backend: Backend | None = None, clock: HeldClock | None = None, motion: Motion = Motion.FULL
) -> DebuggerApp:
    """The app on the first of the traces; without one, on the backend's run."""
    return DebuggerApp(
        backend or backend_of(traces),
        traces[0] if traces else None,
        motion=motion,
        clock=(clock or HeldClock()).clock,
    )


def screen_of(pilot: Pilot[None]) -> DebuggerScreen:
    """The debugger's screen, whatever lies over it."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, DebuggerScreen))


def screen_lines(pilot: Pilot[None]) -> list[str]:
    """What stands on the terminal, line by line."""
    strips = pilot.app.screen._compositor.render_strips()
    return [strip.text for strip in strips]


def told(pilot: Pilot[None]) -> list[str]:
    """What the notifications on the screen say, however they are wrapped."""
    return [str(each.message) for each in pilot.app._notifications]


class Feed:
    """A run's events, each given when the test says so."""

    def __init__(self) -> None:
        self._queue: Queue[Event | Exception | None] = Queue()

    def give(self, *events: Event) -> None:
        """Let these events happen."""
        for event in events:
            self._queue.put(event)

    def break_off(self, error: Exception) -> None:
        """Let the run fail on our side."""
        self._queue.put(error)

    def end(self) -> None:
        """Let the run end."""
        self._queue.put(None)

    def events(self) -> Iterator[Event]:
        """The events as they happen; gives up after a while, so that a failed test ends."""
        while (event := self._queue.get(timeout=20)) is not None:
            if isinstance(event, Exception):
                raise event
            yield event


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the screen work until something holds. Raises AssertionError if it never does."""
    for _ in range(400):
        await pilot.pause(0.01)
        if condition():
            return
    raise AssertionError("it never came to be")
