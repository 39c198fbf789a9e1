"""static: gives out the addresses that the configuration names; it keeps nothing (plugins/ipam/static)."""

from dataclasses import replace
from ipaddress import ip_address, ip_interface
from typing import Any

from traces.cni.goaddress import is_ipv4, parse_cidr, parse_ip
from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError
from traces.cni.goscalars import Text, Textual
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_codec import DNS, ROUTES, dns_of
from traces.cni.result_types import IpConfig, LibcniResult, ModernResult
from traces.cni.versions import FLAT
from traces.simulate.ask import Ask
from traces.simulate.cni_args import load_args
from traces.simulate.ipam import addresses
from traces.simulate.looks import required_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError


def add(ask: Ask) -> LibcniResult:
    """The addresses, routes and dns as they are configured."""
    return _load(ask)


def check(ask: Ask) -> None:
    """What of the addresses prevResult has must have the gateway that is configured."""
    wanted = _load(ask)
    result = required_result(ask, "Required prevResult missing")
    for ip in addresses(wanted):
        if not ip.gateway:
            continue
        host = _host(ip.address)
        if any(_host(one.address) == host and one.gateway != ip.gateway for one in addresses(result)):
            raise PluginError(f"static: Failed to match addr {host} on interface {ask.ifname}")


def _load(ask: Ask) -> ModernResult:
    """What the configuration says (LoadIPAMConfig). Raises PluginError."""
    try:
        fields = decode(ask.stdin, _NET)
    except DecodeError as error:
        raise PluginError(str(error)) from None
    ipam = fields["ipam"]
    if ipam is None:
        raise PluginError("IPAM config missing 'ipam' key")
    ips = _addresses(ask, fields)
    families = [is_ipv4(ip.address) for ip in ips]
    if len(set(families)) < len(families) and ask.version in FLAT:
        raise PluginError(f"CNI version {ask.version} does not support more than 1 address per family")
    return ModernResult(cni_version="1.1.0", ips=ips, routes=tuple(ipam["routes"]), dns=dns_of(ipam["dns"]))


def _addresses(ask: Ask, fields: dict[str, Any]) -> tuple[IpConfig, ...]:
    """Those of the capability, or else of args, or else the configured ones and those of CNI_ARGS."""
    configured = tuple(
        IpConfig(address=_cidr(entry["address"], "address"), gateway=entry["gateway"])
        for entry in fields["ipam"]["addresses"]
    )
    args = load_args(ask, "IP", "GATEWAY")
    added = tuple(IpConfig(address=_cidr(text, "ip")) for text in _items(args.get("IP", "")))
    for text in _items(args.get("GATEWAY", "")):
        added = _with_gateway(added, text)
    configured = (*configured, *added)
    asked = ((fields["args"] or {}).get("cni") or {}).get("ips", ())
    for given in (asked, fields["runtimeConfig"]["ips"]):
        if given:
            configured = tuple(IpConfig(address=_cidr(text, "ip")) for text in given)
    return configured


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")] if text else []


def _with_gateway(ips: tuple[IpConfig, ...], text: str) -> tuple[IpConfig, ...]:
    """Those addresses in whose subnet the gateway is get it."""
    try:
        gateway = ip_address(parse_ip(text) or "none")
    except (DecodeError, ValueError):
        raise PluginError(f"invalid gateway address: {text}") from None
    return tuple(replace(ip, gateway=str(gateway)) if gateway in ip_interface(ip.address).network else ip for ip in ips)


def _cidr(text: str, field: str) -> str:
    try:
        return parse_cidr(text)
    except DecodeError:
        raise PluginError(f"the '{field}' field is expected to be in CIDR notation, got: '{text}'") from None


def _host(address: str) -> str:
    return address.partition("/")[0]


_TEXTS = ListOf(Text(), "[]string")
_ADDRESS = Struct("main.Address", {"address": Text(), "gateway": Textual("net.IP", parse_ip)})
_IPAM = Struct("main.IPAMConfig", {"routes": ROUTES, "addresses": ListOf(_ADDRESS, "[]main.Address"), "dns": DNS})
_IPS = Struct("struct", {"ips": _TEXTS})
_NET = Struct(
    "main.Net",
    {
        "ipam": Pointer(_IPAM),
        "runtimeConfig": _IPS,
        "args": Pointer(Struct("struct", {"cni": Pointer(_IPS)})),
    },
)

PLUGIN = Plugin(name="static", add=add, check=check)
