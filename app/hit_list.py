"""The hits of a search, and where one stands among them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from traces.timeline.search import MOST, Hit


class HitList:
    """Grows while the search goes on; one goes from hit to hit, and round from the last to the first."""

    def __init__(self, *, here: Hit | None = None) -> None:
        """Nothing is found yet; one may stand at a hit that will be."""
        self.here = here
        self._hits: list[Hit] = []
        self._counts: Counter[str] = Counter()
        self._place: int | None = None
        self._is_over = False

    def add(self, hits: Sequence[Hit], *, is_over: bool) -> None:
        """Take more hits, which come in the order of the steps."""
        if self.here is not None and self._place is None and self.here in hits:
            self._place = len(self._hits) + list(hits).index(self.here)
        self._hits += hits
        self._counts.update(hit.plugin for hit in hits)
        self._is_over = is_over

    def go(self, by: int, step: int) -> Hit | None:
        """To the next hit, or the one before; at first to the first that is on a step from this one on."""
        count = len(self._hits)
        if not count:
            return None
        if self._place is not None:
            self._place = (self._place + by) % count
        else:
            place = bisect_left([hit.step for hit in self._hits], step)
            self._place = (place if by > 0 else place - 1) % count
        self.here = self._hits[self._place]
        return self.here

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many hits each plugin has, in the order of the steps."""
        return tuple(self._counts.items())

    @property
    def told(self) -> str:
        """Where one stands: «hit 3 of 17»."""
        count = len(self._hits)
        if not count:
            return "no hit" if self._is_over else "searching"
        more, so_far = "+" if count >= MOST else "", "" if self._is_over else " so far"
        if self._place is None:
            return f"{count:,}{more} hit{'' if count == 1 else 's'}{so_far}"
        return f"hit {self._place + 1:,} of {count:,}{more}{so_far}"
