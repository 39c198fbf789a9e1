"""What a DEL left on the host: what plugins leave by design, and what belongs to the attachment and should be gone."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from traces.model.trace import Trace

_SHARED_CHAINS = re.compile(r"CNI-(ADMIN|FORWARD|ISOLATION-STAGE-\d|HOSTPORT-(DNAT|SNAT|SETMARK|MASQ))$")
"""Made once by portmap and firewall for all attachments, and never taken away."""
_SHARED_RESERVATIONS = re.compile(r"(lock|last_reserved_ip\.\d+)$")
"""host-local's lock, and the address from which it goes on searching."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """Each entry in a few words, with what it is and where."""

    by_design: tuple[str, ...] = ()
    leaked: tuple[str, ...] = ()


def remains(trace: Trace, host: Mapping[str, Any]) -> Remains:
    """What of ``host`` is left by design, and what still carries the attachment's container, address or port.

    ``host`` has ``links`` (name to kind), ``netfilter`` (lines of iptables-save) and ``reservations`` (by file name).
    """
    found = [*_links(host["links"]), *_netfilter(trace, host["netfilter"]), *_reservations(trace, host["reservations"])]
    return Remains(
        by_design=tuple(text for text, design in found if design),
        leaked=tuple(text for text, design in found if not design),
    )


def _links(links: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    for name, kind in links.items():
        yield f"{kind} {name}", kind == "bridge"


def _netfilter(trace: Trace, lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Shared chains and the jumps to them stay; what names the attachment, or is a chain of its own, is left over."""
    chains = {line.split()[0][1:] for line in lines if line.startswith(":CNI-")}
    own = {chain for chain in chains if not _SHARED_CHAINS.match(chain)}
    shared = sorted(chains - own)
    if shared:
        yield f"chains {', '.join(shared)}", True
    yield from ((f"chain {chain}", False) for chain in sorted(own))
    marks = _marks(trace)
    yield from ((f"rule {line}", False) for line in lines if line.startswith("-A") and _names(line, marks))


def _reservations(trace: Trace, files: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    shared = sorted(name for name in files if _SHARED_RESERVATIONS.match(name))
    if shared:
        yield f"host-local's {', '.join(shared)}", True
    for name, content in sorted(files.items()):
        if name not in shared and content.split("\n")[0].strip() == trace.attachment.container_id:
            yield f"reservation of {name}", False


def _marks(trace: Trace) -> tuple[str, ...]:
    """What a rule of the attachment carries: its container, its addresses, its host ports."""
    ports = _ports(trace.attachment.capability_args.get("portMappings"))
    return (trace.attachment.container_id, *_addresses(trace), *(f"--dport {port}" for port in ports))


def _names(line: str, marks: Iterable[str]) -> bool:
    return any(re.search(rf"{re.escape(mark)}(?![\w.])", line) for mark in marks)


def _ports(mappings: Any) -> Iterator[int]:
    for mapping in mappings if isinstance(mappings, list) else ():
        if isinstance(mapping, dict) and isinstance(mapping.get("hostPort"), int):
            yield mapping["hostPort"]


def _addresses(trace: Trace) -> Iterator[str]:
    """The addresses of the result that was cached when the verb began."""
    try:
        result = json.loads(trace.cache_before or b"{}").get("result") or {}
    except ValueError:
        return
    for ip in result.get("ips") or ():
        yield str(ip.get("address", "")).partition("/")[0]
