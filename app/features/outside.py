"""Leaving the screen for a while: the pager, the editor, and the shell that it was started from."""

import os
from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual.app import SuspendNotSupported

from app.features.feature import Feature
from app.keys.feature_keys import OUTSIDE
from app.keys.key import Key
from app.looking_at import View, view_of
from app.outside.interrupts import interrupts_are_the_programs
from app.outside.programs import edit_in_editor, editor_command, pager_command, read_in_pager
from app.stdin_edited import StdinEdited
from panels.render.edit_text import editable
from traces.errors import TraceError
from traces.export.pieces import is_json

_Given = TypeVar("_Given")


class Outside(Feature):
    """What v, E and ctrl+z do."""

    NAME: ClassVar[str] = "outside"
    TITLE: ClassVar[str] = "Outside of the screen"
    KEYS: ClassVar[tuple[Key, ...]] = OUTSIDE

    def pager(self) -> None:
        """Show the side that is looked at, laid out, in the user's pager."""
        view = self._view()
        if view is not None:
            self._away("The pager", lambda: read_in_pager(pager_command(os.environ), view.pretty))

    def editor(self) -> None:
        """Open a copy of what is looked at in the user's editor, JSON laid out; an edit of stdin is one of its link."""
        view = self._view()
        if view is None:
            return
        content, (given, ending) = view.content, _to_edit(view)
        edited = self._away("The editor", lambda: edit_in_editor(editor_command(os.environ), given, ending))
        if edited is None or edited == given:
            return
        if content is None or view.side.stream != "stdin":
            self.screen.notify("That was only a copy: what was recorded stays as it is.", markup=False)
        else:
            self._take(view, edited)

    def suspend(self) -> None:
        """Go to the background, as any program does."""
        driver = self.screen.app._driver
        if driver is not None and driver.can_suspend:
            self.screen.app.action_suspend_process()
        else:
            self.screen.notify("This terminal has no shell to go back to.", markup=False)

    def _take(self, view: View, edited: bytes) -> None:
        """Offer an edit of a link's stdin to the rerun."""
        link = view.seen.call.link
        if link is None:
            self.screen.notify("That was only a copy: a rerun begins at a link, not at a delegate.", markup=False)
        elif not view.trace.finished:
            self.screen.notify("That was only a copy: the run is under way; e edits what is held.", markup=False)
        else:
            self.screen.post_message(StdinEdited(view.trace, link, edited))

    def _away(self, what: str, work: Callable[[], _Given]) -> _Given | None:
        """Do something that needs the terminal for itself; what it gives, or None where that went wrong."""
        try:
            with self.screen.app.suspend(), interrupts_are_the_programs():
                return work()
        except SuspendNotSupported:
            self.screen.notify(f"{what} needs a terminal, and this one cannot be handed over.", markup=False)
        except TraceError as error:
            self.screen.tell(f"{what} did not work", str(error))
        return None

    def _view(self) -> View | None:
        stage = self.screen.stage
        step = stage.step if stage else None
        view = view_of(self.screen, stage.trace if stage else None, is_reply=step is not None and step.is_reply)
        if view is None:
            self.screen.notify("There is no call here that could be opened.", markup=False)
        return view


def _to_edit(view: View) -> tuple[bytes, str]:
    """What an editor gets, and how its file's name ends: JSON laid out, any other stream as its exact bytes."""
    content = view.content
    if content is None:
        return view.text.encode(errors="backslashreplace"), ".txt"
    if not is_json(content):
        return content, ".txt"
    return f"{editable(content)}\n".encode(errors="surrogateescape"), ".json"
