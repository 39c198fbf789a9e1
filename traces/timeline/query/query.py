"""A query: words that must all fit, asked of a call, of a row of a list, or of a whole trace."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from traces.model.call import Call
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.query.of_call import SeenCall, call_fits
from traces.timeline.query.of_calls import facts_fit, seen_call, some_call_fits
from traces.timeline.query.term import EMPTY, NOT_EMPTY, Term
from traces.timeline.query.values import (
    text_of_summary,
    text_of_trace,
    words_of_call,
    words_of_summary,
    words_of_trace,
)
from traces.timeline.query.wording import text_test


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is looked for. Its text, read again, gives the same."""

    terms: tuple[Term, ...] = ()

    def __str__(self) -> str:
        """As a user would have typed it."""
        return " ".join(map(str, self.terms))

    @property
    def needs_answer(self) -> bool:
        """Whether it asks for what only an ended call has."""
        return any(term.needs_answer for term in self.terms)

    @property
    def needs_trace(self) -> bool:
        """Whether it asks for what a list does not know: then `fits_summary` only says which traces to open."""
        return any(term.needs_trace for term in self.terms)

    def fits_call(self, call: Call, trace: Trace) -> bool:
        """Whether the call fits, and its trace where a word asks for that. What has not ended fits no answer."""
        seen = seen_call(call, trace)
        return all(_fits_seen(term, seen, call, trace) for term in self.terms)

    def fits_summary(self, summary: Summary) -> bool:
        """Whether the trace fits, as far as its summary tells: what only the trace itself has is taken to fit."""
        asked, of_calls = _parted(self.terms)
        of_trace = (_row_fits(term, summary) for term in asked if not term.needs_trace)
        return all(of_trace) and (not of_calls or facts_fit(of_calls, summary.calls_facts))

    def fits_trace(self, trace: Trace) -> bool:
        """Whether some call fits all that is asked of calls, and the trace the rest; of a call with «not», none may."""
        asked, of_calls = _parted(self.terms)
        return all(_trace_fits(term, trace) for term in asked) and (not of_calls or some_call_fits(of_calls, trace))


@lru_cache(maxsize=256)
def _parted(terms: tuple[Term, ...]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The words about a trace, and those about its calls."""
    return tuple(term for term in terms if not term.of_call), tuple(term for term in terms if term.of_call)


def _fits_seen(term: Term, seen: SeenCall, call: Call, trace: Trace) -> bool:
    if term.outcome:
        fits = seen.facts.outcome == term.outcome
    elif not term.field:
        fits = text_test(term)(words_of_call(call, trace))
    elif term.field == "verb" or term.of_call:
        fits = bool(call_fits(term, seen))
    else:
        return _trace_fits(term, trace)
    return fits is not term.is_negated


def _trace_fits(term: Term, trace: Trace) -> bool:
    if term.outcome:
        ended = "failed" if trace.error is not None else "ok" if trace.finished else "running"
        return (ended == term.outcome) is not term.is_negated
    if not term.field:
        return text_test(term)(words_of_trace(trace)) is not term.is_negated
    return _text_fits(term, lambda whole: text_of_trace(trace, term.field, whole=whole))


def _row_fits(term: Term, row: Summary) -> bool:
    if term.outcome:
        ended = "failed" if row.error is not None else "ok" if row.finished else "running"
        return (ended == term.outcome) is not term.is_negated
    if not term.field:
        return text_test(term)(words_of_summary(row)) is not term.is_negated
    return _text_fits(term, lambda whole: text_of_summary(row, term.field, whole=whole))


def _text_fits(term: Term, text: Callable[[bool], str]) -> bool:
    """A pod asked for with a slash is one with its namespace."""
    if term.how in (EMPTY, NOT_EMPTY):
        fits = bool(text(False)) is (term.how == NOT_EMPTY)
    else:
        whole = term.field == "pod" and any("/" in value for value in term.values)
        fits = text_test(term)(text(whole)) is not term.how.startswith("!")
    return fits is not term.is_negated
