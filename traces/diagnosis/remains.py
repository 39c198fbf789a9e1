"""Of what an ADD made and is still there after DEL: what plugins leave by design, and what should be gone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from traces.kernel.difference import KernelChange
from traces.model.snapshot import HOST, POD

_SHARED_CHAIN = re.compile(r"CNI-(ADMIN|FORWARD|ISOLATION-STAGE-\d|HOSTPORT-(DNAT|SNAT|SETMARK|MASQ))")
"""Made once by portmap and firewall for all attachments, and never taken away."""
_SHARED_FILE = re.compile(r".*/(lock|last_reserved_ip\.\d+)")
"""host-local's lock, and the address from which it goes on searching."""
_CHAIN = re.compile(r"(ipv[46]) (\S+) :(\S+).*")
_RULE = re.compile(r"(ipv[46]) (\S+) (-A (\S+) .*)")
_OF_ONE_POD = re.compile(r"/32\b|/128\b|\bid: |--to-destination")
"""What a rule in a shared chain has only where it is for one attachment: its address, its container, its port."""
_UPON = {"address": "link", "route": "link", "neighbour": "link", "class": "qdisc", "filter": "qdisc"}
"""What lies on what, and goes with it."""
_TELLING = ("bridge", "ifb", "macvlan", "ipvlan", "vlan")
"""Kinds of device that are named as such; another is a link."""
_ON_A_DEVICE = re.compile(r"(?:.* )?(?:on|dev) (\S+)(?: .*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """Each entry in a few words, with what it is and where."""

    by_design: tuple[str, ...] = ()
    leaked: tuple[tuple[KernelChange, str], ...] = ()
    """Each with its entry."""


def remains(left: Sequence[KernelChange]) -> Remains:
    """Sort what is left of what an ADD had added into both kinds; what lies on a device that is left goes with it."""
    told = [change for change in left if not _goes_with_another(change, {_place(other) for other in left})]
    leaked = [change for change in told if not _is_by_design(change)]
    return Remains(
        by_design=tuple(_by_design([change for change in told if _is_by_design(change)])),
        leaked=tuple((change, _in_words(change)) for change in leaked),
    )


def device_of(change: KernelChange) -> str:
    """The device that an entry is, or lies on; empty where it lies on none."""
    if change.kind == "link":
        return change.name.rpartition(" (")[0]
    found = _ON_A_DEVICE.fullmatch(change.name)
    return found[1] if found else ""


def _place(change: KernelChange) -> tuple[str, str, str]:
    """What kind of thing is on which device."""
    return change.side, change.kind, device_of(change)


def _goes_with_another(change: KernelChange, places: set[tuple[str, str, str]]) -> bool:
    """An address is its device's, a class its qdisc's; the pod's end of a pair is told of as the host's."""
    side, kind, device = _place(change)
    if kind in _UPON:
        return (side, _UPON[kind], device) in places
    peer = re.search(r"peer (\S+) on the host", change.after)
    return kind == "link" and side == POD and bool(peer) and (HOST, "link", peer[1] if peer else "") in places


def _is_by_design(change: KernelChange) -> bool:
    if rule := _RULE.fullmatch(change.name):
        return _is_shared_rule(rule[4], rule[3])
    if chain := _CHAIN.fullmatch(change.name):
        return bool(_SHARED_CHAIN.fullmatch(chain[3])) or not chain[3].startswith("CNI-")
    if change.kind == "reservation":
        return bool(_SHARED_FILE.fullmatch(change.name))
    return change.kind == "link" and _kind(change) == "bridge"


def _kind(change: KernelChange) -> str:
    """bridge, veth, ifb …: the first word that is said of a device."""
    return change.after.partition(",")[0]


def _is_shared_rule(chain: str, rule: str) -> bool:
    """Whether it is in a shared chain or jumps to one, and is not for one attachment, nor in a chain of one."""
    if chain.startswith("CNI-") and not _SHARED_CHAIN.fullmatch(chain):
        return False
    target = re.search(r" -j (\S+)", rule)
    shared = _SHARED_CHAIN.fullmatch(chain) or (target and _SHARED_CHAIN.fullmatch(target[1]))
    own = target and target[1].startswith("CNI-") and not _SHARED_CHAIN.fullmatch(target[1])
    return bool(shared) and not own and not _OF_ONE_POD.search(rule)


def _by_design(changes: Iterable[KernelChange]) -> Iterator[str]:
    """The shared things, each kind once: a shared chain stands for the rules in it."""
    changes = list(changes)
    yield from (_in_words(change) for change in changes if change.kind == "link")
    names = {chain[3] for change in changes if (chain := _CHAIN.fullmatch(change.name))}
    chains = sorted(name for name in names if name.startswith("CNI-"))
    if chains:
        yield f"chains {', '.join(chains)}"
    files = [change.name for change in changes if change.kind == "reservation"]
    if files:
        yield f"host-local's {', '.join(files)}"


def _in_words(change: KernelChange) -> str:
    if rule := _RULE.fullmatch(change.name):
        return f"{rule[1]} rule {rule[3]} in {rule[2]}"
    if chain := _CHAIN.fullmatch(change.name):
        return f"{chain[1]} chain {chain[3]} in {chain[2]}"
    where = " in the pod" if change.side == POD else ""
    if change.kind == "link":
        kind = _kind(change)
        return (
            f"{kind if kind in ('bridge', 'ifb', 'macvlan', 'ipvlan', 'vlan') else 'link'} {device_of(change)}{where}"
        )
    if change.kind == "qdisc":
        return f"qdisc {change.name.split()[0]} on {device_of(change)}{where}"
    return f"{change.kind} {change.name}{where}"
