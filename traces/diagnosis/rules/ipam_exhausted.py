"""ipam/exhausted and ipam/leak-after-reboot: every address is taken, by pods that live or by ones that are gone."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from traces.diagnosis.cached import netns_of
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.living import Life, life, life_words, netns_there
from traces.diagnosis.reserved import Pool, Reserved, of_network, pools
from traces.diagnosis.rule import Rule
from traces.diagnosis.tokens import ago
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import count_text, one_line

_FULL = re.compile(
    r"no IP addresses available in range set: (?P<range>[0-9a-fA-F:.,-]+)|\brange is full\b"
    r"|(?P<other>Could not allocate IP in range|failed to assign an IP address to container"
    r"|Assigned 0 out of \d+ requested IPv[46] addresses)"
)
"""What host-local says; then what whereabouts, aws-cni and calico-ipam do, which keep their reservations elsewhere."""
"""plugins/ipam/host-local/backend/allocator, Get."""
_SOURCE = "https://www.cni.dev/plugins/current/ipam/host-local/"
_SHOWN = 6
_MOST_FILES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    """Who has the addresses of a pool."""

    pool: Pool
    taken: tuple[Reserved, ...]
    gone: tuple[Reserved, ...]
    """Those of containers that do not live."""
    is_proven: bool
    """Whether the runtime was asked, and no namespace may still be there."""

    @property
    def is_full(self) -> bool:
        return len(self.taken) >= self.pool.size

    @property
    def words(self) -> str:
        return f"{len(self.taken)} of {self.pool.size} addresses of {self.pool.ranges}"


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _FULL)
    uses = [_use(case.node, pool) for pool in pools(case)] if case.node is not None else []
    own = said if said is not None and not said.match["other"] else None
    told = [finding for use in uses for finding in _of_use(case.node, use, own)]
    yield from told
    if said is not None and not any(each.severity is Severity.ERROR for each in told):
        yield _only_said(case, said)


def _use(node: Node, pool: Pool) -> _Use:
    taken = tuple(each for each in of_network(node, pool.chain.network.name) if pool.has(each.address))
    lives = [(each, life(node, each.container_id)) for each in taken]
    gone = tuple(each for each, one in lives if one in (Life.GONE, Life.LIKELY_GONE))
    sure = node.containers is not None and all(_netns_gone(node, each.container_id) for each in gone)
    return _Use(pool=pool, taken=taken, gone=gone, is_proven=sure)


def _netns_gone(node: Node, container_id: str) -> bool:
    """Whether its namespace is gone, or nobody remembers one."""
    netns = netns_of(node, container_id)
    return not netns or netns_there(node, netns) is False


def _of_use(node: Node | None, use: _Use, said: Heard | None) -> Iterator[Finding]:
    if node is None or not use.taken:
        return
    if use.gone:
        yield _leak(node, use, said)
    elif use.is_full:
        yield _exhausted(use, said)


def _leak(node: Node, use: _Use, said: Heard | None) -> Finding:
    is_full = use.is_full or said is not None
    count = count_text(
        len(use.gone), "reservation is of a container that is", "reservations are of containers that are"
    )
    full = " and the range is full" if is_full else ""
    name = one_line(use.pool.chain.network.name)
    return Finding(
        kind="ipam/leak-after-reboot",
        severity=Severity.ERROR if is_full else Severity.WARNING,
        cause=f"{count} gone, of {use.words} in network {name}{full}: no DEL ever came for them, as after a power cut, "
        "and host-local keeps a file until one does",
        evidence=(
            *(_row(node, each) for each in use.gone[:_SHOWN]),
            *_counts(use),
            *((said.evidence,) if said else ()),
        ),
        next_step=_clean_up(use),
        advice=f"these {len(use.gone)} files and no others; look that no pod starts meanwhile, and leave "
        "last_reserved_ip and lock where they are",
        specification=_SOURCE,
        is_proven=use.is_proven,
        link=use.pool.need.link,
        verb=said.verb if said else "",
        call=said.call_id if said else None,
    )


def _clean_up(use: _Use) -> str:
    """Removes the files of the dead, where that is sure; else shows them."""
    some = " ".join(shlex.quote(each.path) for each in use.gone[:_MOST_FILES])
    return f"rm -v -- {some}" if use.is_proven else f"grep -H . -- {some}"


def _row(node: Node, each: Reserved) -> Evidence:
    age = f", {ago(node.now - each.changed)} old" if each.changed is not None and node.now else ""
    holder = f"{each.container_id or '(no container)'} {each.ifname}".rstrip()
    netns = netns_of(node, each.container_id)
    where = f", netns {netns} {'is gone' if netns_there(node, netns) is False else 'unknown'}" if netns else ""
    return Evidence(where=each.path, quote=f"{holder}: {life_words(node, each.container_id)}{where}{age}")


def _counts(use: _Use) -> tuple[Evidence, ...]:
    at = use.pool.need.at[:-1]
    alive = len(use.taken) - len(use.gone)
    quote = f"{use.words} reserved, {alive} by containers that may live"
    return (use.pool.chain.quoted(at, f'"{at[-1]}": {use.pool.ranges}'), Evidence(where="reservations", quote=quote))


def _exhausted(use: _Use, said: Heard | None) -> Finding:
    return Finding(
        kind="ipam/exhausted",
        severity=Severity.ERROR,
        cause=f"every address of {use.pool.ranges} in network {one_line(use.pool.chain.network.name)} is reserved "
        f"({use.words}): the next ADD fails until a pod goes",
        evidence=(*_counts(use), *((said.evidence,) if said else ())),
        next_step=f"grep -H . -- {shlex.quote(use.taken[0].path.rpartition('/')[0])}/*.*",
        advice="a larger subnet, or fewer pods on this node; whether a reservation's container still lives can be seen "
        "where crictl or ctr answers",
        specification=_SOURCE,
        link=use.pool.need.link,
        verb=said.verb if said else "",
        call=said.call_id if said else None,
    )


def _only_said(case: Case, said: Heard) -> Finding:
    """The plugin said so; who has the addresses is not known here."""
    is_other = bool(said.match["other"])
    plugin = (said.plugin or "the plugin") if is_other else "host-local"
    range_words = f"of {said.group('range')} " if said.match["range"] else ""
    network = _network(case)
    return Finding(
        kind="ipam/exhausted",
        severity=Severity.ERROR,
        cause=f"{plugin} has no free address {range_words}left{f' in network {network}' if network else ''}: too "
        "many pods, or reservations of pods that are gone",
        evidence=(said.evidence, *(_snapshot_counts(case.trace) if case.trace else ())),
        next_step="kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname) | wc -l"
        if is_other
        else "cnistep doctor",
        advice="compare that with what the plugin's own pool has: its pool objects, or its daemon's log"
        if is_other
        else "doctor holds each reservation against the containers that live",
        specification=_SOURCE,
        is_proven=said.is_recorded,
        link=said.link,
        verb=said.verb,
        call=said.call_id,
    )


def _network(case: Case) -> str:
    if case.trace is not None:
        return one_line(case.trace.network.name)
    return one_line(case.symptom.network) if case.symptom and case.symptom.network else ""


def _snapshot_counts(trace: Trace) -> Sequence[Evidence]:
    """How many reservations there were when the failed call was over."""
    if not trace.snapshots:
        return ()
    held = [each for each in trace.snapshots[-1].snapshot.reservations if each.container_id]
    own = sum(each.container_id == trace.attachment.container_id for each in held)
    if not held:
        return ()
    return (Evidence(where="reservations at the end", quote=f"{len(held)}, {own} of them by this container"),)


RULE = Rule(
    id="ipam",
    looks_at="host-local's ranges and reservations beside the containers that live and their namespaces",
    specification=_SOURCE,
    check=_check,
)
