"""Routing by source in one network namespace: rules, and the routes of an interface in the tables that they name."""

import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from traces.kernel.netlink import inside, kernel_answers

_MAIN = 254
_FAMILIES = (socket.AF_INET, socket.AF_INET6)
_BOOT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRoute:
    """A route over an interface, as it is copied from table to table."""

    family: int
    dst: str
    """With its prefix length; 0.0.0.0/0 or ::/0 is the default route."""
    gateway: str = ""
    source: str = ""
    """The address that packets without one get."""
    scope: int = 0
    protocol: int = _BOOT
    priority: int = 0

    @classmethod
    def default(cls, gateway: str) -> "LinkRoute":
        """The default route of the gateway's family."""
        if ":" in gateway:
            return cls(family=socket.AF_INET6, dst="::/0", gateway=gateway)
        return cls(family=socket.AF_INET, dst="0.0.0.0/0", gateway=gateway)


class Routing:
    """Looks at and changes rules and routes. Every method raises OSError."""

    def __init__(self, netns: str) -> None:
        """Of the namespace on that file."""
        from pyroute2.iproute import IPRoute

        with inside(netns):
            self._route = IPRoute()

    def tables(self) -> frozenset[int]:
        """The tables that rules name."""
        return frozenset(_table(rule) for _, rule in self._rules())

    def has(self, name: str) -> bool:
        """Whether there is an interface of that name."""
        return bool(self._route.link_lookup(ifname=name))

    def routes(self, name: str) -> tuple[LinkRoute, ...]:
        """The routes over an interface in the main table, IPv4 first."""
        index = self._index(name)
        found = (
            (family, route)
            for family in _FAMILIES
            for route in self._route.get_routes(family=family, table=_MAIN, oif=index)
        )
        return tuple(_link_route(family, route) for family, route in found if _table(route) == _MAIN)

    def add_rule(self, address: str, table: int) -> None:
        """What comes from the address is looked up in the table, before what rules there are but the first."""
        fields = {"src": address, "src_len": _bits(address), "table": table, "family": _family(address)}
        with kernel_answers():
            self._route.rule("add", **fields, priority=None)  # the kernel's choice, not pyroute2's

    def remove_rules(self, addresses: Iterable[str], table: int | None = None) -> None:
        """Take away the rules for what comes from these addresses; of one table only where it is given."""
        wanted = frozenset(addresses)
        for family, rule in tuple(self._rules()):
            source = rule.get_attr("FRA_SRC")
            if source in wanted and table in (None, _table(rule)):
                fields = {"src": source, "src_len": rule["src_len"], "table": _table(rule), "family": family}
                with kernel_answers():
                    self._route.rule("del", **fields, priority=rule.get_attr("FRA_PRIORITY"))

    def put(self, name: str, route: LinkRoute, table: int, *, replace: bool) -> None:
        """Add a route over an interface to a table, or put it in the place of the one that is there."""
        with kernel_answers():
            self._route.route("replace" if replace else "add", **self._fields(name, route, table))

    def remove(self, name: str, route: LinkRoute) -> None:
        """Take a route over an interface out of the main table."""
        with kernel_answers():
            self._route.route("del", **self._fields(name, route, _MAIN))

    def addresses(self, name: str) -> tuple[str, ...]:
        """The addresses of an interface, without their prefix lengths."""
        found = self._route.get_addr(index=self._index(name))
        return tuple(str(item.get_attr("IFA_LOCAL") or item.get_attr("IFA_ADDRESS")) for item in found)

    def _rules(self) -> Iterator[tuple[int, Any]]:
        return ((family, rule) for family in _FAMILIES for rule in self._route.get_rules(family=family))

    def _index(self, name: str) -> int:
        found = self._route.link_lookup(ifname=name)
        return int(found[0]) if found else 0

    def _fields(self, name: str, route: LinkRoute, table: int) -> dict[str, Any]:
        optional = {"gateway": route.gateway, "prefsrc": route.source, "priority": route.priority}
        return {
            "family": route.family,
            "dst": route.dst,
            "oif": self._index(name),
            "table": table,
            "scope": route.scope,
            "proto": route.protocol,
            **{field: value for field, value in optional.items() if value},
        }


def _link_route(family: int, found: Any) -> LinkRoute:
    nowhere = "0.0.0.0" if family == socket.AF_INET else "::"
    return LinkRoute(
        family=family,
        dst=f"{found.get_attr('RTA_DST') or nowhere}/{found['dst_len']}",
        gateway=found.get_attr("RTA_GATEWAY") or "",
        source=found.get_attr("RTA_PREFSRC") or "",
        scope=found["scope"],
        protocol=found["proto"],
        priority=found.get_attr("RTA_PRIORITY") or 0,
    )


def _table(found: Any) -> int:
    """A table above 255 stands in an attribute of its own, for rules and routes alike."""
    name = "FRA_TABLE" if found.get_attr("FRA_TABLE") is not None else "RTA_TABLE"
    return int(found.get_attr(name) or found["table"])


def _family(address: str) -> int:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _bits(address: str) -> int:
    return 128 if ":" in address else 32
