"""aws-cni: a veth pair with routes over it, and an address from ipamd (aws/amazon-vpc-cni-k8s).

The real one asks ipamd for an address of the node's network interfaces. No sandbox has it: it is taken to answer with
the addresses of one primary interface, one after the other. The rules that send a pod's traffic out of that interface
are not made. And where the real one leaves the pair to end with the pod's netns, DEL removes it.
"""

from traces.cni.result_types import Interface, IpConfig, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import netns_is_gone, remove_interface
from traces.simulate.pools import Pools
from traces.simulate.routed_pair import RoutedPair, add_routed_pair, full_length
from traces.simulate.veth_names import name_by_pod

_SUBNETS = ("192.168.0.0/18",)
"""The first subnet of the VPC that eksctl makes."""
_GATEWAYS = ("169.254.1.1", "fe80::1")
_MTU, _LEAST_MTU, _MOST_MTU = 9001, 576, 9001
_ROUTE_TABLE = "1"
"""That of the primary interface: the main one."""


def add(ask: Ask) -> LibcniResult:
    """Both ends of the pair, and an interface that there is not: DEL reads from it what ADD knew.

    In the pod's interface the PCI ID is the number of the host's route table; of the one that there is not, the MAC is
    the VLAN, the sandbox the number of the network interface, and the socket how many interfaces the pod has.
    """
    host = name_by_pod(ask, _prefix(ask, "add"))
    pools = Pools(ask, "aws-cni")
    address = pools.take(_SUBNETS)
    if address is None:
        raise PluginError("add cmd: failed to assign an IP address to container")
    own = full_length(str(address))
    try:
        add_routed_pair(ask, RoutedPair(host=host, addresses=(own,), gateways=_GATEWAYS, mtu=_mtu(ask)))
    except PluginError as error:
        pools.give_back()
        words = "add command: failed to setup network: SetupPodNetwork: failed to setup veth pair: "
        raise error.within(words) from None
    return ModernResult(
        cni_version="1.1.0",
        interfaces=(
            Interface(name=host),
            Interface(name=ask.ifname, sandbox=ask.netns, pci_id=_ROUTE_TABLE),
            Interface(name=name_by_pod(ask, "dummy"), mac="0", sandbox="0", socket_path="1"),
        ),
        ips=(IpConfig(interface=1, address=own),),
    )


def delete(ask: Ask) -> None:
    """Give the address back, and remove the pair."""
    _prefix(ask, "del")
    Pools(ask, "aws-cni").give_back()
    if not netns_is_gone(ask):
        remove_interface(ask)


def _prefix(ask: Ask, verb: str) -> str:
    prefix = str(ask.config.get("vethPrefix", "eni"))
    if len(prefix) > 4:
        words = f"{verb} cmd: error loading config from args: "
        raise PluginError(f"{words}conf.VethPrefix can be at most 4 characters long")
    return prefix


def _mtu(ask: Ask) -> int:
    """The configuration's, a text; where it is no number in range, the greatest (networkutils, GetPodMTU)."""
    try:
        mtu = int(str(ask.config.get("mtu", _MTU)))
    except ValueError:
        return _MTU
    return mtu if _LEAST_MTU <= mtu <= _MOST_MTU else _MTU


PLUGIN = Plugin(name="aws-cni", add=add, delete=delete)
