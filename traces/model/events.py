"""What happens while a trace is made. A run, a followed spool and a replayed recording all speak these."""

from dataclasses import dataclass

from traces.model.call import Call
from traces.model.snapshot import Moment
from traces.model.trace import Trace


@dataclass(frozen=True, slots=True)
class TraceStarted:
    """A verb begins; the trace has no calls yet."""

    trace: Trace


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A plugin was executed; the call has its request, as far as it is written."""

    call: Call


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A plugin ended; the call is whole."""

    call: Call


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """The kernel was looked at, between two calls of links."""

    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A stepped run stands still, until its stepper lets it go on.

    Before a call or at its end the call was announced (CallStarted, CallEnded); without a call it stands between two
    verbs.
    """

    call: str | None = None
    """The id of the call in the trace under way."""
    is_ended: bool = False
    """Whether its plugin has ended: its caller waits to be told."""
    why: str = ""
    """What it is held for, in words: «step», or the breakpoint's text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """What was held goes on."""

    call: str | None = None


@dataclass(frozen=True, slots=True)
class TraceEnded:
    """The verb is over; the trace is whole."""

    trace: Trace


Event = TraceStarted | CallStarted | CallEnded | SnapshotTaken | Held | Released | TraceEnded


@dataclass(frozen=True, slots=True)
class Seen:
    """An event of one of many traces that go on at the same time, and that trace as it stands by now.

    Where more becomes known of a trace's network, it starts once more (TraceStarted), and its calls follow again.
    """

    trace: Trace
    event: Event


@dataclass(frozen=True, slots=True)
class TraceGone:
    """A trace that was seen is none: its calls turned out to be another's."""

    trace_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainChanged:
    """A network's configuration is not, or no longer, what its attachments were made with."""

    network: str
    source: str
    """The file; where there is none any more, the folder."""
    how: str
    """In words that stand behind the network's name: «has changed», «is gone»."""
    pods: tuple[str, ...]
    """Who runs with the old one."""


NodeEvent = Seen | TraceGone | ChainChanged
