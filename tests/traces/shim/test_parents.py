from dataclasses import replace

from tests.support.records import LOST, RUNNING, RUNTIME, record
from traces.shim.parents import in_order, parents_of
from traces.shim.record import Ancestor, Record


def parents(*records: Record) -> dict[str, str]:
    """By plugin and begin, the plugin and the begin of the parent."""
    found = parents_of(in_order(records))
    return {key(one): key(found[one.name]) for one in records if one.name in found}


def key(one: Record) -> str:
    return f"{one.name.split('-', 2)[2]}@{one.started // 1_000_000}"


def test_many_pods_at_once_have_each_their_own_tree() -> None:
    pods = range(1, 41)
    bridges = [record("bridge", pod, pod=f"p{pod}", took=1000) for pod in pods]
    ipams = [record("host-local", pod + 100, pod=f"p{pod}", above=(9000 + pod, pod * 100, RUNTIME)) for pod in pods]
    found = parents(*ipams, *bridges)
    assert found == {f"host-local@{pod + 100}": f"bridge@{pod}" for pod in pods}


def test_a_pid_used_again_is_its_last_plugins() -> None:
    first, second = record("old", 1, child=50), record("new", 10, child=50, took=20)
    assert parents(first, second, record("ipam", 15, above=(50, RUNTIME))) == {"ipam@15": "new@10"}
    assert parents(first, second, record("late", 40, above=(50, RUNTIME))) == {}


def test_a_pid_of_an_earlier_boot_is_no_parent() -> None:
    earlier = record("bridge", 1, child=50, took=90, boot_id="earlier", pod="a")
    assert parents(earlier, record("ipam", 5, above=(50,), pod="b")) == {}


def test_of_a_lost_plugin_the_pid_may_be_anybodys() -> None:
    lost = record("bridge", 1, child=50, **LOST)
    child = record("host-local", 5, above=())
    for name, expected in (("bridge", {"host-local@5": "bridge@1"}), ("containerd", {})):
        assert parents(lost, replace(child, ancestors=(Ancestor(pid=50, name=name),))) == expected


def test_networks_attached_at_once_are_no_delegates() -> None:
    """Containerd attaches «lo» and the pod network of one pod at the same time."""
    lo = record("loopback", 1, ifname="lo", network="cni-loopback", took=50)
    assert parents(lo, record("bridge", 5), record("portmap", 10)) == {}


def test_a_daemon_executes_for_the_call_of_its_pod() -> None:
    """Multus thick: the daemon is no descendant of the plugin that asked it."""
    lo = record("loopback", 2, ifname="lo", **RUNNING)
    asking = [record("multus-shim", 1, pod=pod, took=500, network="multus") for pod in "abc"]
    made = [record("bridge", 10 + at, pod=pod, above=(66,)) for at, pod in enumerate("abc")]
    more = record("macvlan", 30, pod="a", ifname="net1", above=(66,))
    found = parents_of(in_order([lo, *asking, *made, more]))
    assert [found[one.name].name for one in (*made, more)] == [*(one.name for one in asking), asking[0].name]


def test_links_that_a_daemon_runs_are_not_each_others() -> None:
    shim = record("multus-shim", 1, took=500, network="multus")
    first = record("bridge", 10, above=(66,), took=100)
    ipam = record("host-local", 20, above=(1000, 66))
    second = record("tuning", 200, above=(66,))
    assert parents(shim, first, ipam, second) == {
        "bridge@10": "multus-shim@1",
        "host-local@20": "bridge@10",
        "tuning@200": "multus-shim@1",
    }


def test_a_runtime_that_was_started_again_is_no_daemon() -> None:
    """The plugin of its predecessor's ADD still hangs, and the pod is deleted meanwhile."""
    hangs = record("bridge", 1, **RUNNING)
    assert (
        parents(hangs, record("portmap", 900, verb="DEL", above=(8,)), record("bridge", 910, verb="DEL", above=(8,)))
        == {}
    )


def test_a_daemon_executes_the_ipam_plugin_of_its_network() -> None:
    """Antrea's agent does."""
    asking = record("antrea", 1, took=500)
    ipam = record("host-local", 10, above=(66,), stdin={"name": "pods", "type": "antrea"})
    assert parents(asking, ipam) == {"host-local@10": "antrea@1"}
