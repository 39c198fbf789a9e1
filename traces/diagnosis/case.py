"""What a rule looks at: a trace, a node, a reported text, or several of them at once."""

from dataclasses import dataclass

from traces.diagnosis.facts import Node
from traces.model.call import Call
from traces.model.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """What a log line or an event said, in its innermost part."""

    text: str
    """The innermost error, unescaped."""
    verb: str = ""
    """ADD, DEL, CHECK, GC, STATUS, VERSION, or empty where the text does not say."""
    plugin: str = ""
    network: str = ""
    container_id: str = ""
    kind: str = ""
    """The kind of fault that the text alone speaks of; empty where it speaks of none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case; what is None is not known, and a rule that needs it is silent."""

    trace: Trace | None = None
    series: tuple[Trace, ...] = ()
    """The other traces of the attachment, the oldest first."""
    node: Node | None = None
    symptom: Symptom | None = None

    @property
    def failed_call(self) -> Call | None:
        """The call that the trace's failure is about: of the failed link the last one; without a link, none."""
        trace = self.trace
        if trace is None or trace.failure is None or trace.failure.link is None:
            return None
        return next((call for call in reversed(trace.calls) if call.link == trace.failure.link), None)
