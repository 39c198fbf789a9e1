"""binary/…: a plugin that the chain, or the runtime, executes, and that is in none of the plugin folders.

binary/missing at the chain's first link, its delegates and the runtime's loopback; binary/missing-mid-chain behind it;
binary/missing-on-del where ADD still had it; binary/dir-mismatch where it is in a folder that is not looked into.
"""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.labels import blocks_installers
from traces.diagnosis.missing import Missing, missing
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity

_FIND = "https://github.com/containernetworking/cni/blob/main/pkg/invoke/find.go"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#section-2-execution-protocol"
_RELEASE = "v1.6.2"
_ARCHES = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "arm", "ppc64le": "ppc64le", "s390x": "s390x"}
_STOCK = frozenset(
    (
        *("bandwidth", "bridge", "dhcp", "dummy", "firewall", "host-device", "host-local", "ipvlan", "loopback"),
        *("macvlan", "portmap", "ptp", "sbr", "static", "tap", "tuning", "vlan", "vrf"),
    )
)
"""Plugins of containernetworking/plugins."""
_MOST_NAMES = 12
_NO_FILES = {"dangling": "a link to a file that is not there", "folder": "a folder"}


def _check(case: Case) -> Iterator[Finding]:
    if case.node is not None and blocks_installers(case.node):
        return  # why it is not there is told by the label's rule
    for each in missing(case):
        yield _arrived(each) if each.now_there else _finding(case, each)


def _finding(case: Case, each: Missing) -> Finding:
    kind = _kind(case, each)
    is_used = each.chain is None or each.chain.is_first
    return Finding(
        kind=kind,
        severity=Severity.ERROR if is_used else Severity.WARNING,
        cause=_cause(case.node, each, kind),
        evidence=tuple(_evidence(case.node, each)),
        next_step=_next_step(case.node, each),
        advice="" if each.plugin in _STOCK or each.elsewhere else f"let the installer of {each.plugin} run again",
        specification=_FIND if kind == "binary/dir-mismatch" else _SPECIFICATION,
        is_proven=each.is_seen or any(one.is_recorded for one in each.said),
        call=next((one.call for one in each.said if one.call), None),
        link=each.link,
        verb=each.verb,
    )


def _kind(case: Case, each: Missing) -> str:
    if each.verb == "DEL" and _was_there_at_add(case, each.plugin):
        return "binary/missing-on-del"
    if each.elsewhere is not None:
        return "binary/dir-mismatch"
    is_delegate = each.need is not None and bool(each.need.through)
    return "binary/missing-mid-chain" if each.link and not is_delegate else "binary/missing"


def _was_there_at_add(case: Case, plugin: str) -> bool:
    """Whether an ADD is on record that needed the plugin and went well: one of the series, or one that is cached."""
    adds = [trace for trace in case.series if trace.verb == "ADD"]
    if adds:
        return any(trace.failure is None for trace in adds)
    cached = case.trace is not None and case.trace.cache_before is not None
    recorded = case.node.recorded_chains.values() if case.node is not None else ()
    return cached or any(plugin in chain for chain in recorded)


def _cause(node: Node | None, each: Missing, kind: str) -> str:
    where = f"in none of the plugin folders ({', '.join(each.searched) or 'unknown'})"
    if kind == "binary/dir-mismatch" and each.elsewhere:
        return f"{_who(each)} is {where}, but {each.elsewhere.path} is there: it is looked for in another folder"
    if kind == "binary/missing-on-del":
        return (
            f"{_who(each)} is {where} any more: ADD had it, and DEL, which goes from the last link to the first, stops "
            "there, so that the links before it clean up nothing"
        )
    if kind == "binary/missing-mid-chain":
        return (
            f"{_who(each)} is {where}: ADD fails there after the links before it have made their part, and the DEL "
            "that follows stops at the same link, so that each attempt leaks what they made"
        )
    return f"{_who(each)} is {where}{_why_loopback(each)}{_like_it(node, each)}"


def _like_it(node: Node | None, each: Missing) -> str:
    """What is there in its place: a name in other letters, a link that leads nowhere, a folder."""
    for file in node.plugins if node is not None else ():
        if file.name == each.plugin and file.kind in _NO_FILES:
            return f"; {file.path} is {_NO_FILES[file.kind]}"
        if file.name != each.plugin and file.name.lower() == each.plugin.lower():
            return f"; {file.name} is there, and capital letters count"
    return ""


def _who(each: Missing) -> str:
    if each.need is None or each.need.link is None:
        return each.plugin
    network = each.chain.network.name if each.chain else ""
    through = f", which {each.need.through[-1]} runs," if each.need.through else ","
    return f"{each.plugin}{through} link {each.need.link} of {network},"


def _why_loopback(each: Missing) -> str:
    named = each.need is not None and each.need.link is not None
    if each.plugin != "loopback" or named:
        return ""
    return "; no file names it: the runtime attaches a loopback network of its own beside the pod's"


def _evidence(node: Node | None, each: Missing) -> Iterator[Evidence]:
    yield from (one.evidence for one in each.said)
    if node is not None and each.is_seen:
        for folder in each.searched:
            yield Evidence(where=f"{folder} (folder)", quote=_names(node, folder))
    if each.elsewhere is not None:
        yield Evidence(where=each.elsewhere.path, quote=f"{each.elsewhere.size} bytes, mode {each.elsewhere.mode:04o}")
    if each.need is not None and each.chain is not None and each.need.at:
        yield each.chain.named(each.need)


def _names(node: Node, folder: str) -> str:
    names = sorted(file.name for file in node.plugins if file.path.rpartition("/")[0] == folder.rstrip("/"))
    if not names:
        return "empty" if folder in node.plugin_dirs_there else "not there"
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{' '.join(names[:_MOST_NAMES])}{more}"


def _next_step(node: Node | None, each: Missing) -> str:
    folder = shlex.quote(each.searched[0]) if each.searched else "/opt/cni/bin"
    if each.elsewhere is not None:
        return f"ln -s {shlex.quote(each.elsewhere.path)} {folder}/"
    if each.plugin not in _STOCK:
        return 'kubectl get pods -A -o wide --field-selector spec.nodeName="$(hostname)"'
    arch = _ARCHES.get(node.machine if node else "", "amd64")
    release = f"{_RELEASE}/cni-plugins-linux-{arch}-{_RELEASE}.tgz"
    url = f"https://github.com/containernetworking/plugins/releases/download/{release}"
    is_there = node is None or not each.searched or each.searched[0] in node.plugin_dirs_there
    made = "" if is_there else f"mkdir -p {folder} && "
    return f"{made}curl -fsSL {url} | tar -xz -C {folder} ./{each.plugin}"


def _arrived(each: Missing) -> Finding:
    file = each.now_there
    there = (Evidence(where=file.path, quote=f"{file.size} bytes, there now"),) if file else ()
    return Finding(
        kind="binary/missing",
        severity=Severity.WARNING,
        cause=f"{_who(each)} was missing when this was said, and is there now: the runtime's next attempt finds it",
        evidence=(*(one.evidence for one in each.said), *there),
        advice="if it goes on failing, the runtime looks in other folders than these",
        specification=_SPECIFICATION,
        is_proven=False,
        link=each.link,
        verb=each.verb,
    )


RULE = Rule(
    id="binary/missing",
    looks_at="the plugins that the chain, its delegates and the runtime need, and the plugin folders",
    specification=_SPECIFICATION,
    check=_check,
)
