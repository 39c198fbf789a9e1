"""What happens on a node that is watched, gathered for the screen: a burst costs it no more than a single trace."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from traces.errors import TraceError
from traces.model.events import ChainChanged, NodeEvent, Seen, TraceGone, TraceStarted

MOST_CHANGES = 100
"""Changes of chains that are remembered; the oldest are forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """The doors to a node that is watched. All but the advice are for the thread that watches."""

    read: Callable[[], None]
    """Read what was recorded before, so that it can be listed. Raises TraceError."""
    events: Iterator[NodeEvent]
    """What happens from then on. Raises TraceError."""
    advice: str
    """What to say while nothing is recorded."""
    query: str = ""
    """The query that the list is filtered by at first."""


@dataclass
class NewsCame(Message):
    """There are news to take; until they are taken none of these follows."""


@dataclass
class WatchEnded(Message):
    """The node can't be watched any more, and why."""

    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What has happened since the last look; the ids of traces."""

    begun: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    chains: tuple[ChainChanged, ...] = ()


class NewsBox:
    """Where the thread leaves news, and the screen takes them. It keeps ids, so a screen that is slow costs little."""

    def __init__(self) -> None:
        """There are none yet."""
        self._lock = threading.Lock()
        self._begun: set[str] = set()
        self._changed: set[str] = set()
        self._gone: set[str] = set()
        self._chains: deque[ChainChanged] = deque(maxlen=MOST_CHANGES)
        self._told = False

    def put(self, event: NodeEvent) -> bool:
        """Leave an event; whether the screen must be told."""
        with self._lock:
            match event:
                case Seen(trace=trace, event=what):
                    self._changed.add(trace.id)
                    if isinstance(what, TraceStarted):
                        self._begun.add(trace.id)
                case TraceGone(trace_id=trace_id):
                    self._gone.add(trace_id)
                    self._begun.discard(trace_id)
                case ChainChanged():
                    self._chains.append(event)
            told, self._told = self._told, True
            return not told

    def take(self) -> News:
        """All of it; the box is empty then."""
        with self._lock:
            news = News(
                begun=frozenset(self._begun),
                changed=frozenset(self._changed),
                gone=frozenset(self._gone),
                chains=tuple(self._chains),
            )
            for kept in (self._begun, self._changed, self._gone, self._chains):
                kept.clear()
            self._told = False
            return news


def watch_node(watch: Watch, receiver: Widget, box: NewsBox) -> None:
    """Put what happens into the box, and tell the receiver when it has something. For a thread worker."""
    worker = get_current_worker()
    try:
        watch.read()
        receiver.post_message(NewsCame())
        for event in watch.events:
            if box.put(event) and not worker.is_cancelled:
                receiver.post_message(NewsCame())
    except TraceError as error:
        receiver.post_message(WatchEnded(str(error)))
