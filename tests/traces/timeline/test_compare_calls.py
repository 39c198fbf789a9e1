from dataclasses import replace

import pytest

from tests.support.claimed import SNAPSHOT
from tests.support.diffing import differences, one_call, the_difference
from tests.support.kernel_trace import EMPTY, kernel_trace
from traces.model.call import Outcome
from traces.model.snapshot import Device, Namespace, NetfilterLine, Snapshot
from traces.model.trace import Branch
from traces.timeline.compare import compare
from traces.timeline.compare_model import Aspect
from traces.timeline.compare_text import cause_sentence


def on_host(*lines: str, devices: tuple[Device, ...] = ()) -> Snapshot:
    """A host with these lines in its filter table."""
    netfilter = tuple(NetfilterLine(family="ipv4", table="filter", line=line) for line in lines)
    return replace(EMPTY, host=Namespace(netfilter=netfilter, links=devices))


def veth(name: str, index: int, mtu: int = 1500) -> Device:
    """A veth on the host."""
    return Device(index=index, name=name, kind="veth", mac=f"0a:00:00:00:00:{index:02x}", mtu=mtu)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"path": "/usr/lib/cni/bridge"}, ("path", "", "/opt/cni/bin/bridge", "/usr/lib/cni/bridge")),
        ({"plugin": "ptp"}, ("plugin", "", "bridge", "ptp")),
        ({"verb": "CHECK"}, ("verb", "", "ADD", "CHECK")),
        ({"environment": (b"CNI_IFNAME=net1",)}, ("env", "CNI_IFNAME", None, "net1")),
        ({"stderr": b"trouble\n"}, ("stderr", "line 1", None, "trouble")),
        ({"exit_code": 2}, ("end", "", "exit 0, ok", "exit 2, ok")),
        ({"exit_code": None, "signal": 9, "outcome": Outcome.KILLED}, ("end", "", "exit 0, ok", "SIGKILL, killed")),
    ],
)
def test_each_aspect_of_a_call_is_compared(changes: dict[str, object], expected: tuple[str, ...]) -> None:
    found = differences(one_call(), one_call(**changes))
    assert found == [expected]


def test_times_ids_and_durations_are_not_compared() -> None:
    assert differences(one_call(), one_call(id="other", started=1, ended=99)) == []


def test_variables_of_cni_come_first() -> None:
    left = one_call(environment=(b"A=1", b"CNI_PATH=/a"))
    right = one_call(environment=(b"A=2", b"CNI_PATH=/b"))
    assert [at for _, at, _, _ in differences(left, right)] == ["CNI_PATH", "A"]


def test_a_rule_that_one_of_them_lacks_is_named() -> None:
    found = the_difference(kernel_trace(on_host("-A X -j Y")), kernel_trace(on_host()))
    assert (found.at, found.before, found.after) == ("host: netfilter ipv4 filter -A X -j Y", "added", None)
    assert found.subject == "link 0 bridge"


def test_devices_are_the_same_under_another_index() -> None:
    left, right = (kernel_trace(on_host(devices=(veth(*made),))) for made in (("veth0000000a", 3), ("veth0000000b", 9)))
    assert differences(left, right) == []


def test_what_is_said_of_a_device_is_compared() -> None:
    left, right = (kernel_trace(on_host(devices=(veth("veth0000000a", 3, mtu),))) for mtu in (1500, 1400))
    found = the_difference(left, right)
    assert found.at == "host: link veth0000000a"
    assert "mtu 1500" in str(found.before) and "mtu 1400" in str(found.after)


def test_chains_that_a_table_begins_with_do_not_count() -> None:
    assert differences(kernel_trace(on_host(":INPUT ACCEPT")), kernel_trace(on_host())) == []
    assert differences(kernel_trace(on_host(":INPUT DROP")), kernel_trace(on_host()))


@pytest.mark.parametrize(("how", "surrounding"), [("materialise", True), ("in-place", False)])
def test_a_kernel_built_for_a_branch_is_a_surrounding(how: str, surrounding: bool) -> None:
    branch = replace(kernel_trace(on_host("-A X -j Y")), branch_of=Branch(trace="p", link=0, how=how))
    found = [each for each in compare(kernel_trace(SNAPSHOT), branch).differences if each.aspect is Aspect.KERNEL]
    assert found
    assert {each.surrounding for each in found} == {surrounding}


def test_what_was_sent_otherwise_by_hand_is_the_cause() -> None:
    sent, given = b'{"mac":"0a:00:00:00:00:01","n":1}', b'{"mac":"0a:00:00:00:00:02","n":1}'
    untouched = one_call(stdin=sent)
    touched = one_call(stdin=given, touched=("stdin",), sent_stdin=sent)
    found = the_difference(untouched, touched)
    assert (found.at, found.touched, found.edited) == ("/mac", True, False)
    assert the_difference(touched, untouched).touched
    assert differences(untouched, one_call(stdin=given)) == []
    assert cause_sentence(compare(untouched, touched)).startswith("First cause: changed by hand: link 0 bridge")


def test_a_variable_changed_by_hand_is_no_surrounding() -> None:
    before, after = (b"CNI_IFNAME=eth0", b"HTTP_PROXY=a"), (b"CNI_IFNAME=eth0", b"HTTP_PROXY=b")
    touched = one_call(environment=after, touched=("env",), sent_environment=before)
    found = the_difference(one_call(environment=before), touched)
    assert (found.at, found.touched, found.surrounding) == ("HTTP_PROXY", True, False)
    assert the_difference(one_call(environment=before), one_call(environment=after)).surrounding


def test_an_edited_variable_of_a_branch_is_the_edit() -> None:
    parent = one_call(environment=(b"CNI_IFNAME=eth0", b"MAC=0a:00:00:00:00:01"))
    edits = {"MAC": "0a:00:00:00:00:02", "CNI_IFNAME": None}
    made = one_call(environment=(b"MAC=0a:00:00:00:00:02",))
    branch = replace(made, id="b", branch_of=Branch(trace=parent.id, link=0, environment=edits))
    found = compare(parent, branch).differences
    assert [(each.at, each.edited, each.surrounding) for each in found] == [
        ("CNI_IFNAME", True, False),
        ("MAC", True, False),
    ]
    assert compare(parent, one_call(environment=(b"CNI_IFNAME=eth0", b"MAC=0a:00:00:00:00:02"))).equal


def test_an_answer_put_in_by_hand_is_another_end() -> None:
    found = the_difference(one_call(), one_call(touched=("answer",)))
    assert (found.aspect, found.after, found.touched) == (Aspect.END, "exit 0, ok, answered by hand", True)


def test_a_change_by_hand_never_only_follows() -> None:
    stdin = b'{"prevResult":{"a":"one value"}}'
    given = stdin.replace(b"one value", b"another")
    left = one_call(stdin=stdin, environment=(b"CNI_ARGS=one value",))
    right = one_call(stdin=given, environment=(b"CNI_ARGS=another",), touched=("stdin",), sent_stdin=stdin)
    assert [each.follows for each in compare(left, right).differences] == [False, False]


def test_the_same_changes_by_hand_are_no_difference() -> None:
    touched = one_call(stdin=b'{"a":2}', touched=("stdin", "env"), sent_stdin=b'{"a":1}', sent_environment=())
    assert differences(touched, touched) == []
