"""Folds what was tried again and again: a runtime retries a pod for hours, each time as another container."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from traces.model.summary import Summary

_NODE = "node"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """One row of a list: a trace, or the newest of those that were the same attempt at the same pod."""

    newest: Summary
    count: int = 1
    since: str
    """When the oldest was made: RFC 3339, UTC."""


def fold_attempts(summaries: Iterable[Summary]) -> tuple[Attempts, ...]:
    """The rows for summaries that come newest first; only what a node's runtime ran is folded.

    Attempts are the same with pod, interface, network, verb, outcome and failing plugin; without the pod's name the
    container counts.
    """
    rows: dict[object, Attempts] = {}
    for summary in summaries:
        key = attempt_key(summary)
        known = rows.get(key)
        if known is None:
            rows[key] = Attempts(newest=summary, since=summary.created)
        else:
            rows[key] = replace(known, count=known.count + 1, since=summary.created)
    return tuple(rows.values())


def attempt_key(summary: Summary) -> tuple[str | None, ...]:
    """The same for attempts that are folded into one row."""
    if summary.place != _NODE:
        return (summary.id,)
    outcome = ("failed" if summary.error else "ok") if summary.finished else "running"
    return (*pod_key(summary), summary.verb, outcome, summary.failed_plugin)


def pod_key(summary: Summary) -> tuple[str, ...]:
    """The same for whatever a node's runtime ran for an interface of a pod, however often its containers changed."""
    pod = (summary.namespace, summary.pod) if summary.pod else ("", summary.container_id)
    return (*pod, summary.ifname, summary.network)
