"""Which traces of many are wanted, as the options of a command say it."""

from dataclasses import dataclass

from traces.model.summary import Summary
from traces.timeline.query import Query
from traces.timeline.query.term import QUOTES, Term


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

    @property
    def query(self) -> Query:
        """The same as a user would have typed it."""
        names = (("pod", self.pod), ("ns", self.namespace), ("net", self.network))
        terms = [_is(field, name) for field, name in names if name]
        terms += [Term(field="verb", how="=", values=self.verbs)] if self.verbs else []
        terms += [Term(values=("failed",))] if self.failed else []
        return Query(terms=tuple(terms))

    def wants(self, summary: Summary) -> bool:
        """Whether the trace is one of them."""
        return self.query.fits_summary(summary)


def _is(field: str, name: str) -> Term:
    needs_quotes = any(char.isspace() or char in (*QUOTES, ",") for char in name)
    return Term(field=field, how="=", values=(name,), is_quoted=needs_quotes)
