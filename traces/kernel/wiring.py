"""Makes the interfaces that a stand-in claims, in the namespace of the sandbox's host and in the pods'."""

import contextlib
import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from traces.kernel.namespaces import is_netns
from traces.kernel.netlink import Netlink, inside
from traces.kernel.routing import Routing
from traces.kernel.traits import Peer, Traits

_LINK_SCOPE = 253
_UP, _PROMISC, _ALLMULTI = 0x1, 0x100, 0x200  # IFF_* of linux/if.h


class Wiring:
    """One process's hands in the kernel; namespaces are named by their paths, the host's by None.

    Every method raises OSError, with the kernel's errno.
    """

    knows = True

    def __init__(self) -> None:
        """No namespace is entered before it is needed."""
        self._open: dict[str | None, Netlink] = {}

    def opens(self, netns: str) -> bool:
        """Whether a network namespace can be entered at the path."""
        return is_netns(netns)

    def mac(self, netns: str | None, name: str) -> str | None:
        """The MAC address of an interface; None where there is no such interface."""
        found = self._side(netns).link(name)
        return None if found is None else str(found["address"] or "")

    def mtu(self, netns: str | None, name: str) -> int:
        """The MTU of an interface; 0 where there is no such interface."""
        found = self._side(netns).link(name)
        return 0 if found is None else int(found["mtu"])

    def traits(self, netns: str | None, name: str) -> Traits | None:
        """How an interface is set; None where there is no such interface."""
        found = self._side(netns).link(name)
        if found is None:
            return None
        return Traits(
            kind=found["kind"] or "",
            index=found["index"],
            lower=found["link"] or 0,
            master=found["master"] or 0,
            mode=found["mode"] or "",
            up=bool(found["flags"] & _UP),
            promiscuity=found["promiscuity"],
            allmulti=bool(found["flags"] & _ALLMULTI),
            txqlen=found["txqlen"],
        )

    def peer(self, netns: str, name: str) -> Peer:
        """The other end of an interface in the netns. Raises OSError (ENODEV)."""
        pod = self._side(netns)
        pod.index_of(name)
        found = pod.link(name) or {}
        index = found.get("link") if found.get("kind") == "veth" else None
        return Peer(index=index, name=self._side(None).name_of(index) or "") if index else Peer(index=0)

    def addresses(self, netns: str | None, name: str) -> Sequence[str]:
        """The addresses of an interface with their prefix lengths, link-local ones left out."""
        return self._side(netns).addresses(name)

    def add_bridge(self, name: str, *, mtu: int = 0, promiscuous: bool = False) -> str:
        """A bridge of the host that is up, and its MAC address; one that is there already stays as it is."""
        host = self._side(None)
        if host.index(name) is None:
            host.add_link(name, "bridge", **_given(mtu=mtu))
        host.set_link(name, state="up")
        if promiscuous:
            self.set_traits(None, name, promisc=True)
        return self.mac(None, name) or ""

    def add_pair(
        self, netns: str, ifname: str, peer: str, *, mtu: int = 0, mac: str = "", up: bool = True
    ) -> tuple[str, str]:
        """A veth pair, the pod's end up only if wanted: the MAC addresses of the host's end and of the pod's."""
        pod, host = self._side(netns), self._side(None)
        if pod.index(ifname) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), ifname)
        with _descriptor(netns) as number:
            inner = {"ifname": ifname, "net_ns_fd": number, **_given(mtu=mtu, address=mac)}
            host.add_link(peer, "veth", peer=inner, **_given(mtu=mtu))
        host.set_link(peer, state="up")
        if up:
            pod.set_link(ifname, state="up")
        return self.mac(None, peer) or "", self.mac(netns, ifname) or ""

    def add_macvlan(
        self, netns: str, ifname: str, master: str, *, mode: str, mtu: int = 0, mac: str = "", in_pod: bool = False
    ) -> str:
        """A macvlan in the netns that is down, of an interface of the host or, with ``in_pod``, of the pod; its MAC."""
        side, pod = self._side(netns if in_pod else None), self._side(netns)
        if pod.index(ifname) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), ifname)
        with _descriptor(netns) as number:
            fields = {"link": side.index_of(master), "macvlan_mode": mode, "net_ns_fd": number}
            side.add_link(ifname, "macvlan", **fields, **_given(mtu=mtu, address=mac))
        return self.mac(netns, ifname) or ""

    def add_ifb(self, name: str, *, mtu: int = 0) -> str:
        """An ifb device of the host that is up, and its MAC address."""
        host = self._side(None)
        host.add_link(name, "ifb", **_given(mtu=mtu))
        host.set_link(name, state="up")
        return self.mac(None, name) or ""

    def join(self, name: str, bridge: str, *, hairpin: bool = False) -> None:
        """Enslave an interface of the host to a bridge."""
        host = self._side(None)
        host.set_link(name, master=host.index_of(bridge))
        if hairpin:
            host.set_bridge_port(name, mode=1)

    def add_address(self, netns: str | None, name: str, address: str) -> None:
        """Give an interface an address with its prefix length; one that it has stays."""
        self._side(netns).add_address(name, address)

    def remove_address(self, netns: str | None, name: str, address: str) -> None:
        """Take an address from an interface."""
        self._side(netns).remove_address(name, address)

    def routes(self, netns: str | None) -> Sequence[tuple[str, str]]:
        """Destination and gateway of each route of the main table; no gateway is an empty text."""
        return self._side(netns).routes()

    def default_link(self, netns: str | None) -> str | None:
        """The interface of the default route, or None where there is none."""
        return self._side(netns).default_link()

    def add_route(
        self,
        netns: str | None,
        name: str,
        dst: str,
        gateway: str = "",
        *,
        onlink: bool = False,
        scope: int | None = None,
        src: str = "",
    ) -> None:
        """Add a route over an interface; one that is there stays. Without a gateway its scope is the link."""
        scope = _LINK_SCOPE if scope is None and not gateway else scope or 0
        self._side(netns).add_route(name, dst, gateway, onlink=onlink, **_given(scope=scope, prefsrc=src))

    def prepend_route(
        self,
        netns: str | None,
        name: str,
        dst: str,
        gateway: str = "",
        *,
        scope: int = 0,
        table: int = 0,
        priority: int = 0,
    ) -> None:
        """Add a route over an interface before others to the same destination; one just like it is an error."""
        self._side(netns).prepend_route(name, dst, gateway, scope=scope, table=table, priority=priority)

    def remove_route(self, netns: str | None, name: str, dst: str) -> None:
        """Take a route over an interface away."""
        self._side(netns).remove_route(name, dst)

    def set_link(self, netns: str | None, name: str, *, up: bool | None = None, mtu: int = 0, mac: str = "") -> None:
        """Change an interface."""
        state = {} if up is None else {"state": "up" if up else "down"}
        self._side(netns).set_link(name, **state, **_given(mtu=mtu, address=mac))

    def set_traits(
        self,
        netns: str | None,
        name: str,
        *,
        promisc: bool | None = None,
        allmulti: bool | None = None,
        txqlen: int | None = None,
    ) -> None:
        """Change how an interface is set; what is None stays."""
        wanted = ((_PROMISC, promisc), (_ALLMULTI, allmulti))
        change = sum(flag for flag, value in wanted if value is not None)
        flags = sum(flag for flag, value in wanted if value)
        fields = {"flags": flags, "change": change} if change else {}
        self._side(netns).set_link(name, **fields, **({} if txqlen is None else {"txqlen": txqlen}))

    def remove(self, netns: str | None, name: str) -> bool:
        """Take an interface away; of a veth pair both ends go. False where there was none, or no such netns."""
        if netns is not None and not is_netns(netns):
            return False
        side = self._side(netns)
        if side.index(name) is None:
            return False
        side.remove_link(name)
        return True

    def routing(self, netns: str) -> Routing:
        """The rules and routes of a netns."""
        return Routing(netns)

    def set_sysctl(self, netns: str | None, name: str, value: str) -> None:
        """Set a sysctl, as net.ipv4.ip_forward, as seen in the namespace."""
        with inside(netns):
            _sysctl(name).write_text(value, encoding="utf-8")

    def sysctl(self, netns: str | None, name: str) -> str:
        """The value of a sysctl as seen in the namespace."""
        with inside(netns):
            return _sysctl(name).read_text(encoding="utf-8").strip()

    def _side(self, netns: str | None) -> Netlink:
        if netns not in self._open:
            self._open[netns] = Netlink(netns)
        return self._open[netns]


def _sysctl(name: str) -> Path:
    """The file of a sysctl. Dots stand for slashes, unless the name has slashes (sysctl(8))."""
    return Path("/proc/sys", name if "/" in name else name.replace(".", "/"))


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


@contextlib.contextmanager
def _descriptor(path: str) -> Iterator[int]:
    number = os.open(path, os.O_RDONLY)
    try:
        yield number
    finally:
        os.close(number)
