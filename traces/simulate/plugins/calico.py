"""calico: a veth pair with routes over it, and addresses from its IPAM plugin (projectcalico/calico, cni-plugin).

No API server answers in a sandbox. Where the real one asks it, the usual answer is taken: the datastore is ready, the
pod has no annotations, its endpoint is written, the pod CIDR is the one below. The kubeconfig must be there.

Without an «ipam» and behind another plugin it is the policy plugin that teaching texts put there: it leaves the
interface and prevResult as they are. The released calico has no such mode: it would look for an IPAM plugin, and fail.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from traces.cni.goaddress import is_ipv4
from traces.cni.gojson import dumps, load_object
from traces.cni.goquote import quote
from traces.cni.result_types import Interface, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.calico_client import check_client
from traces.simulate.chained import enter_netns, fault
from traces.simulate.ipam import addresses, ipam_delete, ipam_result, ipam_type
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import netns_is_gone, remove_interface
from traces.simulate.routed_pair import EVERYWHERE, RoutedPair, add_routed_pair, full_length
from traces.simulate.veth_names import name_by_pod

_HOST_MAC = "ee:ee:ee:ee:ee:ee"
_GATEWAYS = ("169.254.1.1", "fe80::ecee:eeff:feee:eeee")
"""Nobody has the first, the host answers for it (proxy ARP); the second is the host's end's own, made of its MAC."""
_POD_CIDRS = {"usepodcidr": "10.244.0.0/24", "usepodcidripv6": "fd00:10:244::/64"}
_ANY_CIDRS = {"usepodcidr": "0.0.0.0/0", "usepodcidripv6": "::/0"}
_MTU_FILE = "/var/lib/calico/mtu"
_HOST_SYSCTLS = {
    4: ("net/ipv4/conf/{}/route_localnet=1", "net/ipv4/neigh/{}/proxy_delay=0", "net/ipv4/conf/{}/proxy_arp=1",
        "net/ipv4/conf/{}/forwarding=1"),
    6: ("net/ipv6/conf/{}/proxy_ndp=1", "net/ipv6/conf/{}/forwarding=1"),
}  # fmt: skip
_POD_SYSCTLS = {4: "net/ipv4/ip_forward={}", 6: "net/ipv6/conf/all/forwarding={}"}


def add(ask: Ask) -> LibcniResult:
    """The host's end of the pair, which has no index, and the addresses: the released versions list no more."""
    check_client(ask, "error creating calico client: ")
    if _is_policy_only(ask):
        return _enforced(ask)
    with ipam_result(_as_ipam_sees(ask, _POD_CIDRS)) as given:
        ips = tuple(replace(ip, address=full_length(ip.address), gateway="") for ip in addresses(given))
        result = replace(given, ips=ips)
        pair = RoutedPair(
            host=name_by_pod(ask, "cali"),
            addresses=tuple(ip.address for ip in ips),
            gateways=_GATEWAYS,
            routes=_networks(ask),
            mtu=_mtu(ask),
            host_mac=_HOST_MAC,
        )
        add_routed_pair(ask, pair)
        _set_sysctls(ask, pair)
        return replace(result, interfaces=(*given.interfaces, Interface(name=pair.host)))


def delete(ask: Ask) -> None:
    """Remove the pod's interface, and give its addresses back; as a policy plugin it has made nothing."""
    check_client(ask, "")
    if _is_policy_only(ask):
        return
    if not netns_is_gone(ask):
        remove_interface(ask)
    ipam_delete(_as_ipam_sees(ask, _ANY_CIDRS))


def _is_policy_only(ask: Ask) -> bool:
    """No IPAM plugin is named, and it is not the first of its chain; a DEL without prevResult counts as such."""
    return not ipam_type(ask) and (ask.verb != "ADD" or ask.prev_result is not None)


def _enforced(ask: Ask) -> LibcniResult:
    """prevResult; the pod's interface that it names must be there. Raises PluginError."""
    result = ask.prev_result
    assert isinstance(result, ModernResult) and ask.prev_result_as_given is not None
    enter_netns(ask)
    listed = {interface.name for interface in result.interfaces if interface and interface.sandbox}
    if ask.ground.makes and ask.ifname in listed and ask.ground.wires.mac(ask.netns, ask.ifname) is None:
        raise PluginError(f"failed to lookup {quote(ask.ifname)}: Link not found")
    return ask.prev_result_as_given


def _as_ipam_sees(ask: Ask, pod_cidrs: Mapping[str, str]) -> Ask:
    """What the IPAM plugin is asked: with one argument more, and host-local with real subnets for «usePodCidr»."""
    args = ";".join(filter(None, ("IgnoreUnknown=1", ask.environ.get("CNI_ARGS", ""))))
    stdin = ask.stdin
    if ipam_type(ask) == "host-local":
        fields = load_object(stdin)
        stdin = dumps(fields | {"ipam": _with_subnets(ask.section("ipam"), pod_cidrs)})
    return replace(ask, environ={**ask.environ, "CNI_ARGS": args}, stdin=stdin)


def _with_subnets(value: Any, pod_cidrs: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_subnets(item, pod_cidrs) for item in value]
    if not isinstance(value, dict):
        return value
    subnet = value.get("subnet")
    own = {"subnet": pod_cidrs.get(subnet.lower(), subnet)} if isinstance(subnet, str) else {}
    return value | own | ({"ranges": _with_subnets(value["ranges"], pod_cidrs)} if "ranges" in value else {})


def _networks(ask: Ask) -> tuple[str, ...]:
    """Where the pod has routes to: everywhere, or where host-local's configuration says."""
    ipam = ask.section("ipam")
    routes = ipam.get("routes") if ipam.get("type") == "host-local" else ()
    named = tuple(
        route["dst"] for route in routes or () if isinstance(route, dict) and isinstance(route.get("dst"), str)
    )
    if not named:
        return EVERYWHERE
    return (*EVERYWHERE, *named) if ask.config.get("include_default_routes") else named


def _mtu(ask: Ask) -> int:
    """The configuration's, or the one that calico-node has found out; 0 for the kernel's."""
    given = ask.config.get("mtu")
    if isinstance(given, int) and given:
        return given
    noted = (ask.ground.read(_MTU_FILE) or b"0").strip()
    try:
        return int(noted)
    except ValueError:
        raise PluginError(f"failed to read MTU file: strconv.Atoi: parsing {quote(noted)}: invalid syntax") from None


def _set_sysctls(ask: Ask, pair: RoutedPair) -> None:
    wires = ask.ground.wires
    families = sorted({4 if is_ipv4(address) else 6 for address in pair.addresses})
    forward = "1" if ask.section("container_settings").get("allow_ip_forwarding") else "0"
    settings = [(None, text.format(pair.host)) for family in families for text in _HOST_SYSCTLS[family]]
    for netns, setting in (*settings, *((ask.netns, _POD_SYSCTLS[family].format(forward)) for family in families)):
        name, _, value = setting.partition("=")
        try:
            wires.set_sysctl(netns, name, value)
        except OSError as error:
            where = "sysctls for the container netns" if netns else f"sysctls for interface: {pair.host}"
            raise PluginError(f"error configuring {where}, error: failed to set {name}: {fault(error)}") from None


PLUGIN = Plugin(name="calico", add=add, delete=delete)
