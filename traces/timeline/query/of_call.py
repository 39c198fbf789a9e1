"""Whether a word of a query fits a call, or the facts of one that a list has."""

from dataclasses import dataclass

from traces.model.call import Call
from traces.model.call_facts import CallFacts, Span
from traces.timeline.query.fields import Field, Kind
from traces.timeline.query.term import EMPTY, NOT_EMPTY, Term
from traces.timeline.query.values import number_of, text_of_call
from traces.timeline.query.wording import range_test, text_test

_STREAMS = ("stdin", "env", "stdout", "stderr")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCall:
    """A call as far as it is known: its facts, and in a trace that is open all of it."""

    facts: CallFacts
    call: Call | None = None
    took: Span | None = None


def call_fits(term: Term, seen: SeenCall) -> bool | None:
    """Whether the call fits the word, without its «not»; None where the facts don't tell.

    Without an answer nothing that is asked of one fits. Without a value only ``!=`` and ``!~`` fit, and «empty»,
    but what a result has is neither empty nor filled where there is no result.
    """
    field = term.known
    if field is None or (field.in_answer and seen.facts.outcome == "running"):
        return False
    if field.kind is Kind.LIST and seen.facts.counts is None:
        return term.how.startswith("!")
    if term.how in (EMPTY, NOT_EMPTY):
        is_filled = _is_filled(field, seen)
        return is_filled if is_filled is None else is_filled is (term.how == NOT_EMPTY)
    negated = term.how.startswith("!")
    fits = _compares(term, field, seen)
    return None if fits is None else fits is not negated


def _compares(term: Term, field: Field, seen: SeenCall) -> bool | None:
    """Whether the value is what is asked for, whatever a ``!`` makes of that."""
    if field.kind is Kind.FLAG:
        return ("yes" if seen.facts.simulated else "no") in (value.casefold() for value in term.values)
    if field.kind is Kind.NUMBER or (field.kind is Kind.LIST and "~" not in term.how):
        number = number_of(seen.facts, seen.took, field.name)
        return number is not None and range_test(term)(*number)
    if field.name in ("plugin", "verb"):
        return text_test(term)(seen.facts.plugin if field.name == "plugin" else seen.facts.verb)
    if field.name == "touched":
        return any(map(text_test(term), seen.facts.touched or ("",)))
    if seen.call is None:
        return None
    text = text_of_call(seen.call, field.name)
    return text is not None and text_test(term)(text)


def _is_filled(field: Field, seen: SeenCall) -> bool | None:
    if field.name in _STREAMS:
        return field.name in seen.facts.filled
    if field.kind is Kind.FLAG:
        return seen.facts.simulated
    if field.kind in (Kind.NUMBER, Kind.LIST):
        number = number_of(seen.facts, seen.took, field.name)
        return number is not None and (field.kind is Kind.NUMBER or number[1] > 0)
    if field.kind is Kind.TEXT:
        return None if seen.call is None else bool(text_of_call(seen.call, field.name))
    return bool({"plugin": seen.facts.plugin, "touched": seen.facts.touched}.get(field.name, True))
