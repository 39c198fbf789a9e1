"""Facts of calls, packed into a line and read again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.any_scalars import texts
from tests.support.any_trace import any_trace
from traces.cni.call_facts import facts_of
from traces.model.call_facts import MOST, CallFacts, pack_facts, read_facts, read_times
from traces.model.trace import Trace


@settings(max_examples=40, deadline=None)
@given(any_trace())
def test_what_is_packed_is_read_again(trace: Trace) -> None:
    facts = facts_of(trace)
    packed = pack_facts(facts)
    assert read_facts(packed) == tuple(each for each, _ in facts)
    assert len(read_times(packed)) == len(facts)


@given(st.text(alphabet="|# ,/-0123a%") | texts)
def test_a_damaged_line_has_no_facts_and_harms_nobody(packed: str) -> None:
    read_facts(packed)
    read_times(packed)


@pytest.mark.parametrize("packed", ["", "x", "a b", "a b c d e f g 9 1111 1,2  #1", "a b 0 0 0   0 1111 1,2  #x"])
def test_a_line_of_something_else_is_empty(packed: str) -> None:
    assert read_facts(packed) == ()


def test_very_many_calls_are_kept_by_how_they_differ() -> None:
    many = [(CallFacts(plugin=f"p{number % 3}", verb="ADD"), (float(number), float(number))) for number in range(1000)]
    packed = pack_facts(many)
    assert read_facts(packed) == tuple(CallFacts(plugin=f"p{number}", verb="ADD") for number in range(3))
    assert read_times(packed) == ((0.0, 999.0), (1.0, 997.0), (2.0, 998.0))
    assert len(packed) < 200


def test_what_failed_is_kept_where_too_many_differ() -> None:
    many = [(CallFacts(plugin=f"p{number}", verb="ADD"), None) for number in range(1000)]
    bad = CallFacts(plugin="last", verb="ADD", outcome="failed")
    kept = read_facts(pack_facts([*many, (bad, None)]))
    assert len(kept) == 4 * MOST
    assert bad in kept
