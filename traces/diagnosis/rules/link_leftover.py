"""link/leftover: rules, devices and bridge ports on the host that are of no container any more."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from traces.cni.anyjson import any_object
from traces.diagnosis.cached import cached
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.living import Life, life, life_words
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Namespace
from traces.model.trace import Trace
from traces.simulate.names import hashed
from traces.timeline.measure import count_text, one_line

_KIND = "link/leftover"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications"
_OWNED = re.compile(r'name: \\?"(?P<network>[^"\\]*)\\?" id: \\?"(?P<id>[^"\\]+)\\?"')
"""The comment of the rules that bridge (ipMasq) and portmap make (plugins, pkg/utils, FormatComment)."""
_IFB = re.compile(r"bwp[0-9a-f]{12}")
_IFB_LENGTH = 15
_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Left:
    """Something that nobody has any more."""

    where: str
    quote: str
    removes: str = ""
    """The command that takes it away."""
    is_sure: bool = True


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _before_add(case.trace)
    elif case.node is not None and case.node.host is not None:
        node, host = case.node, case.node.host
        left = [*_rules(node, host), *_ifbs(node, host), *_ports(node, host)]
        if left:
            yield _finding(node, left)


def _rules(node: Node, host: Namespace) -> Iterator[_Left]:
    """Rules whose comment names a container that is gone."""
    for line in host.netfilter:
        owner = _OWNED.search(line.line)
        state = life(node, owner["id"]) if owner is not None else Life.UNKNOWN
        if owner is not None and state in (Life.GONE, Life.LIKELY_GONE):
            program = "ip6tables" if line.family == "ipv6" else "iptables"
            removes = f"{program} -t {line.table} -D {line.line[3:]}" if line.line.startswith("-A ") else ""
            where = f"{line.family} table {line.table} (kernel), container {life_words(node, owner['id'])}"
            yield _Left(where=where, quote=line.line, removes=removes, is_sure=state is Life.GONE)


def _ifbs(node: Node, host: Namespace) -> Iterator[_Left]:
    """bandwidth's devices whose name is of no attachment that may live: it is a hash of network and container."""
    devices = [device for device in host.links if _IFB.fullmatch(device.name)]
    if node.containers is None or not devices:
        return
    networks = {each.network for each in cached(node)} | _named(node)
    ids = {each.id for each in node.containers if each.is_alive}
    ids |= {each.container_id for each in cached(node) if life(node, each.container_id, each.netns) is not Life.GONE}
    names = {ifb_name(network, container) for network in networks for container in ids}
    for device in devices:
        if device.name not in names:
            yield _Left(
                where=f"{device.name} (kernel)",
                quote=f"{device.kind or 'ifb'}, {device.state}; the name is of no container that lives",
                removes=f"ip link delete {device.name}",
                is_sure=bool(networks),
            )


def ifb_name(network: str, container_id: str) -> str:
    """The name of bandwidth's ifb (plugins/meta/bandwidth/main.go, getIfbDeviceName)."""
    return hashed(_IFB_LENGTH, "bwp", network + container_id)


def _named(node: Node) -> set[str]:
    names = (any_object(config.content).get("name") for config in node.configs)
    return {name for name in names if isinstance(name, str)}


def _ports(node: Node, host: Namespace) -> Iterator[_Left]:
    """Bridge ports that only cached attachments of dead containers have."""
    owners: dict[str, list[str]] = {}
    for each in cached(node):
        for name, _ in each.host_interfaces:
            owners.setdefault(name, []).append(each.container_id)
    for device in host.links:
        mine = owners.get(device.name, [])
        if device.kind == "veth" and mine and all(life(node, one) is Life.GONE for one in mine):
            master = f", port of {device.master}" if device.master else ""
            yield _Left(
                where=f"{one_line(device.name)} (kernel){master}",
                quote=f"container {mine[0]}: {life_words(node, mine[0])}",
                removes=f"ip link delete {shlex.quote(device.name)}",
            )


def _finding(node: Node, left: Sequence[_Left]) -> Finding:
    commands = [each.removes for each in left if each.removes and each.is_sure]
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"{count_text(len(left), 'rule or device', 'rules and devices')} on this host "
        f"{'is' if len(left) == 1 else 'are'} of containers that do not run any more: a DEL that failed, or never "
        "came, left them",
        evidence=tuple(Evidence(where=each.where, quote=each.quote) for each in left[:_SHOWN]),
        next_step="\n".join(commands[:_SHOWN]) if commands else "iptables-save | grep CNI-; ip -d link",
        advice="a DEL with the list that the cache keeps takes all of a container away; by hand remove only what is "
        "shown here, and look before that the container is gone",
        specification=_SPECIFICATION,
        is_proven=node.containers is not None and all(each.is_sure for each in left),
    )


def _before_add(trace: Trace) -> Iterator[Finding]:
    """What carries the container's own name before its ADD has begun is of an earlier ADD that was not undone."""
    first = trace.snapshots[0] if trace.snapshots else None
    host = first.snapshot.host if first is not None and first.when == "before" else None
    if trace.verb != "ADD" or host is None:
        return
    container, left = trace.attachment.container_id, []
    for line in host.netfilter:
        owner = _OWNED.search(line.line)
        if owner is not None and owner["id"] == container:
            left.append(Evidence(where=f"{line.family} table {line.table} (kernel), before ADD", quote=line.line))
    ifb = ifb_name(trace.network.name, container)
    if host.link(ifb) is not None:
        left.append(Evidence(where=f"{ifb} (kernel), before ADD", quote="bandwidth's device for this container"))
    if left:
        yield Finding(
            kind=_KIND,
            severity=Severity.WARNING,
            cause=f"{count_text(len(left), 'rule or device', 'rules and devices')} of this container "
            f"{'was' if len(left) == 1 else 'were'} there before its ADD began: an earlier ADD was not undone",
            evidence=tuple(left[:_SHOWN]),
            advice="run DEL for it before ADD, as runtimes do before they try again",
            specification=_SPECIFICATION,
            verb="ADD",
        )


RULE = Rule(
    id=_KIND,
    looks_at="rules that name a container, bandwidth's devices and bridge ports (kernel), beside containers and cache",
    specification=_SPECIFICATION,
    check=_check,
)
