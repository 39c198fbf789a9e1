"""A result from one version to another, as libcni converts a cached one (pkg/types/*/types.go)."""

from dataclasses import replace
from typing import NoReturn, TypeVar

from traces.cni.goaddress import is_ipv4
from traces.cni.gojson import DecodeError
from traces.cni.result_types import (
    FlatIp,
    FlatResult,
    Interface,
    IpConfig,
    LibcniResult,
    ListedResult,
    ModernResult,
    Route,
)
from traces.cni.versions import FLAT, KNOWN, LISTED, MODERN

_Item = TypeVar("_Item")


def as_version(result: LibcniResult, version: str) -> LibcniResult:
    """The result in another version. Raises DecodeError in libcni's words (GetAsVersion)."""
    if not result.cni_version:
        result = replace(result, cni_version=FLAT[-1])
    if result.cni_version == version:
        return result
    if version not in KNOWN:
        raise DecodeError(f"no converter for CNI result version {result.cni_version} to {version}")
    if isinstance(result, FlatResult):
        return _from_flat(result, version)
    if version in FLAT:
        return _to_flat(result, version)
    return _listed_to(result, version)


def _from_flat(result: FlatResult, version: str) -> LibcniResult:
    if version in FLAT:
        return replace(result, cni_version=version)
    families = (("4", result.ip4), ("6", result.ip6))
    listed = ListedResult(
        cni_version="0.4.0",
        ips=tuple(IpConfig(version=v, address=ip.ip, gateway=ip.gateway) for v, ip in families if ip),
        routes=tuple(route for _, ip in families if ip for route in ip.routes),
        dns=result.dns,
    )
    return _listed_to(listed, version)


def _listed_to(result: ListedResult | ModernResult, version: str) -> LibcniResult:
    """From and to any version of today's shape; interfaces of 1.x lose what 0.x has no field for."""
    if version in MODERN:
        if isinstance(result, ModernResult):
            return replace(result, cni_version=version)
        ips = tuple(replace(_there(ip), version=None) for ip in result.ips)
        interfaces = tuple(_there(interface) for interface in result.interfaces)
        return ModernResult(cni_version=version, interfaces=interfaces, ips=ips, routes=result.routes, dns=result.dns)
    if isinstance(result, ListedResult):
        return replace(result, cni_version=version)
    return ListedResult(
        cni_version=version,
        interfaces=tuple(_named(_there(interface)) for interface in result.interfaces),
        ips=tuple(replace(_there(ip), version="4" if is_ipv4(_there(ip).address) else "6") for ip in result.ips),
        routes=result.routes,
        dns=result.dns,
    )


def _to_flat(result: ListedResult | ModernResult, version: str) -> FlatResult:
    """Only the first address of each family fits, and the routes of that family."""
    listed = _listed_to(result, LISTED[-1])
    ips = [_there(ip) for ip in listed.ips] if isinstance(listed, ListedResult) else []
    routes = tuple(_there(route) for route in result.routes)
    ip4 = _flat_ip(ips, "4", tuple(route for route in routes if is_ipv4(route.dst)))
    ip6 = _flat_ip(ips, "6", tuple(route for route in routes if not is_ipv4(route.dst)))
    if ip4 is None and ip6 is None:
        raise DecodeError("cannot convert: no valid IP addresses")
    return FlatResult(cni_version=version, ip4=ip4, ip6=ip6, dns=result.dns)


def _flat_ip(ips: list[IpConfig], family: str, routes: tuple[Route, ...]) -> FlatIp | None:
    for ip in ips:
        if ip.version == family:
            plain = tuple(Route(dst=route.dst, gw=route.gw) for route in routes)
            return FlatIp(ip=ip.address, gateway=ip.gateway, routes=plain)
    return None


def _named(interface: Interface) -> Interface:
    return Interface(name=interface.name, mac=interface.mac, sandbox=interface.sandbox)


def _there(item: _Item | None) -> _Item:
    """An item of a list; libcni itself dies of a null here."""
    return _nil() if item is None else item


def _nil() -> NoReturn:
    raise DecodeError("runtime error: invalid memory address or nil pointer dereference")
