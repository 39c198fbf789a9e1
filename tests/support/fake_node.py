"""A node that is watched, of which a test says what happens."""

from collections.abc import Iterator
from dataclasses import replace
from queue import Queue

from app.backend import Backend
from app.node.node_news import Watch
from tests.support.screens import backend_of
from tests.support.traces import attachment, recorded
from traces.errors import StoreError
from traces.model.events import NodeEvent, Seen, TraceEnded, TraceGone, TraceStarted
from traces.model.network import Attachment
from traces.model.summary import Summary
from traces.model.trace import Failure, Trace
from traces.store.summarise import summary_of

ADVICE = "nothing recorded yet: start a pod"


class FakeNode:
    """Its traces, and its events as the thread that watches gets them."""

    def __init__(self, *past: Trace, query: str = "") -> None:
        """With what was recorded before."""
        self.traces = {trace.id: trace for trace in past}
        self.query = query
        self.listed = 0
        self._queue: Queue[NodeEvent | Exception | None] = Queue()

    def see(self, *traces: Trace) -> None:
        """Let these traces begin, or be further on than before."""
        for trace in traces:
            is_new = trace.id not in self.traces
            self.traces[trace.id] = trace
            if is_new:
                begun = replace(trace, calls=(), result=None, failure=None, finished=False)
                self._queue.put(Seen(trace, TraceStarted(begun)))
            if trace.finished or not is_new:
                self._queue.put(Seen(trace, TraceEnded(trace)))

    def lose(self, trace_id: str) -> None:
        """Let a trace turn out to be a part of another."""
        del self.traces[trace_id]
        self._queue.put(TraceGone(trace_id))

    def say(self, event: NodeEvent | Exception) -> None:
        """Let anything else happen."""
        self._queue.put(event)

    def end(self) -> None:
        """Let the watch end."""
        self._queue.put(None)

    @property
    def backend(self) -> Backend:
        """The screen's doors."""
        watch = Watch(read=lambda: None, events=self._events(), advice=ADVICE, query=self.query)
        return replace(backend_of(()), summaries=self._summaries, open_trace=self._open, watch=watch, stop=self.end)

    def _events(self) -> Iterator[NodeEvent]:
        while (event := self._queue.get(timeout=20)) is not None:
            if isinstance(event, Exception):
                raise event
            yield event

    def _summaries(self) -> tuple[Summary, ...]:
        self.listed += 1
        found = (summary_of(trace) for trace in list(self.traces.values()))
        return tuple(sorted(found, key=lambda each: each.created, reverse=True))

    def _open(self, trace_id: str) -> Trace:
        if trace_id not in self.traces:
            raise StoreError(f"{trace_id}: no such trace")
        return self.traces[trace_id]


def on_node(
    trace_id: str, second: int, pod: str = "web-0", *, base: Trace | None = None, failed: bool = False
) -> Trace:
    """A trace that a node's runtime made at that second of the hour, for a container of its own."""
    base = base or recorded()
    args = (("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", pod))
    who: Attachment = replace(attachment(), container_id=f"c-{trace_id}", args=args)
    moment = f"2025-11-29T12:{second // 60:02}:{second % 60:02}.000000Z"
    failure = Failure(text="iptables: chain exists", link=1) if failed else base.failure
    return replace(
        base, id=trace_id, series=trace_id, place="node", created=moment, attachment=who, failure=failure, result=None
    )
