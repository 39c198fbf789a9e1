"""A screen that watches a node: the list grows while its runtime works, and, if wished, the stage shows what is live.

Nothing moves under the user's hands: whoever steps, plays or chooses looks at that trace, and new ones only count.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress

from textual import on, work
from textual.reactive import var
from textual.timer import Timer

from app.backend import Backend
from app.clock import Clock
from app.node.node_news import MOST_CHANGES, NewsBox, NewsCame, Watch, WatchEnded, watch_node
from app.screens.asking import AskingScreen
from app.stage import Stage
from panels.render.glyphs import Glyphs
from traces.errors import TraceError
from traces.model.events import Event
from traces.model.summary import Summary
from traces.session.chain_watch import chain_line
from traces.timeline.playback import Motion
from traces.timeline.query import Query, parse

_LEAST_PAUSE = 0.1
"""Seconds between two looks at the news."""
_SHARE = 4
"""So many times as long as a look took, at least, nothing is looked at: the keys come first."""
_DWELL = 1.0
"""Seconds that a trace is shown, at least, before one that began after it takes its place."""
_TOAST = 10.0
"""Seconds that a change under running pods is said."""


class WatchingScreen(AskingScreen):
    """Lists what a node's runtime runs, and follows it."""

    watching: var[str | None] = var(None)
    """What there is to say of the node; None where none is watched."""
    chains_changed: var[int] = var(0)
    """How often a chain was seen to change under running pods."""
    news: var[str] = var("")
    """What is new, in the title of the list."""
    list_time: var[int] = var(0)
    """The time for the seconds of what runs."""
    query_text: var[str] = var("")
    """What the list is filtered by: only that is followed and counted."""

    def __init__(self, backend: Backend, *, motion: Motion, glyphs: Glyphs, clock: Clock | None = None) -> None:
        """Follow the node, if the backend has one."""
        super().__init__(backend, motion=motion, glyphs=glyphs, clock=clock)
        self._clock = clock or Clock()
        self._box = NewsBox()
        self._is_over = False
        self._look: Timer | None = None
        self._pause = _LEAST_PAUSE
        self._new: set[str] = set()
        self._shown_at = -_DWELL
        self.follows_node = backend.watch is not None
        """Whether what is live comes on the stage."""
        self.chain_changes: deque[str] = deque(maxlen=MOST_CHANGES)
        """What was said of chains that changed under running pods, the oldest first."""

    def on_mount(self) -> None:
        """Watch the node."""
        if self.backend.watch is not None:
            self.empty_text = self.backend.watch.advice
            self.set_interval(1.0, self._second)
            self._say()
            self._watch(self.backend.watch)

    @work(thread=True, exclusive=True, group="watch", exit_on_error=False)
    def _watch(self, watch: Watch) -> None:
        watch_node(watch, self, self._box)

    @on(NewsCame)
    def take_news(self) -> None:
        """Look at the news soon: what comes until then is looked at together."""
        if self._look is None:
            self._look = self.set_timer(self._pause, self._read_news)

    @on(WatchEnded)
    def end_watching(self, message: WatchEnded) -> None:
        """What was recorded can be looked at all the same."""
        self.follows_node, self._is_over = False, True
        self.watching = "not watched any more"
        self.tell("The node cannot be watched", message.error)

    def list_traces(self) -> None:
        """Ask for the list again; of a node that is watched its traces come with the news."""
        super().list_traces()
        self._say()

    def number_trace(self) -> None:
        """In a list that grows at its top a number says nothing."""
        if self.backend.watch is None:
            super().number_trace()

    def _read_news(self) -> None:
        began, self._look = self._clock.seconds(), None
        news = self._box.take()
        self._new = (self._new | news.begun) - news.gone
        self.list_traces()
        if self.current in news.changed:
            self._grow()
        if self.current in news.gone:
            self.notify("This turned out to be a part of another trace: 1 lists what there is.", markup=False)
        self._go_on()
        for change in news.chains:
            self.chain_changes.append(chain_line(change))
            self.notify(self.chain_changes[-1], severity="warning", timeout=_TOAST, markup=False)
        self._say()
        self._pause = max(_LEAST_PAUSE, _SHARE * (self._clock.seconds() - began))

    def _grow(self) -> None:
        """The trace on the stage has grown."""
        if self.current is None or self.stage is None:
            return
        # Its records may have been removed to make room for others: it stays as it was seen last.
        with suppress(TraceError):
            trace = self.backend.open_trace(self.current)
            if trace != self.stage.trace:
                self.player.grow(trace)
                self.show()

    def _second(self) -> None:
        """A second has passed."""
        self.list_time = self._clock.epoch()
        self._go_on()

    def _go_on(self, *, at_once: bool = False) -> None:
        """Where the node is followed, show what is live, or else what began last, once the trace shown is over."""
        stage = self.stage
        if not self.follows_node or (stage is not None and not stage.trace.finished and not at_once):
            return
        goal = self._newest()
        if goal is None or goal.id == self.current or not (at_once or self._is_next(goal)):
            return
        self._shown_at = self._clock.seconds()
        self.open_trace(goal.id, playing=True)
        self._new.discard(goal.id)
        self._say()

    def _is_next(self, goal: Summary) -> bool:
        """Whether the trace shown has been shown long enough, and has nothing more to show."""
        stage = self.stage
        if stage is None:
            return True
        if self._clock.seconds() - self._shown_at < _DWELL:
            return False
        return not goal.finished or (goal.created > stage.trace.created and not stage.playback.playing)

    def _newest(self) -> Summary | None:
        """What the node's runtime began last; what runs goes before what is over."""
        wanted = self._wanted
        recorded = [each for each in self.summaries if each.place == "node" and wanted.fits_summary(each)]
        running = (each for each in recorded if not each.finished)
        return next(running, None) or next(iter(recorded), None)

    @property
    def _wanted(self) -> Query:
        return parse(self.query_text)

    def watch_query_text(self) -> None:
        """Only what is wanted is new."""
        self._say()

    def _say(self) -> None:
        """Say what the screen does about the node, and how many traces have begun that nobody has looked at."""
        wanted = self._wanted
        count = sum(each.id in self._new and wanted.fits_summary(each) for each in self.summaries) if self._new else 0
        self.news = f"{count:,} new" if count else ""
        self.chains_changed = len(self.chain_changes)
        if self.backend.watch is not None and not self._is_over:
            follows = "following" if self.follows_node else "F follows"
            self.watching = ", ".join(filter(None, (follows, self.news)))

    def next_in_series(self) -> str | None:
        """The trace that comes after the open one; where the node is followed, what is live comes next."""
        return None if self.follows_node else super().next_in_series()

    def stop_following(self) -> None:
        """What is on the stage stays there."""
        super().stop_following()
        self.look_here()

    def look_here(self) -> None:
        """The user looks at the trace on the stage: the node is not followed any more."""
        if self.follows_node:
            self.follows_node = False
            self._say()
            self.show_hints()

    def stand_still(self) -> Stage | None:
        """The stage, and nothing moves on it while there is a question about it."""
        self.look_here()
        return super().stand_still()

    def follow_shown(self, source: Iterator[Event]) -> None:
        """Follow a run of ours instead of the node."""
        self.look_here()
        super().follow_shown(source)

    def action_follow(self) -> None:
        """Follow what is live on the node, or stop; a run of ours that is under way goes before."""
        if self.backend.watch is None or self.is_run_under_way:
            super().action_follow()
        elif self.follows_node:
            self.look_here()
        else:
            self.follows_node = True
            self._new.clear()
            self._go_on(at_once=True)
            self._say()
            self.show_hints()

    def action_play(self) -> None:
        """Whoever plays or pauses looks at this trace."""
        self.look_here()
        super().action_play()

    def action_step(self, count: int) -> None:
        """Whoever steps looks at this trace."""
        self.look_here()
        super().action_step(count)

    def action_link(self, direction: int) -> None:
        """Whoever goes from link to link looks at this trace."""
        self.look_here()
        super().action_link(direction)

    def action_first(self) -> None:
        """Whoever goes back to the first step looks at this trace."""
        self.look_here()
        super().action_first()

    def action_changes(self) -> None:
        """Show all that was said of chains that changed under running pods."""
        if self.chain_changes:
            text = "\n\n".join(reversed(self.chain_changes))
            from app.screens.error import ErrorScreen

            self.app.push_screen(ErrorScreen("Chains that changed under running pods", text, glyphs=self.glyphs))
        else:
            self.notify("No chain has changed under running pods since this screen was opened.", markup=False)
