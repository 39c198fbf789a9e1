"""Folding: which callers have the lanes of their delegates beside them, and which hold them on their own lane."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from traces.timeline.nesting import NestedLink, Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Folding:
    """The callers that the user opened, and those that he closed; all others fold where there is no room."""

    opened: frozenset[Path] = frozenset()
    closed: frozenset[Path] = frozenset()

    def open(self, caller: Path) -> "Folding":
        """It with that caller open, and those that it is inside of."""
        seen = {caller[:end] for end in range(1, len(caller) + 1)}
        return Folding(opened=self.opened | seen, closed=self.closed - seen)

    def close(self, caller: Path) -> "Folding":
        """It with that caller closed; what is open inside of it is found open again."""
        return Folding(opened=self.opened - {caller}, closed=self.closed | {caller})


def folded_callers(every: Collection[Path], folding: Folding, comfortable: int, readable: int) -> frozenset[Path]:
    """The callers whose delegates have no lanes, of all paths, given how many lanes are comfortable, or still readable.

    Whole callers fold, the deepest first, and of those the ones that call the most; never one that the user opened.
    Whoever runs a network folds last: its delegates are a chain, which is what one came to see.
    """
    inside = Counter(path[:-1] for path in every if len(path) > 1)
    chains = {path[:-1] for path in every if isinstance(path[-1], NestedLink)}
    free = sorted(inside.keys() - folding.closed - folding.opened, key=lambda path: (-len(path), -inside[path]))
    folded = folding.closed & inside.keys()
    folded = _fold_until(every, folded, [path for path in free if path not in chains], comfortable)
    return _fold_until(every, folded, [path for path in free if path in chains], readable)


def _fold_until(every: Collection[Path], folded: frozenset[Path], free: Sequence[Path], most: int) -> frozenset[Path]:
    """What is folded, and as many of the free callers as it takes to have no more lanes than that."""

    def is_enough(count: int) -> bool:
        return len({shown_at(path, folded.union(free[:count])) for path in every}) <= most

    return folded.union(free[: bisect_left(range(len(free)), True, key=is_enough)])


def shown_at(path: Path, folded: Collection[Path]) -> Path:
    """The path whose lane shows what is called there: its own, or the outermost folded caller's around it."""
    return next((path[:end] for end in range(1, len(path)) if path[:end] in folded), path)
