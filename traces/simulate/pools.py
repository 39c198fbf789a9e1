"""Addresses out of pools, for the plugins whose real ones ask an agent or an API server for them.

Who has which stands in files as host-local's, in a folder of the plugin's own.
"""

from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from traces.simulate.ask import Ask
from traces.simulate.plugin_error import PluginError
from traces.simulate.ranges import IpAddress, Range, RangeSet
from traces.simulate.reservations import Owner, Reservations

_FOLDERS = "/var/lib/cni"


class Pools:
    """What one plugin's agent gives out on this node."""

    def __init__(self, ask: Ask, agent: str) -> None:
        """For the container's interface that is asked about; the agent's name is that of the folder."""
        self._reservations = Reservations(ask.ground, agent, _FOLDERS)
        self._owner = Owner(container_id=ask.container_id, ifname=ask.ifname)

    def take(self, pools: Sequence[str]) -> IpAddress | None:
        """The next free address of the pools, which are of one family; None where there is none. Raises PluginError.

        The first address of a pool is the node's own.
        """
        ranges = RangeSet(ranges=tuple(_range(pool) for pool in pools))
        family = ranges.ranges[0].subnet.version
        with self._reservations.locked():
            last = self._reservations.last_reserved(family)
            free = (each for each, _ in ranges.after(last) if self._reserve(each, family))
            return next(free, None)

    def take_this(self, address: str) -> bool:
        """Take that very address. False where somebody has it. Raises PluginError."""
        wanted = ip_address(address)
        with self._reservations.locked():
            return self._reserve(wanted, wanted.version)

    def give_back(self) -> None:
        """Give back what the container's interface has."""
        with self._reservations.locked():
            self._reservations.release(self._owner)

    def _reserve(self, address: IpAddress, family: int) -> bool:
        try:
            return self._reservations.reserve(self._owner, address, family)
        except OSError as error:
            raise PluginError(f"open {error.filename}: {(error.strerror or '').lower()}") from None


def first_of(pool: str) -> IpAddress:
    """The first address of a pool that a host can have."""
    return ip_network(pool)[1]


def _range(pool: str) -> Range:
    """All of a pool but its network address, and the first address, which is the node's."""
    network = ip_network(pool)
    kind = type(network.network_address)
    first, last = int(network.network_address), int(network.broadcast_address)
    end = last if network.version == 6 else last - 1
    return Range(subnet=network, gateway=kind(first + 1), start=kind(first + 2), end=kind(max(end, first)))
