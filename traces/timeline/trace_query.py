"""What a user types to find traces in a list: free words, names with what they name, and how it ended."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from traces.model.summary import Summary
from traces.timeline.printable import printable
from traces.timeline.trace_filter import TraceFilter

GRAMMAR = (
    "All words must fit: pod:web ns:shop net:pods verb:add,del; failed, running, ok; "
    "any other word is looked for everywhere. * and ? stand for what you don't know: pod:web-*-x."
)
"""What help says of it."""
_WILD = frozenset("*?[")
_OUTCOMES = ("failed", "running", "ok")


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceQuery:
    """What is looked for; every part must fit. All texts are case-folded."""

    words: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    """pod, ns, net or verb, and what must be in the name, or, with wildcards, be the name."""
    outcomes: tuple[str, ...] = ()

    def wants(self, summary: Summary) -> bool:
        """Whether the trace is one of those."""
        return (
            all(outcome_kind(summary) == outcome for outcome in self.outcomes)
            and all(_is_named(summary, kind, name) for kind, name in self.names)
            and (not self.words or self._has_words(summary))
        )

    def _has_words(self, summary: Summary) -> bool:
        text = _searched(summary)
        return all(word in text for word in self.words)


def parse_query(text: str) -> TraceQuery:
    """The query that a user has typed; a name that is not finished yet asks for nothing."""
    words, names, outcomes = list[str](), list[tuple[str, str]](), list[str]()
    for word in text.casefold().split():
        kind, colon, name = word.partition(":")
        if colon and kind in ("pod", "ns", "net", "verb"):
            names += [(kind, name)] if name else []
        elif word in _OUTCOMES:
            outcomes.append(word)
        else:
            words.append(word)
    return TraceQuery(words=tuple(words), names=tuple(names), outcomes=tuple(outcomes))


def query_text(wanted: TraceFilter) -> str:
    """A filter as a user would have typed it."""
    pairs = (("pod", wanted.pod), ("ns", wanted.namespace), ("net", wanted.network), ("verb", ",".join(wanted.verbs)))
    return " ".join([*(f"{kind}:{name}" for kind, name in pairs if name), *(["failed"] if wanted.failed else [])])


def outcome_kind(summary: Summary) -> str:
    """failed, running or ok."""
    if summary.error is not None:
        return "failed"
    return "ok" if summary.finished else "running"


def outcome_word(summary: Summary) -> str:
    """How it ended, and where it failed; safe text."""
    kind = outcome_kind(summary)
    return f"failed at {printable(summary.failed_plugin)}" if kind == "failed" and summary.failed_plugin else kind


def _is_named(summary: Summary, kind: str, name: str) -> bool:
    if kind == "verb":
        return any(each and summary.verb.casefold().startswith(each) for each in name.split(","))
    whole = f"{summary.namespace}/{summary.pod}" if "/" in name else summary.pod
    has = {"pod": whole, "ns": summary.namespace, "net": summary.network}[kind].casefold()
    return fnmatchcase(has, name) if _WILD & set(name) else name in has


def _searched(summary: Summary) -> str:
    """What free words are looked for in."""
    fields = (summary.id, summary.verb, summary.network, summary.container_id, summary.ifname, summary.place)
    edited = "edited" if summary.edited else ""
    pod = f"{summary.namespace}/{summary.pod}" if summary.pod else ""
    more = (summary.error, summary.failed_plugin, summary.how, summary.created, pod, edited)
    return "\n".join(field for field in (*fields, *more, outcome_word(summary)) if field).casefold()
