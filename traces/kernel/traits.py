"""What can be asked of an interface beside its addresses: how it is set, and where a veth ends."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """How an interface is set."""

    kind: str = ""
    """What it is made of, as veth or bridge; empty for lo and for hardware."""
    index: int = 0
    lower: int = 0
    """The index of what it lies on; of a veth that is its other end."""
    master: int = 0
    """The index of the bridge that it is a port of."""
    mode: str = ""
    """The mode of a macvlan."""
    up: bool = False
    promiscuity: int = 0
    """How many have asked for every packet."""
    allmulti: bool = False
    txqlen: int = 0
    """The length of its transmit queue, in packets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """The other end of a veth."""

    index: int
    """Its index; 0 where the interface is no veth."""
    name: str = ""
    """Its name, where it is on the host."""
