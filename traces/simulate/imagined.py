"""Wires that are only imagined: a stand-in that may touch nothing answers as if they were there."""

import random
from collections.abc import Sequence

from traces.kernel.routing import Routing
from traces.kernel.traits import Peer, Traits


def random_mac() -> str:
    """A MAC address of one's own making: locally administered, not multicast."""
    first = random.randrange(256) & 0xFE | 0x02
    return ":".join(f"{byte:02x}" for byte in (first, *random.randbytes(5)))


class Imagined:
    """Answers with what the kernel would have made (traces.simulate.wires.Wires)."""

    knows = False

    def opens(self, netns: str) -> bool:
        """Every netns is taken to be there."""
        return True

    def mac(self, netns: str | None, name: str) -> str | None:
        """Nobody knows: none."""
        return None

    def mtu(self, netns: str | None, name: str) -> int:
        """Nobody knows."""
        return 0

    def traits(self, netns: str | None, name: str) -> Traits | None:
        """Nobody knows: none."""
        return None

    def peer(self, netns: str, name: str) -> Peer | None:
        """Nobody knows."""
        return None

    def addresses(self, netns: str | None, name: str) -> Sequence[str]:
        """None are known."""
        return ()

    def add_bridge(self, name: str, *, mtu: int = 0, promiscuous: bool = False) -> str:
        """A bridge's."""
        return random_mac()

    def add_pair(
        self, netns: str, ifname: str, peer: str, *, mtu: int = 0, mac: str = "", up: bool = True
    ) -> tuple[str, str]:
        """Both ends'."""
        return random_mac(), mac or random_mac()

    def add_macvlan(
        self, netns: str, ifname: str, master: str, *, mode: str, mtu: int = 0, mac: str = "", in_pod: bool = False
    ) -> str:
        """A macvlan's."""
        return mac or random_mac()

    def add_ifb(self, name: str, *, mtu: int = 0) -> str:
        """An ifb device's."""
        return random_mac()

    def join(self, name: str, bridge: str, *, hairpin: bool = False) -> None:
        """Nothing happens."""

    def add_address(self, netns: str | None, name: str, address: str) -> None:
        """Nothing happens."""

    def remove_address(self, netns: str | None, name: str, address: str) -> None:
        """Nothing happens."""

    def routes(self, netns: str | None) -> Sequence[tuple[str, str]]:
        """None are known."""
        return ()

    def default_link(self, netns: str | None) -> str | None:
        """The usual one."""
        return "eth0"

    def remove_route(self, netns: str | None, name: str, dst: str) -> None:
        """Nothing happens."""

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
        """Nothing happens."""

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
        """Nothing happens."""

    def set_link(self, netns: str | None, name: str, *, up: bool | None = None, mtu: int = 0, mac: str = "") -> None:
        """Nothing happens."""

    def set_traits(
        self,
        netns: str | None,
        name: str,
        *,
        promisc: bool | None = None,
        allmulti: bool | None = None,
        txqlen: int | None = None,
    ) -> None:
        """Nothing happens."""

    def remove(self, netns: str | None, name: str) -> bool:
        """It is taken to have been there."""
        return True

    def routing(self, netns: str) -> Routing | None:
        """Nobody knows."""
        return None

    def set_sysctl(self, netns: str | None, name: str, value: str) -> None:
        """Nothing happens."""

    def sysctl(self, netns: str | None, name: str) -> str:
        """Nobody knows."""
        return ""
