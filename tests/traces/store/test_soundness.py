"""The calls of a trace make a tree."""

import pytest

from tests.support.traces import made, network, simple_call
from traces.errors import StoreError
from traces.model.trace import Failure, Trace
from traces.store.soundness import check


def tree(*parents: str | None) -> Trace:
    """Calls call-0, call-1 ... with the given parents."""
    calls = tuple(simple_call(index, "x", link=None, parent=parent) for index, parent in enumerate(parents))
    return made(network("x"), calls)


def test_parents_may_stand_in_any_order() -> None:
    check(tree("call-1", "call-2", None), "s")


def test_call_that_is_its_own_parent_is_refused() -> None:
    with pytest.raises(StoreError, match=r'^s: /calls/1/parent: expected a call that is not below .*"call-1"'):
        check(tree(None, "call-1"), "s")


def test_ring_of_calls_is_refused() -> None:
    with pytest.raises(StoreError, match=r"^s: /traces/0/calls/0/parent: expected a call that is not below this one"):
        check(tree("call-2", "call-0", "call-1"), "s", "/traces/0")


def test_very_deep_tree_is_fine() -> None:
    check(tree(None, *(f"call-{index}" for index in range(5000))), "s")


def test_link_without_a_network_is_refused() -> None:
    with pytest.raises(StoreError, match="expected null, as the network has no link, found 0"):
        check(made(network(), (), Failure(text="x", link=0)), "s")
