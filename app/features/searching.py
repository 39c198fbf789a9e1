"""Searching all that went in and came out of the open trace, or of all traces."""

import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from textual.worker import get_current_worker

from app.features.feature import Feature
from app.hit_list import HitList
from app.keys.feature_keys import SEARCHING
from app.keys.key import Key
from app.screens.search_line import SearchLine
from app.screens.side import DRAWERS
from app.screens.watching import WatchingScreen
from app.sifting import BEAT, Sifted, sift
from panels.hint_bar import HintBar
from panels.render.call_panel import CallPanel
from panels.render.ink import Sought
from traces.model.trace import Trace
from traces.timeline.search import Hit, Searchable, Wanted, wanted

if TYPE_CHECKING:
    from app.screens.found import FoundHit, FoundScreen

_OF_EACH = 20
"""Hits of one trace that a search in all of them lists."""


class Searching(Feature):
    """Knows the hits, and goes from one to the next."""

    NAME: ClassVar[str] = "search"
    TITLE: ClassVar[str] = "Searching"
    KEYS: ClassVar[tuple[Key, ...]] = SEARCHING

    def __init__(self, screen: WatchingScreen) -> None:
        """Nothing is searched for."""
        super().__init__(screen)
        self._pattern: Wanted | None = None
        self._searched: Searchable | None = None
        """The trace that is searched."""
        self._hits = HitList()
        self._sooner = 0
        """Where to go as soon as there is a hit to go to: 1 forth, -1 back, 0 nowhere."""

    def mounted(self) -> None:
        """Listen to what is typed."""
        self._bar = self.screen.query_one(SearchLine)
        self.screen.watch(self._bar, "text", self._search_for, init=False)

    def shown(self) -> None:
        """Another trace is on the stage, or it has grown: search it too."""
        trace = self.screen.trace
        if self._bar.display and trace is not None and (self._searched is None or self._searched.trace is not trace):
            self._search()

    def open(self) -> None:
        """Open the bar, with nothing over what it searches; what was searched for last is searched for again."""
        self.screen.remove_class(*DRAWERS)
        if not self._bar.display:
            self._bar.display = True
            self.screen.query_one(HintBar).display = False
            self._search()
        self.screen.set_focus(self._bar.field)
        self._bar.field.select_all()

    async def close(self) -> None:
        """Close the bar, and give the keys to the sequence."""
        self.back()
        await self.screen.run_action("canvas")

    def back(self) -> bool:
        """Close the bar, where it is open: nothing is lit any more."""
        was_open = bool(self._bar.display)
        if was_open:
            self._bar.display = False
            self.screen.query_one(HintBar).display = True
            self._stop()
            self._show()
        return was_open

    def next(self) -> None:
        """To the next hit; at first to the first from the step on that one is at."""
        self._go(1)

    def before(self) -> None:
        """To the hit before."""
        self._go(-1)

    async def to_payload(self) -> None:
        """Give the keys to the payload that has the hit: there n and N go on."""
        hit = self._hits.here
        panels = [panel for panel in self.screen.query(CallPanel) if panel.region]
        panel = next((panel for panel in panels if hit is not None and panel.side.name == hit.side), None)
        if panel is not None:
            self.screen.set_focus(panel.view)
        else:
            await self.screen.run_action("payload")

    def everywhere(self) -> None:
        """Search in all traces, the newest first."""
        if not self._bar.display or self._pattern is None:
            self.open()
            self.screen.notify("Type what to search for, then ctrl+t searches in all traces.", markup=False)
            return
        from app.screens.found import FoundScreen

        found = FoundScreen(self._pattern, self._bar.text, glyphs=self.screen.glyphs)
        self.screen.app.push_screen(found, self._open_found)
        rows = sorted(self.screen.summaries, key=lambda row: row.created.removesuffix("Z"), reverse=True)
        search = partial(self._search_all, [row.id for row in rows], self._pattern, found)
        self.screen.run_worker(search, thread=True, exclusive=True, group="search-all", exit_on_error=False)

    def _search_all(self, ids: Sequence[str], pattern: Wanted, shown: "FoundScreen") -> None:
        """Search in them, in a thread."""
        worker = get_current_worker()

        def is_over() -> bool:
            return worker.is_cancelled

        from app.screens.found import FoundHit, found_hit

        def look(trace: Trace) -> list[FoundHit]:
            hits = Searchable(trace=trace).hits(pattern, is_over)
            return [found_hit(trace, hit) for hit in islice(hits, _OF_EACH)]

        for news in sift(ids, self.screen.backend.open_trace, look, is_over):
            self.screen.call_later(self._take_found, shown, news)

    def _take_found(self, shown: "FoundScreen", news: "Sifted[FoundHit]") -> None:
        unread = f", {news.unread:,} could not be read" if news.unread else ""
        is_over = news.searched == news.total
        how_far = f"{news.total:,} traces searched" if is_over else f"searched {news.searched:,} of {news.total:,}"
        shown.take(news.new, f"{how_far}{unread}")

    def _open_found(self, found: "FoundHit | None") -> None:
        """Go to the hit in its trace."""
        self.screen.workers.cancel_group(self.screen, "search-all")
        if found is None:
            return
        if found.trace_id != self.screen.current:
            self.screen.stop_following()
            self.screen.open_trace(found.trace_id)
        if self.screen.current == found.trace_id:
            self._search(found.hit)
            self._show_hit(found.hit)

    def _search_for(self, text: str) -> None:
        """Another text is typed."""
        self._pattern = wanted(text)
        self._search()

    def _search(self, here: Hit | None = None) -> None:
        """Search the trace on the stage anew; one stands at that hit."""
        self._stop()
        trace = self.screen.trace
        if trace is not None and (self._searched is None or self._searched.trace is not trace):
            self._searched = Searchable(trace=trace)
        self._hits = HitList(here=here)
        self._sooner = 0
        if self._pattern is not None and self._searched is not None and self._bar.display:
            search = partial(self._find, self._searched, self._pattern, self._hits)
            self.screen.run_worker(search, thread=True, exclusive=True, group="search", exit_on_error=False)
        self._show()

    def _stop(self) -> None:
        self.screen.workers.cancel_group(self.screen, "search")

    def _find(self, searched: Searchable, pattern: Wanted, into: HitList) -> None:
        """Search, in a thread."""
        worker = get_current_worker()
        batch: list[Hit] = []
        told = 0.0
        for hit in searched.hits(pattern, lambda: worker.is_cancelled):
            batch.append(hit)
            if time.monotonic() - told >= BEAT:
                self.screen.call_later(self._take, into, batch, False)
                batch, told = [], time.monotonic()
        if not worker.is_cancelled:
            self.screen.call_later(self._take, into, batch, True)

    def _take(self, into: HitList, hits: Sequence[Hit], is_over: bool) -> None:
        if into is not self._hits:
            return
        into.add(hits, is_over=is_over)
        if hits and self._sooner and self._bar.display:
            self._go(self._sooner)
        else:
            self._show()

    def _go(self, by: int) -> None:
        if not self._bar.display or self._pattern is None:
            self.open()
            return
        self.screen.look_here()
        hit = self._hits.go(by, self.screen.cursor)
        self._sooner = by if hit is None else 0
        if hit is not None:
            self._show_hit(hit)

    def _show_hit(self, hit: Hit) -> None:
        """Move to its step, turn the payload to its side, and bring it into view."""
        self.screen.stand_still()
        self.screen.player.move(hit.step)
        self.screen.show()
        side = {"plugin": "stdin", "error": "exit"}.get(hit.side, hit.side)
        self.screen.set_class(self.screen.has_class("-tiny") and hit.call is not None, "-payload")
        for panel in self.screen.query(CallPanel):
            if side in [each.name for each in panel.SIDES]:
                panel.tab = side
                panel.hex = False
        self._show()

    def _show(self) -> None:
        """Pass on what there is to see."""
        lights = self._bar.display and self._pattern is not None
        sought = Sought(pattern=self._pattern, hit=self._hits.here) if lights and self._pattern is not None else None
        for panel in self.screen.query(CallPanel):
            panel.sought = sought
        self._bar.told = self._hits.told if sought is not None else ""
        self._bar.counts = self._hits.counts if sought is not None else ()
