"""cache/other-network: a cached attachment of a network that no file has, so that DEL does not find it."""

import shlex
from collections.abc import Iterator

from traces.cni.profiles.table import PROFILES
from traces.diagnosis.cached import Cached, cached
from traces.diagnosis.case import Case
from traces.diagnosis.configured import loaded
from traces.diagnosis.facts import Node
from traces.diagnosis.living import Life, life
from traces.diagnosis.needs import needs
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.network import Network
from traces.model.trace import Trace
from traces.timeline.measure import count_text, one_line

_KIND = "cache/other-network"
_SOURCE = "https://github.com/containernetworking/cni/blob/v1.3.0/libcni/api.go"
_ASKED_ELSEWHERE = ("multus", "multus-shim")
"""Plugins that attach networks which no file of the folder has: those of the API."""
_SHOWN = 5


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case, case.trace)
    elif case.node is not None:
        for each in cached(case.node):
            yield from _renamed_file(each)
        others = _of_no_file(case.node)
        if others:
            yield _finding_of_node(case.node, others)


def _of_no_file(node: Node) -> list[Cached]:
    """Those of containers that may live and whose network is none that is configured, nor the runtime's own."""
    networks = [each.network for each in loaded(node) if each.network is not None]
    if not networks or any(_asks_elsewhere(network) for network in networks):
        return []
    known = {network.name for network in networks} | _own_networks()
    return [
        each
        for each in cached(node)
        if each.network not in known and life(node, each.container_id, each.netns) in (Life.ALIVE, Life.UNKNOWN)
    ]


def _own_networks() -> set[str]:
    """The networks that runtimes bring themselves."""
    return {profile.loopback.network.name for profile in PROFILES.values() if profile.loopback.network is not None}


def _asks_elsewhere(network: Network) -> bool:
    return any(need.plugin in _ASKED_ELSEWHERE for need in needs(network))


def _finding_of_node(node: Node, others: list[Cached]) -> Finding:
    names = ", ".join(dict.fromkeys(one_line(each.network) for each in others))
    configured = [each for each in loaded(node) if each.network is not None]
    now = ", ".join(one_line(each.network.name) for each in configured if each.network is not None)
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"{count_text(len(others), 'attachment', 'attachments')} of network {names} is cached, and no file in "
        f"{node.conf_dir} has that network any more (there is {now}): a DEL of the new one finds no cached result, "
        "and names that plugins make of the network's name (portmap's chains, bandwidth's ifb) differ",
        evidence=(
            *(each.quoted(f'"networkName": "{each.network}"') for each in others[:_SHOWN]),
            *(
                Evidence(where=each.config.path, quote=f'"name": "{each.network.name}"')
                for each in configured[:_SHOWN]
                if each.network is not None
            ),
        ),
        next_step=f"jq -r '.config|@base64d' {shlex.quote(others[0].file.path)}",
        advice="recreate those pods while the old list is back in place, or look for what they leave",
        specification=_SOURCE,
    )


def _renamed_file(each: Cached) -> Iterator[Finding]:
    """A file whose name is of another attachment than its content: copied or renamed by hand."""
    name = each.file.path.rpartition("/")[2]
    expected = f"{each.network}-{each.container_id}-{each.ifname}"
    if name != expected:
        yield Finding(
            kind=_KIND,
            severity=Severity.WARNING,
            cause=f"the cache file {one_line(name, 160)} holds another attachment, {each.words}: libcni finds files by "
            "their names, and would take that result for this name's",
            evidence=(each.quoted(f'"networkName": "{each.network}", "containerId": "{each.container_id}"'),),
            next_step=f"ls -l -- {shlex.quote(each.file.path)}",
            specification=_SOURCE,
        )


def _of_trace(case: Case, trace: Trace) -> Iterator[Finding]:
    """A DEL without a cached result, while ADD of the same attachment was on a network of another name."""
    if trace.verb != "DEL" or trace.cache_before is not None:
        return
    adds = [each for each in case.series if each.verb == "ADD" and each.failure is None]
    same = [each for each in adds if each.attachment.container_id == trace.attachment.container_id]
    others = [each for each in same if each.attachment.ifname == trace.attachment.ifname]
    if others and all(each.network.name != trace.network.name for each in others):
        add = others[-1]
        yield Finding(
            kind=_KIND,
            severity=Severity.ERROR,
            cause=f"DEL is of network {one_line(trace.network.name)}, and ADD was on {one_line(add.network.name)}: "
            "there is no cached result of that name, so the links get no prevResult and miss what ADD made",
            evidence=(
                Evidence(where=f"ADD {one_line(add.id)}", quote=f"network {add.network.name}"),
                Evidence(where=f"DEL {one_line(trace.id)}", quote=f"network {trace.network.name}, no cached result"),
            ),
            next_step=f"cnistep diff {shlex.quote(add.id)} {shlex.quote(trace.id)}",
            advice="tear pods down with the list that they were set up with, then rename the network",
            specification=_SOURCE,
            verb="DEL",
        )


RULE = Rule(
    id=_KIND,
    looks_at="the networks of the cached attachments beside those that are configured",
    specification=_SOURCE,
    check=_check,
)
