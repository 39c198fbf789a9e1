"""Which traces of many are wanted."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from traces.model.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFilter:
    """What is asked for; what is empty asks for nothing. Names may have the wildcards of a shell."""

    pod: str = ""
    """The pod's name, or namespace/name."""
    namespace: str = ""
    network: str = ""
    verbs: tuple[str, ...] = ()
    failed: bool = False
    """Only what has failed."""

    def wants(self, summary: Summary) -> bool:
        """Whether the trace is one of them."""
        return (
            self._wants_pod(summary)
            and _fits(summary.namespace, self.namespace)
            and _fits(summary.network, self.network)
            and (not self.verbs or summary.verb in self.verbs)
            and (not self.failed or summary.error is not None)
        )

    def _wants_pod(self, summary: Summary) -> bool:
        whole = f"{summary.namespace}/{summary.pod}"
        return _fits(whole if "/" in self.pod else summary.pod, self.pod)


def _fits(name: str, pattern: str) -> bool:
    return not pattern or fnmatchcase(name, pattern)
