"""Of what an ADD made and is still there after DEL: what plugins leave by design, and what should be gone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_SHARED_CHAIN = re.compile(r"CNI-(ADMIN|FORWARD|ISOLATION-STAGE-\d|HOSTPORT-(DNAT|SNAT|SETMARK|MASQ))")
"""Made once by portmap and firewall for all attachments, and never taken away."""
_SHARED_FILE = re.compile(r".*/(lock|last_reserved_ip\.\d+)")
"""host-local's lock, and the address from which it goes on searching."""
_CHAIN = re.compile(r"(ipv[46]) (\S+) :(\S+)")
_RULE = re.compile(r"(ipv[46]) (\S+) (-A (\S+) .*)")
_OF_ONE_POD = re.compile(r"/32\b|/128\b|\bid: |--to-destination")
"""What a rule in a shared chain has only where it is for one attachment: its address, its container, its port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """Each entry in a few words, with what it is and where."""

    by_design: tuple[str, ...] = ()
    leaked: tuple[tuple[str, str], ...] = ()
    """Each with its line."""


def remains(lines: Sequence[str]) -> Remains:
    """Sort the lines of a host («bridge cni0», «ipv4 nat -A …», «/var/lib/cni/networks/n/10.1.0.2») into both kinds."""
    leaked = [line for line in lines if not _is_by_design(line)]
    return Remains(
        by_design=tuple(_by_design([line for line in lines if _is_by_design(line)])),
        leaked=tuple((line, _in_words(line)) for line in leaked),
    )


def _is_by_design(line: str) -> bool:
    if rule := _RULE.fullmatch(line):
        return _is_shared_rule(rule[4], rule[3])
    if chain := _CHAIN.fullmatch(line):
        return bool(_SHARED_CHAIN.fullmatch(chain[3])) or not chain[3].startswith("CNI-")
    return line.startswith("bridge ") or bool(_SHARED_FILE.fullmatch(line))


def _is_shared_rule(chain: str, rule: str) -> bool:
    """Whether it is in a shared chain or jumps to one, and is not for one attachment, nor in a chain of one."""
    if chain.startswith("CNI-") and not _SHARED_CHAIN.fullmatch(chain):
        return False
    target = re.search(r" -j (\S+)", rule)
    shared = _SHARED_CHAIN.fullmatch(chain) or (target and _SHARED_CHAIN.fullmatch(target[1]))
    own = target and target[1].startswith("CNI-") and not _SHARED_CHAIN.fullmatch(target[1])
    return bool(shared) and not own and not _OF_ONE_POD.search(rule)


def _by_design(lines: Iterable[str]) -> Iterator[str]:
    """The shared things, each kind once: a shared chain stands for the rules in it."""
    lines = list(lines)
    yield from (line for line in lines if line.startswith("bridge "))
    chains = {chain[3] for line in lines if (chain := _CHAIN.fullmatch(line)) and chain[3].startswith("CNI-")}
    if chains:
        yield f"chains {', '.join(sorted(chains))}"
    files = [line for line in lines if line.startswith("/")]
    if files:
        yield f"host-local's {', '.join(files)}"


def _in_words(line: str) -> str:
    if rule := _RULE.fullmatch(line):
        return f"{rule[1]} rule {rule[3]} in {rule[2]}"
    if chain := _CHAIN.fullmatch(line):
        return f"{chain[1]} chain {chain[3]} in {chain[2]}"
    return f"reservation {line}" if line.startswith("/") else line
