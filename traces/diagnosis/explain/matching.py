"""Finds the recorded trace that a text is about."""

from collections.abc import Sequence

from traces.diagnosis.explain.explanation import Explanation
from traces.model.summary import Summary

_SHORTEST = 8
"""Characters of an ID that was cut short, as people and tables do."""


def matching(explanation: Explanation, summaries: Sequence[Summary]) -> Summary | None:
    """The trace of that sandbox, else of that pod; of several one of the same verb, of those one that failed.

    The summaries come newest first, and the newest of what fits equally well is taken.
    """
    if not explanation.is_error:
        return None
    rated = [(_rank(explanation, summary), -place, summary) for place, summary in enumerate(summaries)]
    fitting = [each for each in rated if each[0][0]]
    return max(fitting, key=lambda each: each[:2])[2] if fitting else None


def _rank(explanation: Explanation, summary: Summary) -> tuple[int, bool, bool]:
    return _who(explanation, summary), summary.verb == explanation.verb, summary.error is not None


def _who(explanation: Explanation, summary: Summary) -> int:
    if _is_same_id(explanation.container_id, summary.container_id):
        return 2
    same_pod = bool(explanation.pod) and explanation.pod == summary.pod
    return int(same_pod and (not explanation.namespace or explanation.namespace == summary.namespace))


def _is_same_id(one: str, other: str) -> bool:
    if not one or not other:
        return False
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST and long.startswith(short))
