"""Wrong choices are of the kind of what is right."""

import pytest

from tests.support.lessons import RECORDED
from traces.lessons.likely import counted, likely, likely_counts, names_plugin, shape_of
from traces.lessons.place import Place, read_place, value_at
from traces.lessons.runs import Runs


def first(lesson: str, at: str, most: int = 3) -> list[str]:
    """The likeliest values that are wrong there."""
    runs, place = placed(lesson, at)
    actual = value_at(runs, place)
    found = (value for value in likely(runs, place, actual, "1") if value != actual)
    return list(dict.fromkeys(map(str, found)))[:most]


def placed(lesson: str, at: str) -> tuple[Runs, Place]:
    """A bundled lesson as it was recorded, and a place in it."""
    runs = RECORDED[lesson]
    return runs, read_place(at, "here", tuple(runs.traces))


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("10.22.0.2/24", "address in a network"),
        ("fd00::1/64", "address in a network"),
        ("10.22.0.1", "address"),
        ("fd00::1", "address"),
        ("c2:11:22:33:44:55", "mac"),
        ("/run/netns/pod", "path"),
        ("veth0a1b2c3d", "made-up name"),
        ("eth0", "word"),
        ("1.0.0", "version"),
        ("two words", "text"),
        (3, "int"),
        (True, "bool"),
        ({}, "dict"),
    ],
)
def test_values_have_a_shape(value: object, shape: str) -> None:
    assert shape_of(value) == shape


def test_an_address_is_among_addresses() -> None:
    assert first("ipam", "add call 1 stdout /ips/0/address") == ["10.22.0.3/30", "10.22.0.1/30", "10.22.0.0/30"]
    assert first("ipam", "add call 1 stdout /ips/0/gateway", 2) == ["10.22.0.2", "10.22.0.0"]


def test_what_stands_there_elsewhere_comes_first() -> None:
    bridge, tuning = (value_at(*placed("prevresult", f"add link {link} stdout /interfaces/2/mac")) for link in (0, 1))
    assert bridge != tuning
    assert first("prevresult", "add link 1 stdout /interfaces/2/mac", 1) == [bridge]


def test_plugins_are_those_of_the_runs_own_chain() -> None:
    assert first("missing", "add error /plugin") == ["bridge", "host-local", "portmap"]
    assert names_plugin(placed("missing", "add error /plugin")[1])
    assert not names_plugin(placed("missing", "add error /msg")[1])


def test_a_network_is_among_networks() -> None:
    assert first("flannel", "add call 1 stdin /ipam/ranges/0/0/subnet", 1)[0].endswith(".0/24")


def test_yes_or_no_has_one_other() -> None:
    assert first("conflist", "add link 0 stdin /isGateway") == ["False"]


def test_verbs_stand_beside_a_verb() -> None:
    assert first("ipam", "add call 1 env /CNI_COMMAND") == ["DEL", "CHECK", "GC"]


def test_numbers_are_near_or_multiples() -> None:
    assert {"1000000", "20000000"} <= set(
        first("capabilities", "add link 1 stdin /runtimeConfig/bandwidth/ingressRate")
    )
    assert first("prevresult", "add result /ips/0/interface", 2) == ["3", "4"]


def test_where_an_object_is_missing_an_empty_one_is_likely() -> None:
    assert "{}" in first("capabilities", "add link 0 stdin /runtimeConfig")


def test_what_is_unlike_is_only_taken_where_there_is_nothing_else() -> None:
    assert first("capabilities", "add link 0 stdin /runtimeConfig", 9) == [
        "{'bandwidth': {'ingressBurst': 2000000, 'ingressRate': 2000000}}",
        "{'bandwidth': {'ingressRate': 2000000, 'ingressBurst': 2000000}, 'mac': 'c2:11:22:33:44:55'}",
        "{}",
    ]
    assert len(first("conflist", "add link 0 stdin /name")) == 3


def test_other_counts_come_first() -> None:
    runs, place = placed("merging", "add link 1 stdout /ips")
    assert list(likely_counts(counted(runs, place), 1))[:3] == [2, 1, 1]
    assert list(likely_counts((), 0)) == [1, 1, 2, 3]
