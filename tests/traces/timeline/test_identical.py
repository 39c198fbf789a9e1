from dataclasses import replace

from tests.support.traces import recorded
from traces.model.mark import Mark
from traces.timeline.identical import Identical, Unmarked


def test_only_the_same_object_is_the_same() -> None:
    one, alike = [1, 2], [1, 2]
    assert Identical(one) == Identical(one)
    assert hash(Identical(one)) == hash(Identical(one))
    assert Identical(one) != Identical(alike)
    assert Identical(one) != one


def test_a_trace_is_the_same_whatever_is_marked_in_it() -> None:
    trace = recorded()
    marked = replace(trace, marks=(Mark(call="ADD-0"),))
    assert Unmarked(trace) == Unmarked(marked)
    assert hash(Unmarked(trace)) == hash(Unmarked(marked))
    assert Unmarked(trace) != Unmarked(replace(trace, notes=("one",)))
    assert Unmarked(trace) != Unmarked(recorded())
    assert Unmarked(trace) != trace
