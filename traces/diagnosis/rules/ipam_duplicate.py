"""ipam/duplicate-ip: an address that lives without a reservation, so that it is handed out again, or lives twice."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.living import usual_path
from traces.diagnosis.reserved import Pool, Reserved, of_network, pools, to_address
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.simulate.ranges import IpAddress
from traces.timeline.measure import count_text, one_line

_KIND = "ipam/duplicate-ip"
_SOURCE = "https://www.cni.dev/plugins/current/ipam/host-local/"
_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Holder:
    """Who has an address now."""

    where: str
    quote: str
    key: str
    """What tells two holders apart: the namespace where it is known, else the container."""


def _check(case: Case) -> Iterator[Finding]:
    node = case.node
    if node is None:
        return
    live = _live(node)
    twice = {address: holders for address, holders in live.items() if len({each.key for each in holders}) > 1}
    found = pools(case)
    for address, holders in twice.items():
        if any(pool.has(address) for pool in found):
            yield _twice(node, address, holders)
    for pool in found:
        yield from _unreserved(node, pool, {key: value for key, value in live.items() if key not in twice})


def _live(node: Node) -> Mapping[IpAddress, list[_Holder]]:
    """By address who has it: containers that run, as their runtime tells, and namespaces that could be looked into."""
    found: dict[IpAddress, list[_Holder]] = {}
    netns_of = {each.id: usual_path(each.netns) for each in node.containers or () if each.netns}
    for container in node.containers or ():
        key = netns_of.get(container.id) or container.id
        pod = f" ({container.namespace}/{container.pod})" if container.pod else ""
        for text in container.addresses if container.is_alive else ():
            where = f"container {one_line(container.id, 64)}{pod} (runtime)"
            _note(found, text, _Holder(where=where, quote=text, key=key))
    for file in node.netns or ():
        for text in file.addresses:
            _note(found, text, _Holder(where=f"{file.path} (kernel)", quote=text, key=usual_path(file.path)))
    return found


def _note(found: dict[IpAddress, list[_Holder]], text: str, holder: _Holder) -> None:
    address = to_address(text)
    if address is None or address.is_loopback or address.is_link_local:
        return
    # A container whose namespace is not told and a namespace with the same address may be one and the same.
    known = found.setdefault(address, [])
    is_file = holder.key.startswith("/")
    if not any(each.key == holder.key or each.key.startswith("/") != is_file for each in known):
        known.append(holder)


def _twice(node: Node, address: IpAddress, holders: list[_Holder]) -> Finding:
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{address} is in use {count_text(len(holders), 'time', 'times')} on this node: host-local handed it out "
        "again, as it does where the file of a reservation is gone while the pod runs",
        evidence=(
            *(Evidence(where=each.where, quote=each.quote) for each in holders[:_SHOWN]),
            *(_file(each) for each in _reservations_of(node, address)),
        ),
        next_step=f"grep -rH . {shlex.quote(_folder(node))} | grep -F {address}",
        advice="recreate the pods that have it, the younger first, and find out who emptied host-local's folder",
        specification=_SOURCE,
    )


def _unreserved(node: Node, pool: Pool, live: Mapping[IpAddress, list[_Holder]]) -> Iterator[Finding]:
    """Addresses of a pool that live and have no file. A folder that was not collected says nothing."""
    name = pool.chain.network.name
    if not any(file.network == name for file in node.reservations):
        return
    taken = {each.address for each in of_network(node, name)}
    bare = [address for address in live if pool.has(address) and address not in taken]
    if not bare:
        return
    shown = [Evidence(where=each.where, quote=each.quote) for address in bare[:_SHOWN] for each in live[address]]
    last = _last(node, name)
    yield Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{count_text(len(bare), 'address', 'addresses')} of network {one_line(name)} ({_listed(bare)}) "
        f"{'is' if len(bare) == 1 else 'are'} in use and not reserved: host-local takes "
        f"{'it' if len(bare) == 1 else 'them'} for free and hands {'it' if len(bare) == 1 else 'them'} out again",
        evidence=(*shown, Evidence(where=f"{_folder(node)}/{name}", quote=_names(node, name)), *last),
        next_step=f"ls -la {shlex.quote(f'{_folder(node)}/{name}')}",
        advice="recreate these pods, or write the files that are missing (container ID and interface, a line each), "
        "before another pod starts",
        specification=_SOURCE,
        link=pool.need.link,
    )


def _listed(addresses: list[IpAddress]) -> str:
    more = f" and {len(addresses) - _SHOWN} more" if len(addresses) > _SHOWN else ""
    return ", ".join(map(str, addresses[:_SHOWN])) + more


def _names(node: Node, network: str) -> str:
    names = [file.path.rpartition("/")[2] for file in node.reservations if file.network == network]
    return _short(" ".join(sorted(names)))


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]} …"


def _last(node: Node, network: str) -> Iterator[Evidence]:
    """Where host-local goes on searching: what follows is handed out next."""
    for file in node.reservations:
        if file.network == network and file.path.rpartition("/")[2].startswith("last_reserved_ip."):
            yield Evidence(where=file.path, quote=file.content.decode(errors="replace").strip())


def _reservations_of(node: Node, address: IpAddress) -> list[Reserved]:
    names = dict.fromkeys(file.network for file in node.reservations)
    return [each for name in names for each in of_network(node, name) if each.address == address]


def _file(each: Reserved) -> Evidence:
    return Evidence(where=each.path, quote=f"{each.container_id} {each.ifname}".strip())


def _folder(node: Node) -> str:
    return f"{node.cache_dir.rstrip('/')}/networks"


RULE = Rule(
    id=_KIND,
    looks_at="the addresses of running containers and of namespaces beside host-local's reservations",
    specification=_SOURCE,
    check=_check,
)
