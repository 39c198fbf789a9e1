"""Exporting: the open trace, or the screen, is written into a file, without its secrets."""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ClassVar

from app.diagnosis.findings import all_findings
from app.features.feature import Feature
from app.keys.feature_keys import EXPORTING
from app.keys.key import Key
from app.outside.cleaning import Clean, Cleaner
from app.outside.screenshot import clean_picture, picture
from app.screens.confirm import ConfirmScreen
from app.screens.export import ExportScreen, Wanted
from app.screens.watching import WatchingScreen
from traces.errors import TraceError
from traces.export.forms import JSON, MARKDOWN, MERMAID, SHELL, SVG, Form
from traces.model.trace import Trace
from traces.session.opening import write_content
from traces.timeline.measure import one_line, size_text
from traces.timeline.printable import printable

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
Write = Callable[[Clean, bool], Awaitable[str]]
"""Makes what is written, raw or not."""


class Exporting(Feature):
    """What x and w do, and what the palette has beside them."""

    NAME: ClassVar[str] = "exporting"
    TITLE: ClassVar[str] = "Export, without secrets"
    KEYS: ClassVar[tuple[Key, ...]] = EXPORTING

    def __init__(self, screen: WatchingScreen) -> None:
        super().__init__(screen)
        self._cleaner = Cleaner()

    def json(self) -> None:
        """Write the trace file."""
        self._export(JSON)

    def report(self) -> None:
        """Write a report."""
        self._export(MARKDOWN)

    def mermaid(self) -> None:
        """Write a diagram."""
        self._export(MERMAID)

    def svg(self) -> None:
        """Write a picture of the sequence."""
        self._export(SVG)

    def shell(self) -> None:
        """Write a script that runs the cursor's call."""
        self._export(SHELL)

    def screenshot(self) -> None:
        """Write a picture of the screen."""

        async def draw(clean: Clean, is_raw: bool) -> str:
            return picture(self.screen) if is_raw else await clean_picture(self.screen, clean)

        about = "A picture of the screen as it stands; nothing in it is loaded from elsewhere."
        self._start("Screenshot", about, "-screen.svg", draw)

    def _export(self, form: Form) -> None:
        stage = self.screen.stage
        call = stage.call.id if stage and stage.call else None

        async def write(clean: Clean, is_raw: bool) -> str:
            trace = clean.given if is_raw else clean.trace
            return await asyncio.to_thread(lambda: form.write((trace,), call, all_findings((trace,))))

        self._start(f"Export as {form.name}", f"{form.about[:1].upper()}{form.about[1:]}.", form.ending, write)

    def _start(self, title: str, about: str, ending: str, write: Write) -> None:
        stage = self.screen.stand_still()
        if stage is None:
            self.screen.notify("No trace is open that could be written.", markup=False)
            return
        self.screen.run_worker(self._ask_and_write(stage.trace, title, about, ending, write), group="leaving")

    async def _ask_and_write(self, trace: Trace, title: str, about: str, ending: str, write: Write) -> None:
        clean = await self._cleaner.clean(trace)
        name = f"{one_line(trace.verb)} {one_line(trace.id)} of {one_line(trace.network.name)}"
        preview = f"Replaced by placeholders: {clean.preview or 'nothing, as nothing looks secret'}."
        about = self.screen.glyphs.fit(f"{name}. {about}")
        dialog = ExportScreen(title, about, preview, default_name(trace, ending))
        wanted: Wanted | None = await self.screen.app.push_screen_wait(dialog)
        while wanted is not None and not await self._may_write(wanted):
            again = ExportScreen(title, about, preview, wanted.path)
            wanted = await self.screen.app.push_screen_wait(again)
        if wanted is not None:
            await self._write(wanted, clean, write)

    async def _may_write(self, wanted: Wanted) -> bool:
        """Whether nothing is there, or what is there may go."""
        path = Path(wanted.path).expanduser()
        if not path.is_file():
            return True
        question = f"{printable(str(path))} is there already ({size_text(path.stat().st_size)})."
        dialog = ConfirmScreen("Replace the file?", question, yes="Replace it", no="Another name")
        answer: bool | None = await self.screen.app.push_screen_wait(dialog)
        return bool(answer)

    async def _write(self, wanted: Wanted, clean: Clean, write: Write) -> None:
        path = Path(wanted.path).expanduser()
        try:
            content = (await write(clean, wanted.is_raw)).encode()
            await asyncio.to_thread(write_content, path, content)
        except TraceError as error:
            self.screen.tell("It cannot be written", str(error))
            return
        replaced = "with its secrets" if wanted.is_raw else f"{clean.preview} replaced" if clean.preview else ""
        said = ", ".join(filter(None, [f"written, {size_text(len(content))}", replaced]))
        self.screen.notify(f"{said}: {printable(str(path.absolute()))}", timeout=10, markup=False)


def default_name(trace: Trace, ending: str) -> str:
    """A name in the current folder, or at home where that may not be written in: «cnistep-ADD-k3f9.json»."""
    stem = _UNFIT.sub("-", f"cnistep-{trace.verb}-{trace.id}")[:80]
    return f"{stem}{ending}" if os.access(".", os.W_OK) else f"~/{stem}{ending}"
