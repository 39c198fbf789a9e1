"""An IPAM plugin of no stand-in of its own: it gives out addresses as host-local does.

Its ranges are those that its configuration names in the usual ways. Where it names none, since the real plugin asks a
server, they are a subnet made from the network's name.
"""

import zlib
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

from traces.cni.gojson import dumps, load_object
from traces.cni.result_types import LibcniResult
from traces.simulate.ask import Ask
from traces.simulate.ipam import ipam_type
from traces.simulate.plugins import host_local

_DATA_DIR = "/var/lib/cni/stand-ins"


def is_ipam(ask: Ask) -> bool:
    """Whether the plugin is asked as the IPAM plugin of another."""
    return ipam_type(ask) == ask.plugin


def add(ask: Ask) -> LibcniResult:
    """An address of each family that it has a range of. Raises PluginError."""
    return host_local.add(_as_host_local(ask))


def delete(ask: Ask) -> None:
    """Give back what the container's interface has. Raises PluginError."""
    host_local.delete(_as_host_local(ask))


def check(ask: Ask) -> None:
    """The container's interface must have an address. Raises PluginError."""
    host_local.check(_as_host_local(ask))


def _as_host_local(ask: Ask) -> Ask:
    """The request as host-local could be asked it."""
    ipam = ask.section("ipam")
    routes = ipam.get("routes")
    config = {**load_object(ask.stdin), "runtimeConfig": {}, "args": {}}
    config["ipam"] = {
        "type": ask.plugin,
        "dataDir": f"{_DATA_DIR}/{ask.plugin}",
        "ranges": [[{"subnet": subnet}] for subnet in _subnets(ask)],
        "routes": routes if isinstance(routes, list) else [],
    }
    return replace(ask, stdin=dumps(config), environ={**ask.environ, "CNI_ARGS": ""})


def _subnets(ask: Ask) -> list[str]:
    """The first subnet of each family among those that are named: subnet, ranges, or range as whereabouts has it."""
    ipam = ask.section("ipam")
    named = [ipam.get("subnet"), ipam.get("range"), *_inner(ipam.get("ranges")), *_inner(ipam.get("ipRanges"))]
    found = [network for network in map(_network, named) if network]
    first = {ip_network(network).version: network for network in reversed(found)}
    number = zlib.crc32(ask.network.encode(errors="replace"))
    return [first[version] for version in sorted(first)] or [f"10.{128 + number % 64}.{number >> 8 & 0xFF}.0/24"]


def _inner(value: Any) -> list[Any]:
    """What stands as subnet or range in lists and objects, however deep."""
    if isinstance(value, list):
        return [found for item in value for found in _inner(item)]
    return [value.get("subnet"), value.get("range")] if isinstance(value, dict) else []


def _network(text: Any) -> str:
    """A subnet that addresses can be given out of, or an empty text. Of «first-last/length» the length counts."""
    first, _, rest = str(text).partition("-")
    address, slash, length = (f"{first}/{rest.partition('/')[2]}" if rest else str(text)).partition("/")
    try:
        network = ip_network(f"{address}/{length}", strict=False) if slash else None
    except ValueError:
        return ""
    return str(network) if network and network.prefixlen <= network.max_prefixlen - 2 else ""
