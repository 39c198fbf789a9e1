"""What a stand-in asks of the kernel. The names of namespaces are their paths; None is the host's."""

from collections.abc import Sequence
from typing import Protocol

from traces.kernel.routing import Routing
from traces.kernel.traits import Peer, Traits


class Wires(Protocol):
    """Makes interfaces and what lies on them. Every method raises OSError, with the kernel's errno."""

    @property
    def knows(self) -> bool:
        """Whether it can look at the kernel; where it can't, what it says of interfaces is nothing to go by."""
        ...

    def opens(self, netns: str) -> bool:
        """Whether a network namespace can be entered at the path."""
        ...

    def mac(self, netns: str | None, name: str) -> str | None:
        """The MAC address of an interface; None where there is no such interface."""
        ...

    def mtu(self, netns: str | None, name: str) -> int:
        """The MTU of an interface; 0 where there is no such interface."""
        ...

    def traits(self, netns: str | None, name: str) -> Traits | None:
        """How an interface is set; None where there is no such interface."""
        ...

    def peer(self, netns: str, name: str) -> Peer | None:
        """The other end of an interface in the netns, None where nobody knows. Raises OSError (ENODEV)."""
        ...

    def addresses(self, netns: str | None, name: str) -> Sequence[str]:
        """The addresses of an interface with their prefix lengths, link-local ones left out."""
        ...

    def add_bridge(self, name: str, *, mtu: int = 0, promiscuous: bool = False) -> str:
        """A bridge of the host that is up, and its MAC address; one that is there already stays as it is."""
        ...

    def add_pair(
        self, netns: str, ifname: str, peer: str, *, mtu: int = 0, mac: str = "", up: bool = True
    ) -> tuple[str, str]:
        """A veth pair, the pod's end up only if wanted: the MAC addresses of the host's end and of the pod's."""
        ...

    def add_macvlan(
        self, netns: str, ifname: str, master: str, *, mode: str, mtu: int = 0, mac: str = "", in_pod: bool = False
    ) -> str:
        """A macvlan in the netns that is down, of an interface of the host or, with ``in_pod``, of the pod; its MAC."""
        ...

    def add_ifb(self, name: str, *, mtu: int = 0) -> str:
        """An ifb device of the host that is up, and its MAC address."""
        ...

    def join(self, name: str, bridge: str, *, hairpin: bool = False) -> None:
        """Enslave an interface of the host to a bridge."""
        ...

    def add_address(self, netns: str | None, name: str, address: str) -> None:
        """Give an interface an address with its prefix length; one that it has stays."""
        ...

    def remove_address(self, netns: str | None, name: str, address: str) -> None:
        """Take an address from an interface."""
        ...

    def routes(self, netns: str | None) -> Sequence[tuple[str, str]]:
        """Destination and gateway of each route of the main table; no gateway is an empty text."""
        ...

    def default_link(self, netns: str | None) -> str | None:
        """The interface of the default route, or None where there is none."""
        ...

    def remove_route(self, netns: str | None, name: str, dst: str) -> None:
        """Take a route over an interface away."""
        ...

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
        ...

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
        ...

    def set_link(self, netns: str | None, name: str, *, up: bool | None = None, mtu: int = 0, mac: str = "") -> None:
        """Change an interface."""
        ...

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
        ...

    def remove(self, netns: str | None, name: str) -> bool:
        """Take an interface away; of a veth pair both ends go. False where there was none, or no such netns."""
        ...

    def routing(self, netns: str) -> Routing | None:
        """The rules and routes of a netns; None where nobody knows."""
        ...

    def set_sysctl(self, netns: str | None, name: str, value: str) -> None:
        """Set a sysctl, as net.ipv4.ip_forward, as seen in the namespace."""
        ...

    def sysctl(self, netns: str | None, name: str) -> str:
        """The value of a sysctl as seen in the namespace."""
        ...
