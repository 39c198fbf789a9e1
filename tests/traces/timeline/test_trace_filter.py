import pytest

from tests.support.calls import summary
from traces.timeline.query import parse
from traces.timeline.trace_filter import TraceFilter

ROW = summary("t1", pod="web-0", namespace="shop", error="no", failed_plugin="portmap")


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"pod": "web-0"},
        {"pod": "web-*"},
        {"pod": "shop/web-?"},
        {"namespace": "shop"},
        {"network": "k8s-pod"},
        {"verbs": ("DEL", "ADD")},
        {"failed": True},
    ],
)
def test_what_is_asked_for_is_wanted(wanted: dict[str, object]) -> None:
    assert TraceFilter(**wanted).wants(ROW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wanted",
    [
        {"pod": "web"},
        {"pod": "other/web-0"},
        {"namespace": "sho"},
        {"network": "green"},
        {"verbs": ("DEL",)},
        {"pod": "web-0", "namespace": "other"},
    ],
)
def test_anything_else_is_not(wanted: dict[str, object]) -> None:
    assert not TraceFilter(**wanted).wants(ROW)  # type: ignore[arg-type]


def test_what_ended_well_is_no_failure() -> None:
    assert not TraceFilter(failed=True).wants(summary("t1"))


def test_a_filter_is_the_same_as_typed() -> None:
    wanted = TraceFilter(pod="web-*", namespace="shop", network="pods", verbs=("ADD", "DEL"), failed=True)
    assert str(wanted.query) == "pod=web-* ns=shop net=pods verb=ADD,DEL failed"
    odd = TraceFilter(pod='w "b"', network="a,b")
    for each in (wanted, odd, TraceFilter()):
        assert parse(str(each.query)) == each.query
