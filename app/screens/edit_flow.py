"""Editing what a plugin is given, as a conversation: which part, and then the editor."""

from collections.abc import Callable

from textual.app import App

from app.live.edit_tasks import Given, Part, Scene, edited, part_choices, task_of
from app.live.link_edit import LinkEdit
from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from app.screens.error import ErrorScreen
from panels.render.glyphs import Glyphs
from traces.errors import InputError
from traces.timeline.printable import printable


class EditFlow:
    """Asks for an edit, and gives it to whoever asked."""

    def __init__(self, app: App[object], glyphs: Glyphs) -> None:
        """Nothing is asked yet."""
        self._app = app
        self._glyphs = glyphs

    def ask(self, given: Given, edit: LinkEdit, scene: Scene, done: Callable[[LinkEdit], None]) -> None:
        """Ask which part, open its editor, and give the edit as it is then; nothing where the user leaves."""

        def open_editor(key: str | None) -> None:
            if key is not None:
                self.open(Part(key), given, edit, scene, done)

        title = printable(f"Edit what {scene.what} is given")
        text = printable(f"{scene.trace}. Choose what to edit.")
        self._app.push_screen(ChoiceScreen(title, text, part_choices(given, edit)), open_editor)

    def open(self, part: Part, given: Given, edit: LinkEdit, scene: Scene, done: Callable[[LinkEdit], None]) -> None:
        """Open the editor of a part on an edit, and give the edit as it is then; nothing where the user leaves."""

        def take(text: str | None) -> None:
            if text is None:
                return
            try:
                done(edited(part, text, given, edit))
            except InputError as error:
                self._app.push_screen(ErrorScreen("The edit cannot be given", str(error), glyphs=self._glyphs))

        self._app.push_screen(EditScreen(task_of(part, given, edit, scene), glyphs=self._glyphs), take)
