"""``cnistep node`` on a node with a real runtime: what containerd's client has plugins do to real containers."""

import errno
import json
import re
import threading
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.support.containerd_node import CHAIN, ContainerdNode, container_id
from tests.support.needs import needs_compiler, needs_containerd, needs_plugins, needs_root
from tests.support.node_rig import everything
from tests.support.runtime import Job
from tests.support.shim_rig import eventually
from tests.support.watched_node import tree
from traces.model.call import Outcome
from traces.model.trace import Trace

pytestmark = [needs_root, needs_compiler, needs_plugins, needs_containerd]
FORTH = [
    ("bridge", 0, None),
    ("host-local", None, "bridge"),
    ("portmap", 1, None),
    ("bandwidth", 2, None),
    ("firewall", 3, None),
]
BACK = [*FORTH[:1:-1], *FORTH[:2]]
PLUGINS = [name for name, _, _ in FORTH]


@pytest.fixture
def node(tmp_path: Path) -> Iterator[ContainerdNode]:
    with ContainerdNode(tmp_path) as node:
        yield node


def installed(node: ContainerdNode) -> None:
    assert node.cnistep("node", "install", "--yes").code == 0


def states(node: ContainerdNode) -> dict[str, str]:
    """By its name the state of each plugin of the chain."""
    status = node.cnistep("node", "status", "--json", *PLUGINS).document
    return {plugin["name"]: plugin["state"] for folder in status["folders"] for plugin in folder["plugins"]}


def sorted_out(traces: list[Trace]) -> dict[str, list[Trace]]:
    """By their containers."""
    containers = {trace.attachment.container_id for trace in traces}
    return {one: [trace for trace in traces if trace.attachment.container_id == one] for one in containers}


def address(trace: Trace) -> str:
    """The only one in a trace's result."""
    (found,) = json.loads(trace.result or b"")["ips"]
    assert isinstance(found["address"], str)
    return found["address"]


def test_containers_come_out_as_traces(node: ContainerdNode) -> None:
    before = everything(node.bin)
    installed(node)
    assert set(states(node).values()) == {"wrapped"}
    names = [f"c{number}" for number in range(8)]
    with node.watch() as watch, ThreadPoolExecutor(6) as pool:
        ran = list(pool.map(lambda name: node.container(name, "/bin/ip", "-4", "-o", "addr", "show", "eth0"), names))
        found = sorted_out(watch.traces(16))
        assert watch.end() == b""
    assert sorted(found) == [container_id(name) for name in names]
    for name, container in zip(names, ran, strict=True):
        add, delete = found[container_id(name)]
        assert (add.verb, tree(add), delete.verb, tree(delete)) == ("ADD", FORTH, "DEL", BACK)
        assert {call.outcome for call in (*add.calls, *delete.calls)} == {Outcome.OK}
        assert (add.failure, delete.failure, add.notes, delete.notes) == (None, None, (), ())
        assert f"inet {address(add)} " in container.stdout
        assert re.fullmatch(r"/proc/\d+/ns/net", add.attachment.netns)
        assert (add.network.name, add.network.source) == ("pods", "/etc/cni/net.d/pods.conflist")
    undone = node.cnistep("node", "uninstall", "--yes")
    assert (undone.code, everything(node.bin)) == (0, before)
    assert node.container("after", "/bin/echo", "well").stdout == "well\n"


def test_a_second_recorder_saw_the_same_bytes(node: ContainerdNode) -> None:
    kept = node.root / "run" / "kept"
    kept.mkdir()
    for name in PLUGINS:
        real = f"/opt/real-{name}"
        (node.bin / name).rename(node.root / real[1:])
        kinds = "/run/kept/$CNI_COMMAND-$CNI_CONTAINERID-" + name
        node.put(name, f'#!/bin/sh\ntee "{kinds}-in" | {real} | tee "{kinds}-out"\n'.encode())
    installed(node)
    with node.watch() as watch, ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda number: node.container(f"c{number}", "/bin/echo"), range(3)))
        node.start_container("stays", "/bin/sleep", "100")
        traces = watch.traces(7)
    for trace in traces:
        for call in trace.calls:
            prefix = f"{trace.verb}-{trace.attachment.container_id}-{call.plugin}"
            assert (kept / f"{prefix}-in").read_bytes() == call.stdin
            assert (kept / f"{prefix}-out").read_bytes() == call.stdout
    (cached,) = (json.loads(file.read_bytes()) for file in (node.root / "var/lib/cni/results").iterdir())
    assert (b64decode(cached["config"]), cached["containerId"]) == (traces[-1].network.raw, container_id("stays"))
    # The libcni of Debian's containerd writes an empty «dns» too.
    assert cached["result"] == {"dns": {}} | json.loads(traces[-1].result or b"")


def test_a_trace_of_the_node_reruns_in_a_sandbox(node: ContainerdNode) -> None:
    installed(node)
    node.container("c", "/bin/echo")
    (_, add) = node.cnistep("list", "--json").document["traces"]
    assert "bandwidth" in node.cnistep("show", add["id"]).stdout
    ran = node.cnistep("rerun", add["id"], "--from", "2", "--how", "materialise", "--json")
    (branch,) = ran.traces
    assert [call["plugin"] for call in branch["calls"]] == ["bandwidth", "firewall"]
    assert (ran.code, branch["branch_of"]["trace"], branch["error"]) == (0, add["id"], None)


def test_a_plugin_that_hangs_is_under_way_until_it_is_killed(node: ContainerdNode) -> None:
    (node.bin / "bandwidth").rename(node.root / "opt" / "real")
    node.put("bandwidth", b"#!/bin/sh\n[ $CNI_COMMAND != ADD ] || exec sleep 300\nexec /opt/real\n")
    installed(node)
    with ThreadPoolExecutor(1) as pool, node.watch() as watch:
        container = pool.submit(node.container, "c", "/bin/echo")
        assert eventually(lambda: node.run("pgrep", "-x", "bandwidth").stdout)
        try:
            (hangs,) = node.cnistep("list", "--json").document["traces"]
            assert (hangs["finished"], hangs["error"]) == (False, None)
            assert "running" in node.cnistep("show", hangs["id"]).stdout
            assert not container.done()
        finally:
            # As a runtime does at its deadline: it kills what it has started, and only that.
            node.run("pkill", "-KILL", "-x", "bandwidth")
        add, delete = watch.traces(2)
        assert add.failure is not None and add.failure.text in container.result().stderr
    assert (add.id, tree(add), add.calls[-1].outcome) == (hangs["id"], FORTH[:-1], Outcome.LOST)
    assert (tree(delete), delete.failure) == (BACK, None)
    assert node.run("pgrep", "-f", "sleep 300").stdout == ""


def test_an_owner_may_replace_plugins_while_containers_start(node: ContainerdNode) -> None:
    real = {name: (node.bin / name).read_bytes() for name in PLUGINS}
    installed(node)
    over = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(keep_starting, node, name, over) for name in "ab"]
        try:
            for name in ("bridge", "portmap"):
                node.put(name, real[name])
            for name in ("host-local", "firewall"):
                assert eventually(partial(written_into, node.bin / name, real[name]))
        finally:
            over.set()
        said = [text for each in both for text in each.result()]
    assert (set(said), len(said) >= 4) == ({"well\n"}, True)
    assert states(node) == {name: "wrapped" if name == "bandwidth" else "replaced" for name in PLUGINS}
    installed(node)
    assert set(states(node).values()) == {"wrapped"}
    assert node.cnistep("node", "uninstall", "--yes").code == 0
    assert {name: (node.bin / name).read_bytes() for name in PLUGINS} == real
    assert node.container("after", "/bin/echo", "well").stdout == "well\n"


def keep_starting(node: ContainerdNode, name: str, over: threading.Event) -> list[str]:
    """Start one container after the other; what each has said."""
    said: list[str] = []
    while not over.is_set() or len(said) < 2:
        said.append(node.container(f"{name}{len(said)}", "/bin/echo", "well").stdout)
    return said


def written_into(path: Path, content: bytes) -> bool:
    """Write into a file as cp does; False where it is being executed just now."""
    try:
        path.write_bytes(content)
    except OSError as error:
        assert error.errno == errno.ETXTBSY
        return False
    return True


def test_a_burst_of_pods_loses_no_call(node: ContainerdNode) -> None:
    """500 ADDs, 16 at once: the real bridge and host-local, and a network namespace for each."""
    count = 500
    conf = node.conflist("burst", {**CHAIN[0], "ipMasq": False})
    installed(node)
    node.run("sh", "-ec", f"for number in $(seq {count}); do ip netns add n$number; done")
    jobs = [Job(conf=conf, pod=f"p{number + 1}", netns=f"/run/netns/n{number + 1}") for number in range(count)]
    with node.watch() as watch:
        runtime = node.start_chains(jobs, 16)
        traces = watch.traces(count)
        peak = watch.peak
        seen = runtime.seen()
        assert watch.end() == b""
    assert [one["error"] for one in seen] == [None] * count
    given = {f"c-{one['pod']}": json.loads(one["result"])["ips"][0]["address"] for one in seen}
    assert len(set(given.values())) == count
    assert {trace.attachment.container_id: address(trace) for trace in traces} == given
    for trace in traces:
        assert (tree(trace), trace.failure) == (FORTH[:2], None)
        assert json.loads(trace.calls[1].stdout)["ips"][0]["address"] == address(trace)
    assert peak < 64 * 1024
