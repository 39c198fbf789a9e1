"""The claims of a trace's plugins that the kernel does not bear out, in words; what is only passed on is told once."""

from collections.abc import Sequence

from traces.kernel.claim import ClaimRow
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.kernel_steps import call_claims, disputed, end_claims
from traces.timeline.kernel_words import claim_text, kernel_text

_NAMED = 3


class Disputes:
    """Tells the disputed claims of a trace, from its first call to its end: each where it is met first."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._told: set[tuple[str, str]] = set()
        self._seen = {moment.call for moment in trace.snapshots}

    def of_call(self, call: Call) -> str:
        """«X, but the kernel has Y; and 2 more»; empty where all that is new holds, or nobody looked."""
        return self._words(call_claims(self._trace, call.id)) if call.id in self._seen else ""

    def in_the_end(self) -> str:
        """The same of what the trace claims as a whole."""
        return self._words(end_claims(self._trace))

    def _words(self, rows: Sequence[ClaimRow]) -> str:
        pairs = [(claim_text(row), kernel_text(row)) for row in disputed(rows)]
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._told]
        self._told.update(new)
        said = "; ".join(f"{claimed}, but {found}" for claimed, found in new[:_NAMED])
        return f"{said}; and {len(new) - _NAMED} more" if len(new) > _NAMED else said
