"""What happens while a trace is made. A run, a followed spool and a replayed recording all speak these."""

from dataclasses import dataclass

from traces.model.call import Call
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
class TraceEnded:
    """The verb is over; the trace is whole."""

    trace: Trace


Event = TraceStarted | CallStarted | CallEnded | TraceEnded
