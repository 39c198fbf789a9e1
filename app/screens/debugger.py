"""The debugger: a trace as a sequence, the list of all traces, and what went in and came out of each call."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from app.backend import Backend
from app.clock import Clock
from app.keys.bindings import bindings
from app.keys.key import Section
from app.keys.key_table import SCREEN_KEYS, SECTIONS
from app.keys.keymap import FEATURES, feature_named, hints, with_keys
from app.keys.remap import remap_of
from app.screens.canvas import Canvas, SequencePane, SmallCanvas
from app.screens.changing import ChangingScreen
from app.screens.search_line import SearchLine
from app.screens.side import BROAD, DRAWERS, SidePane, side_last
from app.stdin_edited import StdinEdited
from panels.hint_bar import HintBar
from panels.lanes_header import LanesHeader
from panels.payload_panel import PayloadPanel
from panels.render.call_panel import CallPanel
from panels.render.glyphs import UNICODE, Glyphs
from panels.reply_panel import ReplyPanel
from panels.request_panel import RequestPanel
from panels.sequence_view import SequenceView
from panels.stands_out import StandsOutPanel
from panels.status_line import StatusLine
from panels.traces_panel import TracesPanel
from panels.transport import Transport
from traces.model.trace import Trace
from traces.timeline.playback import Motion

WIDE, HIGH = 110, 34
"""From this size on there is room for the list beside the sequence, and for both payloads side by side."""
LEAST_WIDE, LEAST_HIGH = 60, 16
"""Below this size the steps are a plain list."""
_SIDES_OF_A_MESSAGE = ("stdin", "stdout", "stderr", "exit")


class DebuggerScreen(ChangingScreen):
    """Plays and steps one trace, and opens others."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SCREEN_KEYS)
    SECTIONS: ClassVar[tuple[Section, ...]] = SECTIONS
    AUTO_FOCUS = "Canvas"

    def __init__(
        self,
        backend: Backend,
        trace: Trace | None = None,
        *,
        playing: bool = False,
        motion: Motion = Motion.FULL,
        glyphs: Glyphs = UNICODE,
        clock: Clock | None = None,
    ) -> None:
        """Show the trace, if one is given, and play it if that is wished."""
        super().__init__(backend, motion=motion, glyphs=glyphs, clock=clock)
        self._first = (trace, playing)
        self._canvas = Canvas(ascii_only=glyphs.ascii_only)
        self._small = SmallCanvas(ascii_only=glyphs.ascii_only)
        self._traces = TracesPanel(glyphs=glyphs)
        self._request = RequestPanel(glyphs=glyphs)
        self._request.empty_text = "nothing was sent"
        self._reply = ReplyPanel(glyphs=glyphs)
        self._payload = PayloadPanel(glyphs=glyphs)
        self._hints = HintBar()
        self.features = {feature.NAME: feature(self) for feature in FEATURES}

    def compose(self) -> ComposeResult:
        """All panels; each layout shows some of them."""
        # The layout is chosen before there is a panel whose styles would have to be worked out again.
        self._lay_out(*self.app.size)
        ascii_only, screen = self.glyphs.ascii_only, DebuggerScreen
        yield StatusLine(ascii_only=ascii_only).data_bind(
            *(screen.trace, screen.place_in_list, screen.held_words, screen.run_facts, screen.made_here),
            *(screen.watching, screen.chains_changed),
        )
        with Horizontal(id="upper"):
            yield self._traces.data_bind(screen.summaries, screen.current, screen.news, now=screen.list_time)
            with SequencePane():
                yield LanesHeader().data_bind(screen.diagram, screen.offset_x)
                yield self._canvas.data_bind(
                    *(screen.trace, screen.folding, screen.cursor, screen.travelled, screen.now, screen.empty_text),
                    *(screen.held, screen.stops),
                )
            yield SidePane(glyphs=self.glyphs, id="side")
        yield self._small.data_bind(screen.trace, screen.cursor, screen.held, screen.stops, screen.empty_text)
        yield Transport(ascii_only=ascii_only).data_bind(
            screen.position, screen.cursor, screen.count, screen.playing, screen.failures, screen.facts
        )
        with Horizontal(id="lower"):
            yield self._request.data_bind(screen.call, held=screen.call_held)
            yield self._reply.data_bind(
                screen.call, screen.kernel, screen.elapsed, screen.empty_text, held=screen.call_held
            )
            yield self._payload.data_bind(
                *(screen.call, screen.kernel, screen.elapsed, screen.empty_text), held=screen.call_held
            )
        yield SearchLine(glyphs=self.glyphs)
        yield self._hints

    @property
    def focus_chain(self) -> list[Widget]:
        """The order of tab: the column at the right comes after the payloads."""
        return side_last(super().focus_chain)

    def on_mount(self) -> None:
        """Show what is to be shown first."""
        if self.backend.watch is not None:
            self._traces.advice = self.backend.watch.advice
            self._traces.ask_for(self.backend.watch.query)
        self.watch(self._traces, "query_text", self._take_query)
        for feature in self.features.values():
            feature.mounted()
        self.show_hints()
        trace, playing = self._first
        if trace is not None:
            self.show_trace(trace, playing=playing)

    def show(self) -> None:
        """Pass the stage down, to the features too."""
        super().show()
        for feature in self.features.values():
            feature.shown()

    async def action_do(self, what: str) -> None:
        """Do what a feature's key says: «NAME.method»."""
        name, _, method = what.partition(".")
        if name not in self.features:
            self.features[name] = feature_named(name)(self)
        await self.features[name].do(method)

    def taken(self, action: str) -> bool:
        """Whether a feature did it."""
        return any(feature.takes(action) for feature in self.features.values())

    def _take_query(self, query: str) -> None:
        self.query_text = query

    def on_resize(self, event: events.Resize) -> None:
        """Take the layout for the size."""
        self._lay_out(*event.size)
        for feature in self.features.values():
            feature.resized()
        self.call_after_refresh(self._keep_focus)

    def _lay_out(self, width: int, height: int) -> None:
        tiny = width < LEAST_WIDE or height < LEAST_HIGH
        wide = width >= WIDE and height >= HIGH
        broad = wide and width >= BROAD
        classes = {"-tiny": tiny, "-wide": wide, "-broad": broad, "-narrow": not wide and not tiny}
        gone = DRAWERS if broad else () if tiny else ("-payload",)
        # All at once: each change alone would have every style of the screen worked out again.
        self.update_classes({**classes, **dict.fromkeys(gone, False)})

    def _keep_focus(self) -> None:
        """Give the keys to the sequence where their panel is not in the layout."""
        focused = self.focused
        if focused is None or not all(node.display for node in focused.ancestors_with_self if isinstance(node, Widget)):
            self.action_canvas()

    def watch_cursor(self) -> None:
        """Show the side of the call that the step is about, where the side of a message is shown."""
        self.show_hints()
        step = self.stage.step if self.stage else None
        if step is None or self.stage is None:
            return
        if self._payload.side.name in _SIDES_OF_A_MESSAGE:
            self._payload.tab = self.stage.telling_side if step.is_reply else "stdin"
        if self._reply.side.name in _SIDES_OF_A_MESSAGE:
            self._reply.tab = self.stage.telling_side

    def show_hints(self) -> None:
        """Say what the keys do now."""
        runs = self.trace is not None and not self.trace.finished and self.is_run_under_way
        into, out = (not self.playing and step is not None for step in (self.step_inside, self.step_outside))
        follow = "" if self.backend.watch is None else "Unfollow" if self.follows_node else "Follow"
        space = "Pause" if self.playing else "Play"
        if self.shown_run is not None:
            space = "Run on" if self.held or self.backend.stepper.is_stepping else "Hold"
        held, between = bool(self.held), any(mark.call is None for mark in self.held)
        nested = {"into": into, "out": out}
        shown = hints(space=space, running=runs, follow=follow, held=held, between_verbs=between, **nested)
        self._hints.hints = with_keys(shown, remap_of(self.app).shown(SCREEN_KEYS))

    def watch_playing(self) -> None:
        """Space plays, or pauses."""
        self.show_hints()

    def watch_held(self) -> None:
        """The keys let a held run go on."""
        self.show_hints()

    def watch_trace(self) -> None:
        """A run can be stopped."""
        self.show_hints()

    @on(SequenceView.StepChosen)
    @on(Transport.Moved)
    @on(StandsOutPanel.Chosen)
    def go_to_step(self, message: SequenceView.StepChosen | Transport.Moved | StandsOutPanel.Chosen) -> None:
        """Go where the user pointed."""
        self.look_here()
        self.player.move(message.index)
        self.show()

    @on(StandsOutPanel.FindingChosen)
    async def show_finding(self, message: StandsOutPanel.FindingChosen) -> None:
        """Go to its step, and tell all of the finding that was picked."""
        self.player.move(message.index)
        self.show()
        await self.action_do("findings.open")

    @on(StdinEdited)
    def take_stdin(self, message: StdinEdited) -> None:
        """Go on with what was edited outside of the screen."""
        self.rerun_flow.take_stdin(message.trace, message.link, message.stdin)

    @on(TracesPanel.Chosen)
    def choose_trace(self, message: TracesPanel.Chosen) -> None:
        """Open the trace, and close the drawer."""
        self.stop_following()
        self.open_trace(message.trace_id)
        self.action_back()

    @on(CallPanel.HitWanted)
    async def go_to_hit(self, message: CallPanel.HitWanted) -> None:
        """Go on in the search."""
        await self.action_do("search.next" if message.by > 0 else "search.before")

    @on(HintBar.Pressed)
    async def press_hint(self, message: HintBar.Pressed) -> None:
        """Do what the hint says."""
        await self.run_action(message.action)

    def action_traces(self) -> None:
        """To the list; where it has no place of its own it comes as a drawer, and goes again."""
        if self.has_class("-drawer") and not self.has_class("-wide"):
            self.action_back()
            return
        self.remove_class(*DRAWERS)
        self.add_class("-drawer")
        self._traces.view.focus()

    def action_filter_traces(self) -> None:
        """To the list, and type what it should show."""
        self.remove_class(*DRAWERS)
        self.add_class("-drawer")
        self._traces.action_filter()

    def scroll_notes(self, rows: int) -> None:
        """Show more of what stands below the last step."""
        self._canvas.scroll_relative(y=rows, animate=False, force=True)

    def action_canvas(self) -> None:
        """To the sequence, at once: a key that comes meanwhile may give the keys to another part."""
        self.remove_class(*DRAWERS)
        self.set_focus(self._small if self.has_class("-tiny") else self._canvas)

    def action_payload(self) -> None:
        """To what went in and came out; from the request on to the reply."""
        self.remove_class(*DRAWERS)
        self.set_class(self.has_class("-tiny"), "-payload")
        if not self.has_class("-wide"):
            self._payload.view.focus()
        elif self._request.view.has_focus:
            self._reply.view.focus()
        else:
            self._request.view.focus()

    def action_back(self) -> None:
        """Everything as it was, and the keys to the sequence."""
        for feature in self.features.values():
            feature.back()
        self.action_canvas()

    async def action_leave(self) -> None:
        """Back to the sequence, and from there out."""
        away = self.has_class("-drawer") or not (self._canvas.has_focus or self._small.has_focus)
        gave_way = [feature.back() for feature in self.features.values()]
        if away or any(gave_way):
            self.action_canvas()
        else:
            await self.app.action_quit()

    async def action_help(self) -> None:
        """Show all keys, first those of the part that has the focus; and which lesson explains this step."""
        await self.action_do("lessons.help")
