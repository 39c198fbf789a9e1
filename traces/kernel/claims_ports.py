"""Port mappings that portmap was asked for, looked up in the packet filter of the host.

A result does not say them: they are the capability argument portMappings, as portmap's stdin has it.
A rule counts only where packets can come to it: its chain hangs, by jumps, on one that the kernel itself calls.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.kernel.claim import ClaimRow, bare, family, side_of_address, why_unknown
from traces.model.result import Result
from traces.model.snapshot import HOST, POD, NetfilterLine, Snapshot

_FAMILIES = {4: ("ipv4", "ip", "inet"), 6: ("ipv6", "ip6", "inet")}
_SAVED = re.compile(r"-A (?P<chain>\S+) .*-j DNAT --to-destination (?P<to>\S+)")
_LISTED = re.compile(r"chain (?P<chain>\S+): .*\bdnat (?:ip6? )?to (?P<to>\S+)")
_JUMP = re.compile(r"(?:-A|chain) (?P<chain>[^\s:]+):? .*(?:-j|-g|jump|goto) (?P<to>\S+)$")
_BASE = re.compile(r":(?P<saved>\S+) (?!-$)\S+|chain (?P<listed>\S+): type \S+ hook .*")


def port_rows(
    mappings: Sequence[Mapping[str, Any]], result: Result, snapshot: Snapshot, netns: str
) -> Iterator[ClaimRow]:
    """A row for each mapping and each family that the pod has an address of; portmap takes the first of each."""
    targets = _targets(result, netns)
    for mapping in mappings:
        host_port, port = mapping.get("hostPort"), mapping.get("containerPort")
        if isinstance(host_port, int) and isinstance(port, int):
            protocol = str(mapping.get("protocol") or "tcp").lower()
            asked = family(str(mapping["hostIP"])) if mapping.get("hostIP") else None
            for version, address in targets.items():
                if asked in (None, version):
                    yield _row(protocol, host_port, _socket(address, port), version, snapshot)


def _targets(result: Result, netns: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for address in result.ips:
        if side_of_address(result, address, netns) == POD:
            found.setdefault(family(address.address), bare(address.address))
    return found


def _socket(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _row(protocol: str, host_port: int, target: str, version: int, snapshot: Snapshot) -> ClaimRow:
    unknown = why_unknown(snapshot, HOST, "netfilter")
    lines = snapshot.host.netfilter if snapshot.host else ()
    rules = list(_rules(protocol, host_port, [line for line in lines if line.family in _FAMILIES[version]]))
    agrees = any(to == target and called for to, called in rules)
    kernel = ", ".join(to if called else f"a rule to {to}, which nothing leads to" for to, called in rules)
    return ClaimRow(
        kind="port",
        subject=f"{host_port}/{protocol}",
        side=HOST,
        claimed=f"to {target}",
        kernel=unknown or kernel or "no rule for it",
        agrees=None if unknown else agrees,
    )


def _rules(protocol: str, host_port: int, lines: Sequence[NetfilterLine]) -> Iterator[tuple[str, bool]]:
    """Where the rules for that port lead to, and whether packets come to them."""
    name = re.escape(protocol)
    matches = re.compile(rf"(-p {name}\b.* --dport {host_port}\b)|(\b({name}|th) dport {host_port}\b)")
    for line in lines:
        rule = _SAVED.match(line.line) or _LISTED.match(line.line)
        if rule and matches.search(line.line):
            table = [other.line for other in lines if (other.family, other.table) == (line.family, line.table)]
            yield rule["to"], rule["chain"] in _called(table)


def _called(lines: Sequence[str]) -> set[str]:
    """The chains of a table that packets come to."""
    jumps = [(jump["chain"], jump["to"]) for jump in map(_JUMP.match, lines) if jump]
    called = {base["saved"] or base["listed"] for base in map(_BASE.match, lines) if base}
    waiting = list(called)
    while waiting:
        chain = waiting.pop()
        new = {to for source, to in jumps if source == chain} - called
        called |= new
        waiting += new
    return called
