"""A drift, a group and names of nodes in words; all of it safe to be shown."""

from collections.abc import Sequence

from traces.diagnosis.audit.compare import Drift
from traces.diagnosis.audit.groups import Audit, Group
from traces.diagnosis.audit.look import FILE, HASH, NODE, THERE
from traces.diagnosis.audit.settings import ORDER, TEXT
from traces.diagnosis.tokens import when
from traces.timeline.measure import one_line

_LONGEST = 90
_HASH_SHOWN = 12
_NAMES = 6


def thing(drift: Drift) -> str:
    """What a drift is in: «10-calico.conflist /plugins/1/snat», «/opt/cni/bin/bridge sha256»."""
    if drift.of == NODE:
        return drift.what
    if drift.what == THERE:
        return one_line(drift.name)
    if drift.of == FILE and drift.what not in (ORDER, TEXT):
        return f"{one_line(drift.name)} {one_line(drift.pointer or drift.what)}"
    return f"{one_line(drift.name)} {drift.what}"


def change(drift: Drift) -> str:
    """What it should be and is: «1450, expected 1500», «missing»."""
    if drift.what == THERE:
        return "is there, and should not be" if drift.actual else "is missing"
    actual = _value(drift, drift.actual) or "(not there)"
    return (
        f"{actual}, {'git has' if drift.is_expected else 'the others have'} {_value(drift, drift.expected) or 'none'}"
    )


def since(span: tuple[float | None, float | None]) -> str:
    """«since 2026-11-29T10:00:00Z»; empty where it is not known."""
    first, last = span
    if first is None or last is None:
        return ""
    return f"since {when(first)}" if last - first < 1 else f"since {when(first)} to {when(last)}"


def names(audit: Audit, nodes: Sequence[int], most: int = _NAMES) -> str:
    """The nodes by their names, in short."""
    shown = ", ".join(one_line(audit.looks[each].name) for each in nodes[:most])
    return f"{shown} and {len(nodes) - most} more" if len(nodes) > most else shown


def chain_of(audit: Audit, group: Group) -> str:
    """The chain of a group's nodes: «10-calico.conflist: k8s-pod-network: calico > portmap»."""
    each = audit.looks[group.nodes[0]]
    if not each.winner:
        return "no file that could be used"
    return f"{one_line(each.winner)}: {one_line(each.network)}: {one_line(' > '.join(each.chain))}"


def _value(drift: Drift, value: str) -> str:
    if drift.what == HASH and value:
        return f"{value[:_HASH_SHOWN]}…"
    text = one_line(value, _LONGEST + 1)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
