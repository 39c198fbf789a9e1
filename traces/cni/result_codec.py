"""A plugin's stdout to a result, as libcni reads it in every version (pkg/invoke/exec.go, pkg/types)."""

from typing import Any

from traces.cni.goaddress import NO_NETWORK, parse_cidr, parse_ip
from traces.cni.godecode import build_from
from traces.cni.godecode import decode as decode_struct
from traces.cni.gojson import DecodeError, dumps, load_object
from traces.cni.goquote import quote
from traces.cni.goscalars import Integer, Text, Textual
from traces.cni.gostruct import Custom, ListOf, Pointer, Struct
from traces.cni.result_types import (
    Dns,
    FlatIp,
    FlatResult,
    Interface,
    IpConfig,
    LibcniResult,
    ListedResult,
    ModernResult,
    Route,
)
from traces.cni.versions import FLAT, LISTED, MODERN
from traces.model.result import Address, Result
from traces.model.result import Interface as ModelInterface
from traces.model.result import Route as ModelRoute


def read_result(stdout: bytes, network_version: str) -> LibcniResult:
    """The result that a plugin answered to ADD, in the version that it says, or else in the network's.

    Raises DecodeError in libcni's words (ExecPluginWithResult, fixupResultVersion).
    """
    try:
        fields = load_object(stdout)
    except DecodeError as error:
        raise DecodeError(f"failed to unmarshal raw result: {error}") from None
    version = fields.get("cniVersion")
    if isinstance(version, str) and version:
        return create(version, stdout)
    version = network_version or "0.1.0"
    return create(version, dumps(fields | {"cniVersion": version}))


def read_any(raw: bytes) -> LibcniResult:
    """A result in the version that it says; without one it is of 0.1.0. Raises DecodeError (CreateFromBytes)."""
    return create(result_version(raw), raw)


def result_version(raw: bytes) -> str:
    """The version that a configuration or a result says. Raises DecodeError (DecodeVersion)."""
    try:
        version = decode_struct(raw, _VERSIONED)["cniVersion"]
    except DecodeError as error:
        raise DecodeError(f"decoding version from network config: {error}") from None
    return str(version or "0.1.0")


def create(version: str, raw: bytes) -> LibcniResult:
    """A result of the given version. Raises DecodeError (pkg/types/internal/create.go)."""
    if version in FLAT or not version:
        flat = _flat(decode_struct(raw, _FLAT_RESULT))
        return _checked(flat, ("", *FLAT))
    if version in LISTED:
        return _checked(ListedResult(**_listed(decode_struct(raw, _LISTED_RESULT))), LISTED)
    if version in MODERN:
        return _checked(ModernResult(**_listed(decode_struct(raw, _MODERN_RESULT))), MODERN)
    raise DecodeError(f"unsupported CNI result version {quote(version)}")


def decode(raw: bytes, network_version: str = "") -> Result:
    """A result of any version in the words of today's specification. Raises DecodeError.

    One that says no version is of the network's, if that is given.
    """
    found = read_result(raw, network_version) if network_version else read_any(raw)
    if isinstance(found, FlatResult):
        ips = tuple(ip for ip in (found.ip4, found.ip6) if ip)
        return Result(
            cni_version=found.cni_version,
            ips=tuple(Address(address=ip.ip, gateway=ip.gateway) for ip in ips),
            routes=tuple(_model_route(route) for ip in ips for route in ip.routes),
            **_dns_fields(found.dns),
        )
    return Result(
        cni_version=found.cni_version,
        interfaces=tuple(_model_interface(item or Interface()) for item in found.interfaces),
        ips=tuple(Address(address=ip.address, gateway=ip.gateway, interface=ip.interface) for ip in found.ips if ip),
        routes=tuple(_model_route(route) for route in found.routes if route),
        **_dns_fields(found.dns),
    )


def _dns_fields(dns: Dns) -> dict[str, Any]:
    return {name: getattr(dns, name) for name in ("nameservers", "domain", "search", "options")}


def _model_interface(item: Interface) -> ModelInterface:
    """A null among the interfaces is one without a name: addresses count it."""
    fields = {name: getattr(item, name) for name in ("name", "mac", "mtu", "sandbox", "socket_path", "pci_id")}
    return ModelInterface(**fields)


def _model_route(route: Route) -> ModelRoute:
    return ModelRoute(
        dst=route.dst,
        gw=route.gw,
        mtu=route.mtu,
        advmss=route.advmss,
        priority=route.priority,
        table=route.table,
        scope=route.scope,
    )


def _checked(result: LibcniResult, versions: tuple[str, ...]) -> LibcniResult:
    """The structure must be of the version that it was read as: the name may have been given twice."""
    if result.cni_version not in versions:
        supported, found = " ".join(versions), quote(result.cni_version)
        raise DecodeError(f"result type supports [{supported}] but unmarshalled CNIVersion is {found}")
    return result


def _cidr(tree: Any) -> str:
    return parse_cidr(build_from(Text(), tree))


def _route(tree: Any) -> Route:
    return Route(**build_from(_ROUTE_FIELDS, tree))


def _ip_config(tree: Any) -> IpConfig:
    return IpConfig(**build_from(_IP_FIELDS, tree))


def _versioned_ip_config(tree: Any) -> IpConfig:
    return IpConfig(**build_from(_VERSIONED_IP_FIELDS, tree))


def _flat_ip(tree: Any) -> FlatIp:
    fields = build_from(_FLAT_IP_FIELDS, tree)
    return FlatIp(ip=fields["ip"], gateway=fields["gateway"], routes=tuple(fields["routes"]))


def _flat(fields: dict[str, Any]) -> FlatResult:
    return FlatResult(cni_version=fields["cniVersion"], ip4=fields["ip4"], ip6=fields["ip6"], dns=dns_of(fields["dns"]))


def _listed(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "cni_version": fields["cniVersion"],
        "interfaces": tuple(item and _interface(item) for item in fields["interfaces"]),
        "ips": tuple(fields["ips"]),
        "routes": tuple(fields["routes"]),
        "dns": dns_of(fields["dns"]),
    }


def _interface(fields: dict[str, Any]) -> Interface:
    names = {"socketPath": "socket_path", "pciID": "pci_id"}
    return Interface(**{names.get(name, name): value for name, value in fields.items()})


def dns_of(fields: dict[str, Any]) -> Dns:
    """A dns, from the fields that DNS decodes."""
    lists = {name: tuple(fields[name]) for name in ("nameservers", "search", "options")}
    return Dns(domain=fields["domain"], **lists)


_STRINGS = ListOf(Text(), "[]string")
NETWORK = Custom("types.IPNet", _cidr, lambda: NO_NETWORK)
_ADDRESS = Textual("net.IP", parse_ip)
_INDEX = Pointer(Integer())

DNS = Struct("types.DNS", {"nameservers": _STRINGS, "domain": Text(), "search": _STRINGS, "options": _STRINGS})

_ROUTE_FIELDS = Struct(
    "types.route",
    {
        "dst": NETWORK,
        "gw": _ADDRESS,
        "mtu": Integer(),
        "advmss": Integer(),
        "priority": Integer(),
        "table": _INDEX,
        "scope": _INDEX,
    },
)
_ROUTE = Custom("types.Route", _route, Route)
ROUTES = ListOf(Pointer(_ROUTE), "[]*types.Route")

_IP_FIELDS = Struct("types100.ipConfig", {"interface": _INDEX, "address": NETWORK, "gateway": _ADDRESS})
_VERSIONED_IP_FIELDS = Struct("types040.ipConfig", {"version": Text(), **_IP_FIELDS.fields})
_FLAT_IP_FIELDS = Struct(
    "types020.ipConfig", {"ip": NETWORK, "gateway": _ADDRESS, "routes": ListOf(_ROUTE, "[]types.Route")}
)

_LISTED_INTERFACE = Struct("types040.Interface", {"name": Text(), "mac": Text(), "sandbox": Text()})
_MODERN_INTERFACE = Struct(
    "types100.Interface",
    {
        "name": Text(),
        "mac": Text(),
        "mtu": Integer(),
        "sandbox": Text(),
        "socketPath": Text(),
        "pciID": Text(),
    },
)

_VERSIONED = Struct('struct { CNIVersion string "json:\\"cniVersion\\"" }', {"cniVersion": Text()})
_FLAT_IP = Pointer(Custom("types020.IPConfig", _flat_ip, FlatIp))
_FLAT_RESULT = Struct("types020.Result", {"cniVersion": Text(), "ip4": _FLAT_IP, "ip6": _FLAT_IP, "dns": DNS})
_LISTED_RESULT = Struct(
    "types040.Result",
    {
        "cniVersion": Text(),
        "interfaces": ListOf(Pointer(_LISTED_INTERFACE), "[]*types040.Interface"),
        "ips": ListOf(Pointer(Custom("types040.IPConfig", _versioned_ip_config, IpConfig)), "[]*types040.IPConfig"),
        "routes": ROUTES,
        "dns": DNS,
    },
)
_MODERN_RESULT = Struct(
    "types100.Result",
    {
        "cniVersion": Text(),
        "interfaces": ListOf(Pointer(_MODERN_INTERFACE), "[]*types100.Interface"),
        "ips": ListOf(Pointer(Custom("types100.IPConfig", _ip_config, IpConfig)), "[]*types100.IPConfig"),
        "routes": ROUTES,
        "dns": DNS,
    },
)
