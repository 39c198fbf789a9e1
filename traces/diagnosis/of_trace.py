"""The findings of a trace: what every rule says of it, reckoned once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from traces.diagnosis.case import Case
from traces.diagnosis.diagnose import diagnose
from traces.model.finding import Finding, Severity
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.identical import Unmarked

_CACHED_TRACES = 32
_MOST_BEFORE = 8
_LONGEST_ERROR = 16 * 1024
"""Characters of the verb's error that rules look through: libcni quotes a plugin's whole stdout in it."""
_GENERAL = "exit/"
"""Kinds of findings that know no more than the plugin's own words."""


def trace_findings(trace: Trace, series: Sequence[Trace] = ()) -> tuple[Finding, ...]:
    """What is wrong in a trace, the first cause first; ``series`` are the other traces of its attachment.

    A trace that still goes on has none yet.
    """
    if not trace.finished:
        return ()
    others = tuple(Unmarked(other) for other in series if other.id != trace.id)
    return _cached(Unmarked(trace), others)


def traces_before(trace: Trace, summaries: Iterable[Summary]) -> tuple[str, ...]:
    """The ids of the verbs that were run for a DEL's attachment before it: whether a DEL may fail depends on them.

    Of other verbs none: each is judged by itself.
    """
    if trace.verb != "DEL":
        return ()
    same = [each for each in summaries if each.series == trace.series and each.branch_of is None]
    earlier = sorted((each for each in same if each.created < trace.created), key=lambda each: each.created)
    return tuple(each.id for each in earlier[-_MOST_BEFORE:])


@lru_cache(maxsize=_CACHED_TRACES)
def _cached(of: Unmarked, others: tuple[Unmarked, ...]) -> tuple[Finding, ...]:
    found = diagnose(Case(trace=_bounded(of.value), series=tuple(other.value for other in others)))
    return without_general(found, several=of.value.verb == "GC")


def _bounded(trace: Trace) -> Trace:
    """The trace with the beginning of an error that is too long to have been written by a runtime."""
    failure = trace.failure
    if failure is None or len(failure.text) <= _LONGEST_ERROR:
        return trace
    return replace(trace, failure=replace(failure, text=failure.text[:_LONGEST_ERROR]))


def without_general(found: Sequence[Finding], *, several: bool = False) -> tuple[Finding, ...]:
    """The findings without those that only repeat a failure which another one explains.

    A verb has one failure; with ``several``, as GC can have, only what is about the same link explains it.
    """
    specific = [each for each in found if each.severity is Severity.ERROR and not _is_general(each)]
    return tuple(each for each in found if not (_is_general(each) and _is_explained(each, specific, several)))


def _is_general(finding: Finding) -> bool:
    return finding.kind.startswith(_GENERAL)


def _is_explained(finding: Finding, specific: Sequence[Finding], several: bool) -> bool:
    return any(each.link == finding.link or (each.is_proven and not several) for each in specific)
