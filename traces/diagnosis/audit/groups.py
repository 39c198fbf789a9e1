"""An audit: groups of equal nodes, with what the ones that drifted differ in, and the findings of all of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from traces.diagnosis.audit.compare import Drift, Drifted, compare
from traces.diagnosis.audit.look import Key, Look
from traces.model.finding import Finding, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Nodes that are equal in all that is compared."""

    nodes: tuple[int, ...]
    """Their places among the nodes."""
    drift: tuple[Drift, ...] = ()
    """What they differ in from the most; nothing for those that are as the most are."""
    since: tuple[tuple[float | None, float | None], ...] = ()
    """For each drift the earliest and the latest time at which a file of it was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """A finding that several nodes have."""

    finding: Finding
    """That of the first of them."""
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What came of all nodes."""

    looks: tuple[Look, ...]
    groups: tuple[Group, ...]
    """The one without drift first, then the largest."""
    own: tuple[Key, ...]
    findings: tuple[Common, ...]
    unread: Mapping[int, tuple[str, ...]]
    """By the node's place what of it could not be read."""
    refused: tuple[str, ...] = ()
    """What was given for a node and is none, as a tar file that was cut off: its path, and why."""

    @property
    def has_drift(self) -> bool:
        """Whether a node is not as it should be."""
        return any(group.drift for group in self.groups)

    @property
    def has_error(self) -> bool:
        """Whether a node has a finding of severity error."""
        return any(each.finding.severity is Severity.ERROR for each in self.findings)


def grouped(
    looks: Sequence[Look],
    findings: Sequence[Sequence[Finding]],
    unread: Mapping[int, tuple[str, ...]],
    expected: Mapping[Key, str] | None = None,
) -> Audit:
    """Compare the nodes and sum up their findings."""
    compared = compare(looks, expected)
    by_drift: dict[tuple[Drift, ...], list[int]] = {}
    for index in range(len(looks)):
        drift = tuple(each.drift for each in compared.drifted.get(index, ()))
        by_drift.setdefault(drift, []).append(index)
    groups = [_group(drift, nodes, compared.drifted) for drift, nodes in by_drift.items()]
    return Audit(
        looks=tuple(looks),
        groups=tuple(sorted(groups, key=lambda group: (bool(group.drift), -len(group.nodes), group.nodes))),
        own=compared.own,
        findings=_common(findings),
        unread=unread,
    )


def _group(drift: tuple[Drift, ...], nodes: list[int], drifted: Mapping[int, tuple[Drifted, ...]]) -> Group:
    times = [[each.since for each in drifted.get(node, ())] for node in nodes]
    since = tuple(_span(column) for column in zip(*times, strict=True)) if drift else ()
    return Group(nodes=tuple(nodes), drift=drift, since=since)


def _span(times: Iterable[float | None]) -> tuple[float | None, float | None]:
    known = [each for each in times if each is not None]
    return (min(known), max(known)) if known else (None, None)


def _common(findings: Sequence[Sequence[Finding]]) -> tuple[Common, ...]:
    """The same kind at the same link on several nodes is one, whatever it is called on each."""
    found: dict[tuple[object, ...], tuple[Finding, list[int]]] = {}
    for index, each in enumerate(findings):
        for finding in each:
            key = (finding.kind, finding.severity, finding.link, finding.is_proven)
            _, nodes = found.setdefault(key, (finding, []))
            if not nodes or nodes[-1] != index:
                nodes.append(index)
    order = list(Severity)
    common = [Common(finding=finding, nodes=tuple(nodes)) for finding, nodes in found.values()]
    return tuple(sorted(common, key=lambda one: (order.index(one.finding.severity), -len(one.nodes))))
