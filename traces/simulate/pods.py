"""The pod's netns and the interface in it, as the plugins handle them that make one (pkg/ns, pkg/ip)."""

import os
import re
import secrets
from dataclasses import dataclass

from traces.cni.goaddress import is_ipv4
from traces.cni.goquote import quote
from traces.cni.result_types import Interface, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import enter_netns, fault
from traces.simulate.ipam import addresses
from traces.simulate.plugin_error import PluginError

_TRIES = 10
_MAC = re.compile("|".join((r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}", r"(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}")), re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A veth pair: its ends as a result lists them."""

    host: Interface
    pod: Interface


def check_netns(ask: Ask, words: str = "") -> None:
    """The netns must be there. Raises PluginError, with those words before why not."""
    enter_netns(ask, lambda why: f"{words}{why}")


def open_netns(ask: Ask) -> None:
    """The netns must be there. Raises PluginError."""
    check_netns(ask, f"failed to open netns {quote(ask.netns)}: ")


def netns_is_gone(ask: Ask) -> bool:
    """Whether a DEL has no netns to clean: none is given, or its path leads nowhere. Raises PluginError."""
    if not ask.netns or (not ask.ground.wires.opens(ask.netns) and not os.path.exists(ask.netns)):
        return True
    enter_netns(ask)
    return False


def remove_interface(ask: Ask) -> None:
    """Take the pod's interface away, if it is there. Raises PluginError."""
    try:
        ask.ground.wires.remove(ask.netns, ask.ifname)
    except OSError as error:
        raise PluginError(f"failed to delete {quote(ask.ifname)}: {fault(error)}") from None


def parse_mac(text: str) -> str:
    """A MAC address of a configuration with colons, or an empty text. Raises PluginError (net.ParseMAC)."""
    if text and not _MAC.fullmatch(text):
        raise PluginError(f"address {text}: invalid MAC address")
    digits = re.sub("[:.-]", "", text.lower())
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


def add_pair(ask: Ask, *, mtu: int = 0, mac: str = "") -> Pair:
    """A veth pair whose host's end has a random name; the pod's is down yet (pkg/ip, SetupVeth). Raises PluginError."""
    try:
        mac = parse_mac(mac)
    except PluginError as error:
        raise error.within("failed to make veth pair: ") from None
    for _ in range(_TRIES):
        peer = random_veth_name()
        try:
            host_mac, pod_mac = ask.ground.wires.add_pair(ask.netns, ask.ifname, peer, mtu=mtu, mac=mac, up=False)
        except FileExistsError:
            if ask.ground.wires.mac(None, peer) is not None:
                continue
            names = f"container veth name ({quote(ask.ifname)}) peer provided ({quote(peer)})"
            raise PluginError(f"{names} already exists") from None
        except OSError as error:
            raise PluginError(f"failed to make veth pair: {fault(error)}") from None
        return Pair(
            host=Interface(name=peer, mac=host_mac),
            pod=Interface(name=ask.ifname, mac=pod_mac, sandbox=ask.netns),
        )
    raise PluginError("failed to find a unique veth name")


def random_veth_name() -> str:
    """A name for the host's end of a pair (pkg/ip, RandomVethName)."""
    return f"veth{secrets.token_hex(4)}"


def enable_forwarding(ask: Ask, result: ModernResult, words: str) -> None:
    """Have the host forward what comes from the result's addresses. Raises PluginError, with those words before it."""
    wires = ask.ground.wires
    names = {4: "net.ipv4.ip_forward", 6: "net.ipv6.conf.all.forwarding"}
    for name in dict.fromkeys(names[4 if is_ipv4(ip.address) else 6] for ip in addresses(result)):
        try:
            if wires.sysctl(None, name) != "1":
                wires.set_sysctl(None, name, "1")
        except OSError as error:
            file = f"/proc/sys/{name.replace('.', '/')}"
            raise PluginError(f"{words}: open {file}: {fault(error)}") from None
