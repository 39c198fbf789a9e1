"""Examines a node without running a chain: its facts, what its runtime would use, and what is wrong with it.

On this machine plugins are asked for their VERSION, for their STATUS where that is wished, and the kernel for its view.
Of a file tree that is mounted elsewhere nothing is executed.
"""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from traces.cni.runtime_config import read_runtime_config
from traces.cni.versions import allows
from traces.diagnosis.case import Case
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.node import Collector, Places
from traces.diagnosis.collect.tree import DiskTree
from traces.diagnosis.configured import relevant
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.facts import Node
from traces.errors import TraceError
from traces.model.finding import Finding
from traces.model.network import Attachment, Network
from traces.model.trace import Trace
from traces.session.asked_versions import plugins_to_ask, with_versions
from traces.session.live_facts import listening, live_commands, with_kernel
from traces.session.session import Session
from traces.session.surroundings import DEFAULT_CONF_DIR, default_plugin_dirs
from traces.store.library import Library, default_state_dir

_MARKS = (
    ("containerd", ("/run/containerd/containerd.sock", "/etc/containerd/config.toml")),
    ("containerd", ("/run/k3s/containerd/containerd.sock", "/var/lib/rancher/k3s/agent/etc/containerd/config.toml")),
    ("crio", ("/run/crio/crio.sock", "/var/run/crio/crio.sock", "/etc/crio/crio.conf", "/etc/crio/crio.conf.d")),
)
"""What shows that a node has a runtime."""
_SOURCES = {"containerd": ("containerd", "k3s", "rke2", "microk8s", "multus"), "crio": ("CRI-O", "multus")}
_NEWEST = 200
"""Kept traces in which a network's last ADD is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What was seen of a node."""

    node: Node
    findings: tuple[Finding, ...]
    asked: tuple[str, ...] = ()
    """The plugins that were executed to answer VERSION."""
    status_asked: tuple[str, ...] = ()
    """The networks whose plugins were asked for STATUS."""
    not_looked_at: tuple[str, ...] = ()
    """What is not known, in words."""


def likely_runtime(root: str = "/") -> str:
    """The runtime that a node seems to have; libcni where nothing shows one."""
    tree = DiskTree(root)
    return next((name for name, paths in _MARKS if any(tree.entry(path) for path in paths)), "libcni")


def likely_places(root: str, runtime: str) -> Places:
    """The folders that the runtime's own configuration names, else the usual ones; those of multus are added."""
    config = read_runtime_config(root)
    named = [each for each in config.plugin_dirs if each.source.startswith(_SOURCES.get(runtime, ("",)))]
    is_own = any(not each.source.startswith("multus") for each in named)
    confs = [each for each in config.conf_dirs if each.source.startswith(_SOURCES.get(runtime, ("",)))]
    usual = default_plugin_dirs() if root == "/" else ("/opt/cni/bin",)
    return Places(
        conf_dir=confs[0].path if confs else DEFAULT_CONF_DIR,
        plugin_dirs=tuple(dict.fromkeys([*([] if is_own else usual), *(each.path for each in named)])),
        runtime=runtime,
    )


def examine(root: str, places: Places, *, ask_status: bool = False) -> Examination:
    """Gather what can be known of the node, and ask every rule. Raises OSError where the tree is not there."""
    if root != "/":
        return _examine_tree(root, places)
    tree = DiskTree(root)
    commands, unknown = live_commands(places.plugin_dirs)
    node = Collector(tree, places, commands).node(time.time())
    node, unseen = with_kernel(node)
    node = replace(
        node,
        sockets=listening(tuple(node.files)),
        recorded_chains={**_traced_chains(), **node.recorded_chains},
    )
    to_ask = plugins_to_ask(node)
    node = with_versions(node, to_ask)
    traces = tuple(_statuses(node, places)) if ask_status else ()
    not_looked_at = (*unknown, *unseen, *(() if ask_status else ("STATUS (asked with --ask-status)",)))
    return Examination(
        node=node,
        findings=_findings(node, traces),
        asked=tuple(file.name for file in to_ask),
        status_asked=tuple(trace.network.name for trace in traces),
        not_looked_at=(*not_looked_at, *node.unread),
    )


def _examine_tree(root: str, places: Places) -> Examination:
    tree = DiskTree(root)
    commands = Commands(tree)
    node = Collector(tree, places, commands).node(_collected_at(commands))
    if node.machine == "" and not tree.entry(commands.folder):
        node = replace(node, machine=os.uname().machine)
    return Examination(
        node=node,
        findings=_findings(node, ()),
        not_looked_at=(*_unknown(node), *node.unread),
    )


def _collected_at(commands: Commands) -> float:
    """When the tree was collected, by `date +%s`; now, where that was not."""
    try:
        return float(commands.line("date"))
    except ValueError:
        return time.time()


def _unknown(node: Node) -> Iterator[str]:
    yield "VERSION and STATUS (of another root nothing is executed)"
    if node.host is None:
        yield "the kernel's links and rules"
    if node.containers is None:
        yield "containers"
    if node.netns is None:
        yield "network namespaces"


def _findings(node: Node, traces: Sequence[Trace]) -> tuple[Finding, ...]:
    found = [*diagnose(Case(node=node))]
    for trace in traces:
        if trace.failure is not None:
            found += diagnose(Case(trace=trace, node=node))
    return tuple(dict.fromkeys(found))


def _statuses(node: Node, places: Places) -> Iterator[Trace]:
    """STATUS of each chain whose version has it; a chain that can't be run at all is told by the rules."""
    for each in relevant(node):
        if each.network is not None and allows(each.network.cni_version, "STATUS"):
            trace = _status(each.network, places)
            if trace is not None:
                yield trace


def _status(network: Network, places: Places) -> Trace | None:
    session = Session(plugin_dirs=places.plugin_dirs, cache_dir=places.cache_dir, conf_dir=places.conf_dir)
    try:
        return session.run("STATUS", network, Attachment(container_id="doctor", netns=""))
    except TraceError:
        return None
    finally:
        session.close()


def _traced_chains() -> dict[str, tuple[str, ...]]:
    """By network the plugins of the newest ADD that this node's runtime ran and that was kept."""
    found: dict[str, tuple[str, ...]] = {}
    library = Library(default_state_dir())
    try:
        rows = [row for row in library.summaries() if (row.place, row.verb, row.error) == ("node", "ADD", None)]
        for row in rows[:_NEWEST]:
            if row.network not in found:
                found[row.network] = tuple(link.type for link in library.open(row.id).network.links)
    except TraceError:
        return found
    return found
