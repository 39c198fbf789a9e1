"""A plugin's result, as the current specification has it, whatever version it was answered in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """An interface that a plugin says it made."""

    name: str
    mac: str = ""
    mtu: int = 0
    sandbox: str = ""
    """The netns path it is in; empty for the host's side."""
    socket_path: str = ""
    """Of a vhost-user interface."""
    pci_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address that a plugin says it gave."""

    address: str
    """With its prefix length: 10.22.0.7/16."""
    gateway: str = ""
    interface: int | None = None
    """The index of its interface in the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A route that a plugin says it made in the pod's netns."""

    dst: str
    gw: str = ""
    mtu: int = 0
    advmss: int = 0
    priority: int = 0
    table: int | None = None
    scope: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a plugin answered to ADD (CNI specification 1.1, section 5)."""

    cni_version: str
    interfaces: tuple[Interface, ...] = ()
    ips: tuple[Address, ...] = ()
    routes: tuple[Route, ...] = ()
    nameservers: tuple[str, ...] = ()
    domain: str = ""
    search: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """The last four are the result's `dns`, as resolv.conf(5) has them."""
