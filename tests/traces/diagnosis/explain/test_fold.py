"""The same cause told by several layers, of several pods, is one."""

from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.fold import folded, told

ONE = Explanation(error="no address left in 10.0.0.1", verb="ADD", plugin="bridge", kinds=("ipam/exhausted",))


def test_other_numbers_are_the_same_cause() -> None:
    other = Explanation(error="no address left in 10.0.0.9", verb="ADD", plugin="bridge", kinds=("ipam/exhausted",))
    (found,) = folded([told(ONE, count=2, first="a"), told(other, count=3, first="b")])
    assert (found.count, found.first) == (5, "a")


def test_another_plugin_is_another_cause() -> None:
    other = Explanation(error=ONE.error, verb="ADD", plugin="ptp", kinds=ONE.kinds)
    assert len(folded([ONE, other])) == 2


def test_a_pod_is_counted_once_with_and_without_namespace() -> None:
    found = told(ONE, count=1, pods=["web-0", "shop/web-0", "web-1"])
    assert found.pods == ("shop/web-0", "web-1")


def test_sandboxes_of_other_pods_add_up() -> None:
    one = told(ONE, count=1, ids=[b"1", b"2"], pods=["a/b"])
    other = told(ONE, count=1, ids=[b"3"], pods=["a/c"])
    assert folded([one, other])[0].attempts == 3


def test_sandboxes_of_the_same_pod_are_the_same() -> None:
    one = told(ONE, count=1, ids=[b"1", b"2"], pods=["a/b"])
    assert folded([one, one])[0].attempts == 2
