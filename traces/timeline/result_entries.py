"""What stands in a result, entry by entry: each with what makes it the same in another result, and its own words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from traces.cni.result_types import (
    Dns,
    FlatResult,
    Interface,
    IpConfig,
    LibcniResult,
    ListedResult,
    ModernResult,
    Route,
)
from traces.timeline.measure import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An interface, an address, a route or a piece of DNS. Its words are safe to show, its fields are as recorded."""

    key: tuple[str, ...]
    """What it is, for short of its fields: the same in two results where all of this is the same."""
    loose: tuple[str, ...]
    """The same for an entry that moved: an address without the interface that it points to."""
    what: str
    """«interface lo in the pod», «address 127.0.0.1/8 on lo»."""
    short: str
    """The same for a list of several: «interface lo», «127.0.0.1/8»."""
    at: str
    """Its JSON Pointer (RFC 6901) in the result."""
    fields: Mapping[str, str]
    """What it says besides, by the names in the JSON that the result's version has a place for; absent is empty."""


def entries(result: LibcniResult, netns: str) -> tuple[Entry, ...]:
    """The entries of a result in their order; `netns` is the path that the words call the pod."""
    if isinstance(result, FlatResult):
        return (*_flat_entries(result), *_dns(result.dns))
    return (*_interfaces(result, netns), *_addresses(result, netns), *_routes(result.routes, ""), *_dns(result.dns))


def field_at(entry: Entry, field: str) -> str:
    """The JSON Pointer of a field of an entry."""
    return f"{entry.at}/{field}"


def _interfaces(result: ListedResult | ModernResult, netns: str) -> Iterator[Entry]:
    for index, found in enumerate(result.interfaces):
        if found is None:
            continue
        fields = {"mac": found.mac}
        if isinstance(result, ModernResult):
            fields |= {"mtu": _number(found.mtu), "socketPath": found.socket_path, "pciID": found.pci_id}
        yield Entry(
            key=("interface", found.name, found.sandbox),
            loose=("interface", found.name, found.sandbox),
            what=one_line(f"interface {_place_of(found, netns)}"),
            short=one_line(f"interface {found.name}"),
            at=f"/interfaces/{index}",
            fields=fields,
        )


def _addresses(result: ListedResult | ModernResult, netns: str) -> Iterator[Entry]:
    """The addresses; their IP version is no field, since the address itself tells it."""
    for index, ip in enumerate(result.ips):
        if ip is None:
            continue
        name, place = _pointed_at(result, ip, netns)
        yield Entry(
            key=("address", ip.address, place),
            loose=("address", ip.address),
            what=one_line(f"address {ip.address}{f' on {name}' if name else ''}"),
            short=one_line(ip.address),
            at=f"/ips/{index}",
            fields={"interface": place, "gateway": ip.gateway},
        )


def _pointed_at(result: ListedResult | ModernResult, ip: IpConfig, netns: str) -> tuple[str, str]:
    """The name of an address's interface, and the same with where that is; empty where it points to none."""
    if ip.interface is None:
        return "", ""
    found = result.interfaces[ip.interface] if 0 <= ip.interface < len(result.interfaces) else None
    if found is None:
        lost = f"number {ip.interface}, which is not there"
        return lost, lost
    return found.name, _place_of(found, netns)


def _place_of(found: Interface, netns: str) -> str:
    if not found.sandbox:
        return f"{found.name} on the host"
    return f"{found.name} in {'the pod' if found.sandbox == netns else found.sandbox}"


def _routes(routes: tuple[Route | None, ...], above: str) -> Iterator[Entry]:
    for index, route in enumerate(routes):
        if route is None:
            continue
        table = _number(route.table, least=0)
        words = f"route {route.dst}{f' via {route.gw}' if route.gw else ''}{f' in table {table}' if table else ''}"
        yield Entry(
            key=("route", route.dst, route.gw, table),
            loose=("route", route.dst, route.gw, table),
            what=one_line(words),
            short=one_line(words),
            at=f"{above}/routes/{index}",
            fields={
                "mtu": _number(route.mtu),
                "advmss": _number(route.advmss),
                "priority": _number(route.priority),
                "scope": _number(route.scope, least=0),
            },
        )


def _flat_entries(result: FlatResult) -> Iterator[Entry]:
    """Versions 0.1.0 and 0.2.0: one address a family, with its routes, and no interface."""
    for name, ip in (("ip4", result.ip4), ("ip6", result.ip6)):
        if ip is None:
            continue
        yield Entry(
            key=("address", ip.ip, ""),
            loose=("address", ip.ip),
            what=one_line(f"address {ip.ip}"),
            short=one_line(ip.ip),
            at=f"/{name}",
            fields={"gateway": ip.gateway},
        )
        yield from _routes(ip.routes, f"/{name}")


def _dns(dns: Dns) -> Iterator[Entry]:
    if dns.domain:
        yield _dns_entry("DNS domain", dns.domain, "/dns/domain")
    lists = (("nameserver", "nameservers"), ("DNS search domain", "search"), ("DNS option", "options"))
    for word, name in lists:
        for index, value in enumerate(getattr(dns, name)):
            yield _dns_entry(word, value, f"/dns/{name}/{index}")


def _dns_entry(word: str, value: str, at: str) -> Entry:
    words = one_line(f"{word} {value}")
    return Entry(key=(word, value), loose=(word, value), what=words, short=words, at=at, fields={})


def _number(value: int | None, least: int = 1) -> str:
    """A number's text; empty where it is absent, which for most is also 0."""
    return "" if value is None or (least and not value) else str(value)
