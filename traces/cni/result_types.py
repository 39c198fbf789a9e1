"""A result in libcni's own structures, one for each family of versions, and how each is written (pkg/types/**).

What a structure has no field for is lost; what is empty is left out. The trees are what gojson.dumps writes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from traces.cni.goaddress import NO_NETWORK
from traces.cni.gojson import Members, dumps, load_object


@dataclass(frozen=True, slots=True, kw_only=True)
class Dns:
    """types.DNS."""

    nameservers: tuple[str, ...] = ()
    domain: str = ""
    search: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def tree(self) -> Members:
        """As the struct is written."""
        return _kept(
            ("nameservers", self.nameservers),
            ("domain", self.domain),
            ("search", self.search),
            ("options", self.options),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """types.Route."""

    dst: str = NO_NETWORK
    gw: str = ""
    mtu: int = 0
    advmss: int = 0
    priority: int = 0
    table: int | None = None
    scope: int | None = None

    def tree(self) -> Members:
        """As the struct is written: table and scope also where they are 0."""
        head = (("gw", self.gw), ("mtu", self.mtu), ("advmss", self.advmss), ("priority", self.priority))
        return Members((("dst", self.dst), *_kept(*head), *_present(("table", self.table), ("scope", self.scope))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """Interface of pkg/types/040 and of pkg/types/100; the former knows only name, mac and sandbox."""

    name: str = ""
    mac: str = ""
    mtu: int = 0
    sandbox: str = ""
    socket_path: str = ""
    pci_id: str = ""

    def tree(self) -> Members:
        """As the struct is written."""
        rest = _kept(
            ("mac", self.mac),
            ("mtu", self.mtu),
            ("sandbox", self.sandbox),
            ("socketPath", self.socket_path),
            ("pciID", self.pci_id),
        )
        return Members((("name", self.name), *rest))


@dataclass(frozen=True, slots=True, kw_only=True)
class IpConfig:
    """IPConfig of pkg/types/040, which has a version, and of pkg/types/100, which has none."""

    version: str | None = None
    interface: int | None = None
    address: str = NO_NETWORK
    gateway: str = ""

    def tree(self) -> Members:
        """As the struct is written."""
        head = _present(("version", self.version), ("interface", self.interface))
        return Members((*head, ("address", self.address), *_kept(("gateway", self.gateway))))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatIp:
    """IPConfig of pkg/types/020."""

    ip: str = NO_NETWORK
    gateway: str = ""
    routes: tuple[Route, ...] = ()

    def tree(self) -> Members:
        """As the struct is written."""
        routes = [route.tree() for route in self.routes]
        return Members((("ip", self.ip), *_kept(("gateway", self.gateway), ("routes", routes))))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatResult:
    """Result of pkg/types/020: versions 0.1.0 and 0.2.0."""

    cni_version: str = ""
    ip4: FlatIp | None = None
    ip6: FlatIp | None = None
    dns: Dns = Dns()

    def tree(self) -> Members:
        """As the struct is written, an empty dns included."""
        ips = tuple((name, ip.tree()) for name, ip in (("ip4", self.ip4), ("ip6", self.ip6)) if ip)
        return Members((*_kept(("cniVersion", self.cni_version)), *ips, ("dns", self.dns.tree())))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedResult:
    """Result of pkg/types/040: versions 0.3.0 to 0.4.0. A null in a list stays one."""

    cni_version: str = ""
    interfaces: tuple[Interface | None, ...] = ()
    ips: tuple[IpConfig | None, ...] = ()
    routes: tuple[Route | None, ...] = ()
    dns: Dns = Dns()

    def tree(self) -> Members:
        """As the struct is written, an empty dns included."""
        return Members((*_lists(self), ("dns", self.dns.tree())))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModernResult:
    """Result of pkg/types/100: versions 1.0.0 and 1.1.0. A null in a list stays one."""

    cni_version: str = ""
    interfaces: tuple[Interface | None, ...] = ()
    ips: tuple[IpConfig | None, ...] = ()
    routes: tuple[Route | None, ...] = ()
    dns: Dns = Dns()

    def tree(self) -> dict[str, Any]:
        """As its MarshalJSON writes it: by way of a map, so names are sorted and numbers floats; no empty dns."""
        fields = load_object(dumps(Members((*_lists(self), ("dns", self.dns.tree())))))
        if not fields["dns"]:
            del fields["dns"]
        return fields


LibcniResult = FlatResult | ListedResult | ModernResult


def encode_result(result: LibcniResult) -> bytes:
    """The bytes that json.Marshal makes of a result: what libcni's caller sees, and what prevResult holds."""
    return dumps(result.tree())


def _lists(result: ListedResult | ModernResult) -> Members:
    return _kept(
        ("cniVersion", result.cni_version),
        ("interfaces", _trees(result.interfaces)),
        ("ips", _trees(result.ips)),
        ("routes", _trees(result.routes)),
    )


def _trees(items: Iterable[Interface | IpConfig | Route | None]) -> list[Members | None]:
    return [None if item is None else item.tree() for item in items]


def _kept(*pairs: tuple[str, Any]) -> Members:
    """The fields with `omitempty` that are not empty."""
    return Members(pair for pair in pairs if pair[1])


def _present(*pairs: tuple[str, Any]) -> Members:
    """The pointers with `omitempty` that are not nil."""
    return Members(pair for pair in pairs if pair[1] is not None)
