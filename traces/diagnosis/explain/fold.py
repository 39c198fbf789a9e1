"""Makes one of explanations that say the same: the same cause, of several pods, in several layers' words."""

import re
from collections.abc import Iterable
from dataclasses import replace

from traces.diagnosis.explain.explanation import Explanation

_NUMBERS = re.compile(r"[0-9a-f]{8,}(?:-[0-9a-f]{4,})*|\d+")
MOST_PODS = 1_000
"""Pods that are kept of one cause."""


def told(
    explanation: Explanation,
    *,
    count: int,
    first: str = "",
    ids: Iterable[bytes] = (),
    pods: Iterable[str] = (),
    pod: str = "",
    namespace: str = "",
) -> Explanation:
    """The explanation with how often it was said, since when, and of how many sandboxes."""
    pod = explanation.pod or pod
    namespace = explanation.namespace or namespace
    return replace(
        explanation,
        count=count,
        first=first or explanation.first,
        attempts=len(set(ids)) or int(bool(explanation.container_id)),
        pod=pod,
        namespace=namespace,
        pods=_pods(f"{namespace}/{pod}" if namespace else pod, pods),
    )


def folded(explanations: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """The same causes once, the most frequent first; what only follows from others, or is no error, last."""
    kept: dict[object, Explanation] = {}
    for each in explanations:
        key = _key(each)
        kept[key] = _both(kept[key], each) if key in kept else each
    return tuple(sorted(kept.values(), key=lambda each: (not each.is_error, each.follows, -each.count)))


def _pods(own: str, others: Iterable[str]) -> tuple[str, ...]:
    """The pod itself and the others, each once, whether a layer named its namespace or not."""
    named = dict.fromkeys(pod for pod in (own, *others) if pod)
    full = {pod.rpartition("/")[2] for pod in named if "/" in pod}
    return tuple(pod for pod in named if "/" in pod or pod not in full)[:MOST_PODS]


def _key(explanation: Explanation) -> object:
    return (
        explanation.verb,
        explanation.plugin,
        explanation.network,
        explanation.kinds,
        explanation.is_cleanup,
        _NUMBERS.sub("#", explanation.error),
    )


def _both(one: Explanation, other: Explanation) -> Explanation:
    """The one that tells more, with the counts of both."""
    more, less = (other, one) if _tells(other) > _tells(one) else (one, other)
    return replace(
        more,
        count=one.count + other.count,
        attempts=max(one.attempts, other.attempts) if _same_sandbox(one, other) else one.attempts + other.attempts,
        pods=_pods("", (*one.pods, *other.pods)),
        pod=more.pod or less.pod,
        namespace=more.namespace or less.namespace,
        container_id=more.container_id or less.container_id,
        runtime=more.runtime or less.runtime,
        first=one.first,
        last=other.last or one.last,
    )


def _tells(explanation: Explanation) -> tuple[bool, int]:
    return bool(explanation.container_id), len(explanation.layers)


def _same_sandbox(one: Explanation, other: Explanation) -> bool:
    """Whether both speak of the same pod: kubelet and the runtime say each error several times."""
    return not (one.pods and other.pods) or bool(set(one.pods) & set(other.pods))
