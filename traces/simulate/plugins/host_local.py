"""host-local: gives out addresses of its ranges, and keeps in files who has which (plugins/ipam/host-local)."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from traces.cni.goaddress import NO_NETWORK, parse_cidr, parse_ip
from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError
from traces.cni.goscalars import Text, Textual
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_codec import NETWORK, ROUTES
from traces.cni.result_types import Dns, IpConfig, LibcniResult, ModernResult, Route
from traces.cni.versions import FLAT
from traces.simulate.ask import Ask
from traces.simulate.cni_args import bad_arg, load_args
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.ranges import IpAddress, RangeSet, range_set
from traces.simulate.reservations import Owner, Reservations


def add(ask: Ask) -> LibcniResult:
    """One address out of each range set, reserved; where one can't be had, none is kept."""
    config = _load(ask)
    dns = _resolv_conf(ask, config.resolv_conf) if config.resolv_conf else Dns()
    store = Reservations(ask.ground, ask.network, config.data_dir)
    owner = _owner(ask)
    left = dict.fromkeys(config.requested)
    ips: list[IpConfig] = []
    try:
        for index, ranges in enumerate(config.range_sets):
            wanted = next((address for address in left if ranges.range_of(address)), None)
            if wanted is not None:
                del left[wanted]
            ips.append(_allocated(store, owner, index, ranges, wanted))
        if left:
            raise PluginError(f"failed to allocate all requested IPs: {' '.join(str(address) for address in left)}")
    except PluginError:
        if ips:
            _release(store, owner)
        raise
    return ModernResult(cni_version="1.1.0", ips=tuple(ips), routes=config.routes, dns=dns)


def delete(ask: Ask) -> None:
    """Give back what the container's interface has, if it has anything."""
    config = _load(ask)
    _release(Reservations(ask.ground, ask.network, config.data_dir), _owner(ask))


def check(ask: Ask) -> None:
    """The container's interface must have an address, whichever."""
    store = Reservations(ask.ground, ask.network, _load(ask).data_dir)
    with store.locked():
        if not store.holds(_owner(ask)):
            raise PluginError(f"host-local: Failed to find address added by container {ask.container_id}")


def _owner(ask: Ask) -> Owner:
    return Owner(container_id=ask.container_id, ifname=ask.ifname)


def _release(store: Reservations, owner: Owner) -> None:
    with store.locked():
        store.release(owner)


def _allocated(store: Reservations, owner: Owner, index: int, ranges: RangeSet, wanted: IpAddress | None) -> IpConfig:
    """One address of a range set (allocator.Get)."""
    try:
        with store.locked():
            take = _next_free if wanted is None else _requested
            return take(store, owner, index, ranges, wanted)
    except PluginError as error:
        raise error.within(f"failed to allocate for range {index}: ") from None


def _requested(store: Reservations, owner: Owner, index: int, ranges: RangeSet, wanted: IpAddress | None) -> IpConfig:
    assert wanted is not None
    one = ranges.range_of(wanted)
    assert one is not None
    if wanted == one.gateway:
        raise PluginError(f"requested ip {wanted} is subnet's gateway")
    if not store.reserve(owner, wanted, index):
        raise PluginError(f"requested IP address {wanted} is not available in range set {ranges}")
    return IpConfig(address=f"{wanted}/{one.subnet.prefixlen}", gateway=str(one.gateway))


def _next_free(store: Reservations, owner: Owner, index: int, ranges: RangeSet, wanted: IpAddress | None) -> IpConfig:
    for address in store.of(owner):
        if ranges.range_of(address):
            raise PluginError(
                f"{address} has been allocated to {owner.container_id}, duplicate allocation is not allowed"
            )
    for address, one in ranges.after(store.last_reserved(index)):
        if store.reserve(owner, address, index):
            return IpConfig(address=f"{address}/{one.subnet.prefixlen}", gateway=str(one.gateway))
    raise PluginError(f"no IP addresses available in range set: {ranges}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config:
    range_sets: tuple[RangeSet, ...]
    routes: tuple[Route | None, ...]
    data_dir: str
    resolv_conf: str
    requested: tuple[IpAddress, ...]


def _load(ask: Ask) -> _Config:
    """The configuration (LoadIPAMConfig). Raises PluginError."""
    try:
        fields = decode(ask.stdin, _NET)
    except DecodeError as error:
        raise PluginError(str(error)) from None
    ipam = fields["ipam"]
    if ipam is None:
        raise PluginError("IPAM config missing 'ipam' key")
    return _Config(
        requested=_requested_ips(ask, fields),
        range_sets=_range_sets(ask, fields),
        routes=tuple(ipam["routes"]),
        data_dir=ipam["dataDir"],
        resolv_conf=ipam["resolvConf"],
    )


def _requested_ips(ask: Ask, fields: dict[str, Any]) -> tuple[IpAddress, ...]:
    """What CNI_ARGS, args and the capability ask for, in this order."""
    given = load_args(ask, "IP").get("IP", "")
    try:
        first = [_ip(given)] if given else []
    except DecodeError as error:
        raise bad_arg("IP", given, str(error)) from None
    args = (fields["args"] or {}).get("cni") or {"ips": ()}
    texts = (*first, *args["ips"], *fields["runtimeConfig"]["ips"])
    if not all(texts):
        raise PluginError("cannot understand ip: IP <nil> not v4 nor v6")
    return tuple(ip_address(text) for text in texts)


def _range_sets(ask: Ask, fields: dict[str, Any]) -> tuple[RangeSet, ...]:
    """The capability's range sets, the single range of the old form, and the ranges."""
    ipam = fields["ipam"]
    single = [[ipam]] if ipam["subnet"] != NO_NETWORK else []
    entries = (*fields["runtimeConfig"]["ipRanges"], *single, *ipam["ranges"])
    if not entries:
        raise PluginError("no IP ranges specified")
    sets: list[RangeSet] = []
    for index, entry in enumerate(entries):
        try:
            sets.append(range_set(entry))
        except PluginError as error:
            raise error.within(f"invalid range set {index}: ") from None
    _check_families(ask, sets)
    _check_apart(sets)
    return tuple(sets)


def _check_families(ask: Ask, sets: list[RangeSet]) -> None:
    families = [ranges.ranges[0].subnet.version for ranges in sets]
    if len(set(families)) < len(families) and ask.version in FLAT:
        raise PluginError(f"CNI version {ask.version} does not support more than 1 address per family")


def _check_apart(sets: list[RangeSet]) -> None:
    for index, one in enumerate(sets):
        for other in range(index + 1, len(sets)):
            if one.overlaps(sets[other]):
                raise PluginError(f"range set {index} overlaps with {other}")


def _resolv_conf(ask: Ask, path: str) -> Dns:
    """A resolv.conf as dns (host-local, dns.go)."""
    content = ask.ground.read(path)
    if content is None:
        raise PluginError(f"open {path}: no such file or directory")
    found: dict[str, list[str]] = {"nameserver": [], "domain": [], "search": [], "options": []}
    for line in content.decode(errors="replace").splitlines():
        words = line.split()
        if len(words) > 1 and words[0] in found:
            found[words[0]].extend(words[1:] if words[0] in ("search", "options") else words[1:2])
    return Dns(
        nameservers=tuple(found["nameserver"]),
        domain=found["domain"][-1] if found["domain"] else "",
        search=tuple(found["search"]),
        options=tuple(found["options"]),
    )


def _ip(text: str) -> str:
    """An address, of which a prefix length is dropped (ip.ParseIP)."""
    try:
        return parse_cidr(text).partition("/")[0] if "/" in text else parse_ip(text)
    except DecodeError:
        raise DecodeError(f"invalid IP address {text}") from None


_ADDRESS = Textual("net.IP", parse_ip)
_RANGE = Struct(
    "allocator.Range", {"rangeStart": _ADDRESS, "rangeEnd": _ADDRESS, "subnet": NETWORK, "gateway": _ADDRESS}
)
_RANGE_SETS = ListOf(ListOf(_RANGE, "allocator.RangeSet"), "[]allocator.RangeSet")
_IPS = ListOf(Textual("*ip.IP", _ip), "[]*ip.IP")
_IPAM = Struct(
    "allocator.IPAMConfig",
    {
        **_RANGE.fields,
        "Name": Text(),
        "type": Text(),
        "routes": ROUTES,
        "dataDir": Text(),
        "resolvConf": Text(),
        "ranges": _RANGE_SETS,
    },
)
_ARGS = Struct(
    'struct { A *allocator.IPAMArgs "json:\\"cni\\"" }', {"cni": Pointer(Struct("allocator.IPAMArgs", {"ips": _IPS}))}
)
_RUNTIME = (
    'struct { IPRanges []allocator.RangeSet "json:\\"ipRanges,omitempty\\""; IPs []*ip.IP "json:\\"ips,omitempty\\"" }'
)
_NET = Struct(
    "allocator.Net",
    {
        "name": Text(),
        "cniVersion": Text(),
        "ipam": Pointer(_IPAM),
        "runtimeConfig": Struct(_RUNTIME, {"ipRanges": _RANGE_SETS, "ips": _IPS}),
        "args": Pointer(_ARGS),
    },
)

PLUGIN = Plugin(name="host-local", add=add, delete=delete, check=check)
