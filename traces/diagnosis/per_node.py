"""What several rules reckon of one node is reckoned once: every rule asks in turn about each of a thousand nodes."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from traces.diagnosis.facts import Node

_Reckoned = TypeVar("_Reckoned")


def per_node(reckon: Callable[[Node], _Reckoned]) -> Callable[[Node], _Reckoned]:
    """The same function, that remembers what it said of the node that it was asked about last."""
    last: list[tuple[Node, _Reckoned]] = []

    @wraps(reckon)
    def remembered(node: Node) -> _Reckoned:
        for known, said in last:
            if known is node:
                return said
        found = reckon(node)
        last[:] = [(node, found)]
        return found

    return remembered
