"""Watch expressions: values of what each step shows, kept for the traces of a network."""

from typing import ClassVar

from app.features.feature import Feature
from app.keys.feature_keys import WATCHES
from app.keys.key import Key
from app.screens.side import WATCHED, SidePane, turn_to_side
from app.screens.watching import WatchingScreen
from traces.errors import InputError, TraceError
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.watches import EXAMPLES, Watch, look, parse_watch


class Watches(Feature):
    """Looks the expressions up at the step that one is at."""

    NAME: ClassVar[str] = "watches"
    TITLE: ClassVar[str] = "Watches"
    KEYS: ClassVar[tuple[Key, ...]] = WATCHES

    def __init__(self, screen: WatchingScreen) -> None:
        """Nothing is watched yet."""
        super().__init__(screen)
        self._network: str | None = None
        self._watches: tuple[Watch, ...] = ()
        self._looked: tuple[Trace | None, int] = (None, -1)

    def mounted(self) -> None:
        """Find the panel."""
        self._panel = self.screen.query_one(SidePane).watches

    def shown(self) -> None:
        """Look again where the step or the trace is another."""
        stage = self.screen.stage
        if stage is None:
            return
        if stage.trace.network.name != self._network:
            self._read(stage.trace.network.name)
        if (stage.trace, stage.playback.cursor) != self._looked:
            self._look()

    async def look(self) -> None:
        """To the panel."""
        await turn_to_side(self.screen, WATCHED)

    def add(self) -> None:
        """Ask for an expression, and watch it."""
        if self._network is None:
            self.screen.notify("No trace is open.", markup=False)
            return
        glyphs = self.screen.glyphs
        words = f"Looked up in the result of a reply, else in prevResult. Like {EXAMPLES}"
        title = glyphs.fit(f"Watch an expression in traces of {one_line(self._network)}")
        from app.screens.line import LineScreen

        dialog = LineScreen(title, words, complaint=_complaint, ascii_only=glyphs.ascii_only)
        self.screen.app.push_screen(dialog, self._add)

    def remove(self) -> None:
        """Watch the expression under the cursor of the panel no more."""
        entry = self._panel.entry
        if entry is None:
            self.screen.notify("Nothing is watched yet: + adds an expression.", markup=False)
            return
        gone = self._watches[entry]
        self._watches = tuple(watch for watch in self._watches if watch != gone)
        self._look()
        self._keep(gone.text, remove=True)

    def _add(self, text: str | None) -> None:
        if text is None:
            return
        watch = parse_watch(text)
        self._watches = (*(each for each in self._watches if each.text != watch.text), watch)
        self._look()
        self._keep(watch.text)

    def _keep(self, expression: str, *, remove: bool = False) -> None:
        """Keep it for other traces of the network, in this screen and in others."""
        try:
            self.screen.backend.notebook.watch(self._network or "", expression, remove=remove)
        except TraceError as error:
            self.screen.tell("The watched expressions cannot be kept", str(error))

    def _read(self, network: str) -> None:
        """Take what is watched in traces of a network."""
        self._network = network
        texts: tuple[str, ...] = ()
        try:
            texts = self.screen.backend.notebook.watches(network)
        except TraceError as error:
            self.screen.notify(one_line(f"Nothing is watched: {error}"), markup=False, severity="warning")
        self._watches = tuple(parse_watch(text) for text in texts if not _complaint(text))
        self._look()

    def _look(self) -> None:
        stage = self.screen.stage
        if stage is None or not stage.steps:
            return
        cursor = stage.playback.cursor
        self._looked = (stage.trace, cursor)
        self._panel.watched = tuple(
            (one_line(watch.text), look(watch, stage.trace, stage.steps, cursor)) for watch in self._watches
        )


def _complaint(text: str) -> str:
    """What is wrong with an expression; empty where nothing is."""
    try:
        parse_watch(text)
    except InputError as error:
        return str(error)
    return ""
