"""The ranges that host-local hands addresses out of (plugins/ipam/host-local/backend/allocator)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface

from traces.cni.goaddress import NO_NETWORK
from traces.simulate.plugin_error import PluginError

IpAddress = IPv4Address | IPv6Address
IpNetwork = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Addresses of one subnet, first and last included."""

    subnet: IpNetwork
    gateway: IpAddress
    start: IpAddress
    end: IpAddress

    def __contains__(self, address: IpAddress) -> bool:
        """Whether it is an address of the subnet, from the first to the last."""
        return address in self.subnet and int(self.start) <= int(address) <= int(self.end)

    def overlaps(self, other: "Range") -> bool:
        """Whether one has an end of the other in it."""
        return other.start in self or other.end in self or self.start in other or self.end in other

    def __str__(self) -> str:
        """As errors name it."""
        return f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeSet:
    """Ranges of one family out of which a pod gets one address."""

    ranges: tuple[Range, ...]

    def range_of(self, address: IpAddress) -> Range | None:
        """The range that has the address."""
        return next((one for one in self.ranges if address in one), None)

    def overlaps(self, other: "RangeSet") -> bool:
        """Whether any two ranges of them overlap."""
        return any(mine.overlaps(one) for mine in self.ranges for one in other.ranges)

    def after(self, last: IpAddress | None) -> Iterator[tuple[IpAddress, Range]]:
        """Every address once, with its range: in turn from behind the last one given out. No gateway is among them."""
        place = next((index for index, one in enumerate(self.ranges) if last is not None and last in one), 0)
        first = self.ranges[place]
        behind = int(last) + 1 if last is not None and last in first else int(first.start)
        spans = [
            (first, behind, int(first.end)),
            *((one, int(one.start), int(one.end)) for one in self.ranges[place + 1 :]),
            *((one, int(one.start), int(one.end)) for one in self.ranges[:place]),
            (first, int(first.start), behind - 1),
        ]
        for one, low, high in spans:
            for number in range(low, high + 1):
                address = type(one.start)(number)
                if address != one.gateway:
                    yield address, one

    def __str__(self) -> str:
        """As errors name it."""
        return ",".join(str(one) for one in self.ranges)


def range_set(entries: list[Mapping[str, str]]) -> RangeSet:
    """A range set of a configuration: what is not said is filled in. Raises PluginError (RangeSet.Canonicalize)."""
    if not entries:
        raise PluginError("empty range set")
    ranges: list[Range] = []
    for entry in entries:
        ranges.append(_range(entry))
        if ranges[-1].subnet.version != ranges[0].subnet.version:
            raise PluginError("mixed address families")
    for index, one in enumerate(ranges):
        for other in ranges[index + 1 :]:
            if one.overlaps(other):
                raise PluginError(f"subnets {one} and {other} overlap")
    return RangeSet(ranges=tuple(ranges))


def _range(entry: Mapping[str, str]) -> Range:
    """One range: subnet with optional rangeStart, rangeEnd and gateway. Raises PluginError (Range.Canonicalize)."""
    subnet = _subnet(entry["subnet"])
    kind, first, last = type(subnet.network_address), int(subnet[0]), int(subnet[-1])
    start = ip_address(entry["rangeStart"] or kind(first + 1))
    end = ip_address(entry["rangeEnd"] or kind(last if subnet.version == 6 else last - 1))
    if entry["rangeStart"] and (start not in subnet or (entry["rangeEnd"] and _is_behind(start, end))):
        raise PluginError(f"RangeStart {start} not in network {subnet}")
    if entry["rangeEnd"] and (end not in subnet or _is_behind(start, end)):
        raise PluginError(f"RangeEnd {end} not in network {subnet}")
    return Range(subnet=subnet, gateway=ip_address(entry["gateway"] or kind(first + 1)), start=start, end=end)


def _is_behind(start: IpAddress, end: IpAddress) -> bool:
    return start.version == end.version and int(start) > int(end)


def _subnet(text: str) -> IpNetwork:
    if text == NO_NETWORK:
        raise PluginError("IP <nil> not v4 nor v6")
    given = ip_interface(text)
    subnet = given.network
    if subnet.prefixlen > subnet.max_prefixlen - 2:
        raise PluginError(f"Network {text} too small to allocate from")
    if given.ip != subnet.network_address:
        raise PluginError(
            f"Network has host bits set. For a subnet mask of length {subnet.prefixlen} "
            f"the network address is {subnet.network_address}"
        )
    return subnet
