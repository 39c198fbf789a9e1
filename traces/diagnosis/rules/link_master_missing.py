"""link/master-missing: the host's interface that the pod's one is made on, or that is moved into it, is not there."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import member, quoted
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Namespace
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_KIND = "link/master-missing"
_SOURCE = "https://www.cni.dev/plugins/current/main/macvlan/"
_NAMES = {"macvlan": "master", "ipvlan": "master", "vlan": "master", "host-device": "device"}
"""By plugin the member that names the interface (plugins, main/*/*.go)."""
_SAID = re.compile(r'failed to lookup master \\*"(?P<name>[^"\\]{0,64})|Link not found|failed to find host device')


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case, case.trace)
    elif case.node is not None and case.node.host is not None:
        for chain in chains(case):
            yield from _of_chain(chain, case.node.host)


def _of_trace(case: Case, trace: Trace) -> Iterator[Finding]:
    """What ADD failed of, held to what the host had before."""
    heard = first_heard(case, _SAID) if trace.verb == "ADD" else None
    call = heard.call if heard is not None else None
    if heard is None or call is None or call.plugin not in _NAMES:
        return
    name = _named(call.plugin, any_object(call.stdin))
    host = trace.snapshots[0].snapshot.host if trace.snapshots else None
    if name and (host is None or host.link(name) is None):
        seen = (heard.evidence, member(trace, call, "stdin", _NAMES[call.plugin]), *_host(host))
        yield _finding(heard.plugin, name, seen, Severity.ERROR, is_proven=host is not None, heard=heard)


def _of_chain(chain: Chain, host: Namespace) -> Iterator[Finding]:
    """What the next ADD would fail of; the kernel may know the interface by another name too."""
    for link in chain.network.links:
        name = _named(link.type, any_object(link.config))
        if name and host.links and host.link(name) is None:
            member_name = _NAMES[link.type]
            seen = (chain.quoted(("plugins", link.index, member_name), f'"{member_name}": "{name}"'), *_host(host))
            who = f"{link.type} (link {link.index}) of {one_line(chain.network.name)}"
            yield _finding(who, name, seen, Severity.WARNING, is_proven=False, link=link.index)


def _named(plugin: str, config: Mapping[str, Any]) -> str:
    """The host's interface that the entry names; empty where it names none, or one of the pod's own."""
    name = config.get(_NAMES.get(plugin, ""))
    return name if isinstance(name, str) and not config.get("linkInContainer") else ""


def _host(host: Namespace | None) -> tuple[Evidence, ...]:
    names = [each.name for each in host.links if each.name != "lo"] if host is not None else []
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    quote = f"{', '.join(names[:12]) or 'lo alone'}{more}"
    return (Evidence(where="interfaces of the host (kernel)", quote=quote),) if host is not None else ()


def _finding(
    who: str,
    name: str,
    evidence: tuple[Evidence, ...],
    severity: Severity,
    *,
    is_proven: bool,
    heard: Heard | None = None,
    link: int | None = None,
) -> Finding:
    return Finding(
        kind=_KIND,
        severity=severity,
        cause=f"{who} is to use the host's interface {one_line(name)}, and the host has none of that name",
        evidence=evidence,
        next_step=f"ip -brief link; grep -rn -- {quoted(name)} /etc/cni/net.d",
        advice="name an interface that this node has; names differ between nodes (eth0, ens3), and a VLAN or bond has "
        "to be up before pods come",
        specification=_SOURCE,
        is_proven=is_proven,
        call=heard.call_id if heard is not None else None,
        link=heard.link if heard is not None else link,
        verb=heard.verb if heard is not None else "",
    )


RULE = Rule(
    id=_KIND,
    looks_at="the interfaces of the host that the chain names, and those that the kernel has",
    specification=_SOURCE,
    check=_check,
)
