"""calico-ipam: addresses out of calico's pools (projectcalico/calico, cni-plugin/pkg/ipamplugin).

The real one asks the API server, which has the pools and remembers who has what. Here the pools are those of the
configuration, or the one that calico comes with, and the memory is a folder.
"""

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Any

from traces.cni.goaddress import is_ipv4
from traces.cni.goquote import quote
from traces.cni.result_types import IpConfig, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.calico_client import check_client
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pools import Pools
from traces.simulate.ranges import IpAddress
from traces.simulate.routed_pair import full_length

_DEFAULT_POOLS = {4: ("192.168.0.0/16",), 6: ("fd80:24e2:f998:72d6::/64",)}
_DEFAULT_NAMES = {4: "default-ipv4-ippool", 6: "default-ipv6-ippool"}
_BLOCKS = {4: 26, 6: 122}
"""The prefix length of the blocks that pools are cut into: an address comes with that of its block."""


def add(ask: Ask) -> LibcniResult:
    """An IPv4 address and none of IPv6, unless «assign_ipv4» and «assign_ipv6» say otherwise; or the one asked for."""
    check_client(ask, "")
    ipam, pools = ask.section("ipam"), Pools(ask, "calico-ipam")
    wanted = ask.args.get("IP", "")
    if wanted:
        return _result(_requested(pools, wanted))
    try:
        return _result(*(_assigned(pools, family, _pools(ipam, family)) for family in _families(ipam)))
    except PluginError:
        pools.give_back()
        raise


def delete(ask: Ask) -> None:
    """Give back what the container's interface has."""
    check_client(ask, "")
    Pools(ask, "calico-ipam").give_back()


def _result(*addresses: str) -> ModernResult:
    return ModernResult(cni_version="1.1.0", ips=tuple(IpConfig(address=address) for address in addresses))


def _families(ipam: Mapping[str, Any]) -> tuple[int, ...]:
    """Both are strings: «true» and «false»."""
    four = (4,) if ipam.get("assign_ipv4") != "false" else ()
    return (*four, 6) if ipam.get("assign_ipv6") == "true" else four


def _pools(ipam: Mapping[str, Any], family: int) -> tuple[str, ...]:
    """The pools to choose from: networks, or names of pools. Raises PluginError (ResolvePools)."""
    given = ipam.get(f"ipv{family}_pools") or ()
    if not isinstance(given, list | tuple) or not all(isinstance(pool, str) for pool in given):
        raise PluginError(f"failed to load netconf: json: cannot unmarshal ipam.ipv{family}_pools into []string")
    return tuple(_network(pool, family) for pool in given) or _DEFAULT_POOLS[family]


def _network(pool: str, family: int) -> str:
    if pool == _DEFAULT_NAMES[family]:
        return _DEFAULT_POOLS[family][0]
    try:
        network = ip_network(pool, strict=False)
    except ValueError:
        raise PluginError(f"error parsing pool {quote(pool)}: invalid CIDR address: {pool}") from None
    if network.version != family:
        raise PluginError(f"{quote(str(network.network_address))} isn't a IPv{family} address")
    return str(network)


def _requested(pools: Pools, wanted: str) -> str:
    try:
        address = ip_address(wanted)
    except ValueError:
        raise PluginError(
            f"ARGS: error parsing value of pair {quote(f'IP={wanted}')}: invalid IP address: {wanted}"
        ) from None
    if not pools.take_this(str(address)):
        raise PluginError(f"resource already exists: address {address} is assigned already")
    return full_length(str(address))


def _assigned(pools: Pools, family: int, networks: tuple[str, ...]) -> str:
    address = pools.take(networks)
    if address is None:
        raise PluginError(
            f"failed to request IPv{family} addresses: Assigned 0 out of 1 requested IPv{family} addresses; "
            f"No IPs available in pools: [{' '.join(networks)}]"
        )
    return f"{address}/{_block_length(address, networks)}"


def _block_length(address: IpAddress, networks: tuple[str, ...]) -> int:
    """That of the blocks, or of a pool that is smaller."""
    family = 4 if is_ipv4(str(address)) else 6
    pool = next(ip_network(pool).prefixlen for pool in networks if address in ip_network(pool))
    return max(pool, _BLOCKS[family])


PLUGIN = Plugin(name="calico-ipam", add=add, delete=delete)
