"""Whether the calls of a trace, or their facts in a row of a list, are those that a query asks for."""

from collections.abc import Sequence
from functools import lru_cache

from traces.cni.call_facts import facts_of_call, time_of
from traces.model.call import Call
from traces.model.call_facts import CallFacts, Span, read_facts, read_times
from traces.model.trace import Trace
from traces.timeline.query.of_call import SeenCall, call_fits
from traces.timeline.query.term import Term

Terms = tuple[Term, ...]


def seen_call(call: Call, trace: Trace) -> SeenCall:
    """The call with all that is known of it."""
    return SeenCall(facts=facts_of_call(call, trace), call=call, took=time_of(call))


def some_call_fits(terms: Terms, trace: Trace) -> bool:
    """Whether one call of the trace fits all the words, and no call a word with «not»."""
    wanted, unwanted = _sides(terms)
    found = not wanted
    for call in trace.calls:
        seen = seen_call(call, trace)
        if any(call_fits(term, seen) for term in unwanted):
            return False
        found = found or all(call_fits(term, seen) for term in wanted)
    return found


def facts_fit(terms: Terms, packed: str) -> bool:
    """The same of the calls in a summary, as far as it knows them: what it does not know is taken to fit."""
    if not packed:
        return not _sides(terms)[0]
    plain, timed = _parted(terms)
    places = _places(plain, packed.partition("#")[0])
    return bool(places) and (not timed or _times_fit(timed, places, packed))


@lru_cache(maxsize=256)
def _parted(terms: Terms) -> tuple[Terms, Terms]:
    """Those that ask for a duration are asked of every trace; of the others, the traces of a chain are mostly alike."""
    return tuple(term for term in terms if term.field != "ms"), tuple(term for term in terms if term.field == "ms")


@lru_cache(maxsize=16_384)
def _places(terms: Terms, shape: str) -> tuple[int, ...]:
    """Which calls fit the words; none where one fits a word with «not». For most traces this is asked but once."""
    calls = [SeenCall(facts=facts) for facts in read_facts(shape)]
    wanted, unwanted = _sides(terms)
    if any(call_fits(term, seen) for seen in calls for term in unwanted):
        return ()
    # What is not known excludes nothing.
    return tuple(
        place for place, seen in enumerate(calls) if all(call_fits(term, seen) is not False for term in wanted)
    )


def _times_fit(terms: Terms, places: Sequence[int], packed: str) -> bool:
    """Whether one of those calls took as long as is wanted, and none of all as long as is not."""
    facts, times = read_facts(packed), read_times(packed)
    if len(facts) != len(times):
        return False
    wanted, unwanted = _sides(terms)
    if unwanted and any(_takes(term, facts, times, place) for place in range(len(facts)) for term in unwanted):
        return False
    return any(all(_takes(term, facts, times, place) for term in wanted) for place in places)


def _takes(term: Term, facts: Sequence[CallFacts], times: Sequence[Span | None], place: int) -> bool:
    return bool(call_fits(term, SeenCall(facts=facts[place], took=times[place])))


@lru_cache(maxsize=256)
def _sides(terms: Terms) -> tuple[Terms, Terms]:
    """Those that a call is to fit, and those that none may."""
    return tuple(term for term in terms if not term.is_negated), tuple(term for term in terms if term.is_negated)
