"""A snapshot: what the kernel had at one moment, in the pod's network namespace and in the host's."""

from dataclasses import dataclass

POD, HOST, ELSEWHERE = "pod", "host", "elsewhere"
"""Where something is: the two namespaces of a snapshot, and any other."""
MAIN, LOCAL = 254, 255
"""Routing tables: the usual one, and that of the machine's own addresses (linux/rtnetlink.h)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """The other end of a veth, or the device that a vlan, macvlan or ipvlan lies on."""

    index: int
    side: str
    """pod, host or elsewhere."""
    name: str = ""
    """Empty where its namespace was not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A network device: what `ip link` calls a link."""

    index: int
    name: str
    kind: str = ""
    """veth, bridge, ifb, macvlan …; empty for a piece of hardware and for lo."""
    mac: str = ""
    mtu: int = 0
    state: str = ""
    """The operational state in lower case: up, down, lowerlayerdown, unknown."""
    flags: tuple[str, ...] = ()
    """As `ip link` names and sorts them: BROADCAST, UP, LOWER_UP …"""
    txqlen: int = 0
    master: str = ""
    """The bridge, bond or VRF that it is enslaved to."""
    peer: Peer | None = None
    details: tuple[str, ...] = ()
    """What its kind adds, in words: «vlan 7», «mode bridge», «hairpin»."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceAddress:
    """An address of a device."""

    device: str
    address: str
    """With its prefix length: 10.22.0.7/16."""
    peer: str = ""
    """The address of the other end, on a point-to-point device."""
    scope: str = "global"
    flags: tuple[str, ...] = ()
    """secondary, tentative, dynamic, nodad …"""
    by_kernel: bool = False
    """Whether the kernel gave it by itself: link-local addresses and those of lo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteEntry:
    """A route of any table."""

    family: int
    """4 or 6."""
    dst: str
    """With its prefix length; a default route is 0.0.0.0/0 or ::/0."""
    table: int = MAIN
    kind: str = "unicast"
    """unicast, local, broadcast, multicast, blackhole, unreachable …"""
    gateway: str = ""
    device: str = ""
    metric: int = 0
    source: str = ""
    """The source address that it prefers."""
    scope: str = "global"
    protocol: str = ""
    """Who made it: kernel, boot, static, dhcp …"""
    mtu: int = 0
    advmss: int = 0
    onlink: bool = False
    nexthops: tuple[str, ...] = ()
    """Where there are several, each in words: «via 10.5.0.3 dev eth0 weight 2»."""
    by_kernel: bool = False
    """Whether it came with an address: protocol kernel, or the table of local addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """A rule that picks a routing table."""

    family: int
    """4 or 6."""
    priority: int
    selector: str
    """In ip's words: «from 10.1.0.0/24 fwmark 0x1/0xff»."""
    action: str
    """«lookup 100», «blackhole» …"""
    by_kernel: bool = False
    """Whether it is one that every namespace begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """An entry of the ARP or the neighbour discovery table."""

    device: str
    address: str
    mac: str = ""
    state: str = ""
    """permanent, reachable, stale, failed, noarp …"""
    proxy: bool = False
    by_kernel: bool = False
    """Whether the kernel learnt it: all but the permanent ones and proxies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qdisc:
    """A queueing discipline of a device."""

    device: str
    kind: str
    handle: str
    """«1:»; «0:» for the kernel's default."""
    parent: str
    """«root», «ingress», or the handle of a class."""
    details: tuple[str, ...] = ()
    """In words: «rate 125000», «burst 12500» (bytes, bytes a second), «latency 25000» (microseconds)."""
    by_kernel: bool = False
    """Whether it is the device's default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficClass:
    """A class of a queueing discipline."""

    device: str
    kind: str
    handle: str
    parent: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficFilter:
    """A filter of a queueing discipline, with its actions."""

    device: str
    kind: str
    handle: str
    parent: str
    protocol: str
    """«all», or the Ethernet protocol: «0x800»."""
    priority: int
    details: tuple[str, ...] = ()
    """In words: «match 0x0/0x0 at 0», «mirred egress redirect to bwp1»."""
    by_kernel: bool = False
    """Whether it came with another filter: the hash table of u32."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetfilterLine:
    """A chain or a rule of the packet filter, without counters and handles."""

    family: str
    """ipv4 or ipv6 as iptables has it; nft's ip, ip6, inet, bridge, arp, netdev."""
    table: str
    line: str
    """As iptables-save prints it: «:CNI-FORWARD -», «-A CNI-FORWARD …»; of nft «chain input: ct state new accept»."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sysctl:
    """A kernel setting."""

    name: str
    value: str | None
    """None where the kernel has none of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """An address that host-local keeps for a container's interface."""

    path: str
    container_id: str = ""
    """Empty for the files that are no reservation: the lock, and the address last given."""
    ifname: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Namespace:
    """One network namespace at one moment."""

    netns: str = ""
    """The file it is kept on; empty for the host's."""
    links: tuple[Device, ...] = ()
    addresses: tuple[DeviceAddress, ...] = ()
    routes: tuple[RouteEntry, ...] = ()
    rules: tuple[RuleEntry, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    qdiscs: tuple[Qdisc, ...] = ()
    classes: tuple[TrafficClass, ...] = ()
    filters: tuple[TrafficFilter, ...] = ()
    netfilter: tuple[NetfilterLine, ...] = ()
    sysctls: tuple[Sysctl, ...] = ()

    def link(self, name: str) -> Device | None:
        """The device of that name."""
        return next((device for device in self.links if device.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A part of a snapshot that could not be read, or not wholly."""

    side: str
    """pod or host."""
    part: str
    """The field of Namespace; «netns» for all of it; «reservations»."""
    reason: str

    def __str__(self) -> str:
        return f"{self.side}: {self.part}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What the kernel had at one moment."""

    pod: Namespace | None = None
    """None where it was not asked for, or could not be entered."""
    host: Namespace | None = None
    reservations: tuple[Reservation, ...] = ()
    unread: tuple[Unread, ...] = ()
    """What is missing above, and why."""

    def on(self, side: str) -> Namespace | None:
        """The namespace of that side."""
        return {POD: self.pod, HOST: self.host}.get(side)

    def lacks(self, side: str, part: str) -> bool:
        """Whether that part was not read, or not wholly."""
        whole = part != "reservations" and self.on(side) is None
        return whole or any((entry.side, entry.part) in ((side, part), (side, "netns")) for entry in self.unread)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A snapshot with its place in a trace."""

    call: str | None
    """The id of the call that it was taken around; None where it belongs to none."""
    when: str
    """before, after or end."""
    snapshot: Snapshot
