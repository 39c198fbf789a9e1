"""An audit as a JSON object."""

from typing import Any

from traces.diagnosis.audit.compare import Drift
from traces.diagnosis.audit.groups import Audit, Group
from traces.diagnosis.report import finding_document


def audit_document(audit: Audit) -> dict[str, Any]:
    """Nodes, groups and findings; nodes are named by their names, which need not be different."""
    group_of = {node: number for number, group in enumerate(audit.groups) for node in group.nodes}
    return {
        "has_drift": audit.has_drift,
        "nodes": [
            {
                "name": each.name,
                "machine": each.machine,
                "file": each.winner,
                "network": each.network,
                "chain": list(each.chain),
                "group": group_of[index],
                "unread": list(audit.unread.get(index, ())),
            }
            for index, each in enumerate(audit.looks)
        ],
        "refused": list(audit.refused),
        "groups": [_group(audit, group) for group in audit.groups],
        "own": [{"of": of, "name": name, "what": what} for of, name, what in audit.own],
        "findings": [
            {**finding_document(each.finding), "nodes": [audit.looks[node].name for node in each.nodes]}
            for each in audit.findings
        ],
    }


def _group(audit: Audit, group: Group) -> dict[str, Any]:
    return {
        "nodes": [audit.looks[node].name for node in group.nodes],
        "drift": [
            {**_drift(drift), "since": first, "until": last}
            for drift, (first, last) in zip(group.drift, group.since, strict=True)
        ],
    }


def _drift(drift: Drift) -> dict[str, Any]:
    return {
        "of": drift.of,
        "name": drift.name,
        "what": drift.what,
        "pointer": drift.pointer,
        "expected": drift.expected or None,
        "actual": drift.actual or None,
        "expected_by": "file" if drift.is_expected else "nodes",
    }
