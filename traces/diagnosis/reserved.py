"""host-local's pools and reservations: what a chain may hand out, and who has it (plugins/ipam/host-local)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.gojson import DecodeError
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.facts import Node, ReservationFile
from traces.diagnosis.needs import Need
from traces.simulate.plugin_error import PluginError
from traces.simulate.ranges import IpAddress, RangeSet, range_set
from traces.simulate.subnet_env import read_subnet_env

_KEYS = ("subnet", "rangeStart", "rangeEnd", "gateway")
_SUBNET_ENV = "/run/flannel/subnet.env"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """An address that is given out."""

    address: IpAddress
    container_id: str
    ifname: str
    path: str
    network: str
    changed: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A range set of a chain's host-local."""

    chain: Chain
    need: Need
    ranges: RangeSet

    @property
    def size(self) -> int:
        """How many addresses it can give."""
        return sum(int(one.end) - int(one.start) + 1 - (one.gateway in one) for one in self.ranges.ranges)

    def has(self, address: IpAddress) -> bool:
        """Whether the address is one of it."""
        return self.ranges.range_of(address) is not None


def reserved(files: tuple[ReservationFile, ...]) -> tuple[Reserved, ...]:
    """The reservations among the files: not the lock, nor the note of the last one."""
    return tuple(one for file in files if (one := _reserved(file)) is not None)


def of_network(node: Node, network: str) -> tuple[Reserved, ...]:
    """The reservations of one network."""
    return reserved(tuple(file for file in node.reservations if file.network == network))


def pools(case: Case) -> tuple[Pool, ...]:
    """The range sets of every host-local that the case's chains run; what host-local would refuse is left out."""
    return tuple(pool for chain in chains(case) for pool in _of_chain(case, chain))


def to_address(text: str) -> IpAddress | None:
    """The address, with or without a prefix length; None where it is none."""
    try:
        return ip_address(text.partition("/")[0])
    except ValueError:
        return None


def flannel_subnets(node: Node | None, config: Mapping[str, Any]) -> tuple[tuple[str, ...], int, str]:
    """The node's shares of the pod network, the MTU and the file that says so; nothing where it can't be read."""
    given = config.get("subnetFile")
    path = given if isinstance(given, str) and given else _SUBNET_ENV
    raw = node.files.get(path) if node is not None else None
    try:
        found = read_subnet_env(raw, path) if raw is not None else None
    except (DecodeError, ValueError):
        return (), 0, path
    return (found.subnets, found.mtu, path) if found else ((), 0, path)


def _of_chain(case: Case, chain: Chain) -> Iterator[Pool]:
    for need in chain.needs(""):
        if need.plugin != "host-local" or need.link is None:
            continue
        entry = any_object(chain.network.links[need.link].config)
        for entries in _range_sets(case, entry, need):
            try:
                yield Pool(chain=chain, need=need, ranges=range_set(entries))
            except (PluginError, ValueError):
                continue


def _range_sets(case: Case, entry: dict[str, Any], need: Need) -> Iterator[list[Mapping[str, str]]]:
    if "flannel" in need.through:
        for subnet in flannel_subnets(case.node, entry)[0]:
            yield [_complete({"subnet": subnet})]
        return
    ipam = _at(entry, need.at[2:-1])
    if isinstance(ipam.get("subnet"), str):
        yield [_complete(ipam)]
    ranges = ipam.get("ranges")
    for entries in ranges if isinstance(ranges, list) else ():
        given = [_complete(each) for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
        if given:
            yield given


def _complete(entry: Mapping[str, Any]) -> Mapping[str, str]:
    return {key: value if isinstance(value := entry.get(key), str) else "" for key in _KEYS}


def _at(value: Any, path: tuple[str | int, ...]) -> dict[str, Any]:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return value if isinstance(value, dict) else {}


def _reserved(file: ReservationFile) -> Reserved | None:
    address = to_address(file.path.rpartition("/")[2])
    if address is None:
        return None
    lines = file.content.decode(errors="replace").split()
    return Reserved(
        address=address,
        container_id=lines[0] if lines else "",
        ifname=lines[1] if len(lines) > 1 else "",
        path=file.path,
        network=file.network,
        changed=file.changed,
    )
