"""The filter of the list: taken out of force and put back; what a list can't tell is looked for in the traces."""

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.timer import Timer
from textual.worker import get_current_worker

from app.features.feature import Feature
from app.keys.feature_keys import FILTERING
from app.keys.key import Key
from app.screens.watching import WatchingScreen
from app.sifting import BEAT, Sifted, sift
from panels.traces_panel import TracesPanel
from traces.errors import TraceError
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.query import Query, parse

_SHARE = 4
"""So many times as long as showing took, at least, nothing more is shown: the keys come first."""


class Filtering(Feature):
    """Helps the list with its filter."""

    NAME: ClassVar[str] = "filter"
    TITLE: ClassVar[str] = "The filter of the list"
    KEYS: ClassVar[tuple[Key, ...]] = FILTERING

    def __init__(self, screen: WatchingScreen) -> None:
        """Nothing is asked yet."""
        super().__init__(screen)
        self._query = Query()
        self._known: dict[str, bool] = {}
        """Of traces that have been looked into: whether the query wants them."""
        self._looked: tuple[Summary, ...] | None = None
        """The list that is being looked through."""
        self._news: Sifted[tuple[str, bool]] | None = None
        self._timer: Timer | None = None
        self._pause = BEAT
        self._clock = time.monotonic

    def mounted(self) -> None:
        """Recall what was asked before, and listen to what is asked."""
        self._panel = self.screen.query_one(TracesPanel)
        with suppress(TraceError):
            self._panel.filter_line.history = self.screen.backend.filters()
        self.screen.watch(self._panel.filter_line, "history", self._keep, init=False)
        self.screen.watch(self._panel, "query_text", self._ask, init=False)
        self.screen.watch(self.screen, "summaries", self._look_on, init=False)

    async def begin(self) -> None:
        """To the list, and type what it should show."""
        await self.screen.run_action("filter_traces")

    def toggle(self) -> None:
        """Take the filter out of force, or put it back; where the list is on the screen, it says so itself."""
        if not self._panel.toggle_filter():
            said = "No filter is typed: / in the list begins one."
        elif self._panel.is_on_screen:
            return
        elif self._panel.filter_line.is_off:
            said = "The list's filter is off: \\ turns it on again."
        else:
            said = f"The list is filtered again: {self._panel.filter_line.text}"
        self.screen.notify(said, markup=False)

    def _keep(self, history: tuple[str, ...]) -> None:
        # Where nothing can be kept, it is remembered as long as the screen is open.
        with suppress(TraceError):
            self.screen.backend.keep_filters(history)

    def _ask(self, text: str) -> None:
        """Another query is in force: what was looked for is looked for no more."""
        self.screen.workers.cancel_group(self.screen, "filter")
        self._query, self._known, self._looked = parse(text), {}, None
        self._news = None
        self._panel.progress = ""
        self._panel.found = frozenset() if self._query.needs_trace else None
        self._look_on()

    def _look_on(self) -> None:
        """Look into traces that the list's own facts don't exclude, and that were not looked into at their end."""
        if not self._query.needs_trace or self._looked is not None:
            return
        rows = sorted(self.screen.summaries, key=lambda row: row.created.removesuffix("Z"), reverse=True)
        unknown = (row for row in rows if not row.finished or row.id not in self._known)
        ids = [row.id for row in unknown if self._query.fits_summary(row)]
        if ids:
            self._looked = self.screen.summaries
            search = partial(self._search, ids, self._query)
            self.screen.run_worker(search, thread=True, exclusive=True, group="filter", exit_on_error=False)

    def _search(self, ids: Sequence[str], query: Query) -> None:
        """Look into them, in a thread."""
        worker = get_current_worker()

        def look(trace: Trace) -> tuple[tuple[str, bool], ...]:
            return ((trace.id, query.fits_trace(trace)),)

        for news in sift(ids, self.screen.backend.open_trace, look, lambda: worker.is_cancelled):
            self.screen.call_later(self._take, query, news)

    def _take(self, query: Query, news: Sifted[tuple[str, bool]]) -> None:
        """Remember what was found, and show it soon: what comes until then is shown together."""
        if query is not self._query:
            return
        self._known.update(news.new)
        self._news = news
        if self._timer is None:
            self._timer = self.screen.set_timer(self._pause, self._show)

    def _show(self) -> None:
        """Show what was found by now."""
        self._timer, news = None, self._news
        if news is None:
            return
        began = self._clock()
        is_over = news.searched == news.total
        unread = f", {news.unread:,} could not be read" if news.unread else ""
        self._panel.progress = "" if is_over and not unread else f"searched {news.searched:,} of {news.total:,}{unread}"
        self._panel.found = frozenset(trace_id for trace_id, fits in self._known.items() if fits)
        if is_over:
            self._news = None
            looked, self._looked = self._looked, None
            self._panel.draw()
            if looked is not self.screen.summaries:
                self._look_on()
        self._pause = max(BEAT, _SHARE * (self._clock() - began))
