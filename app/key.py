"""An action of the screen and its keys: a row of the table in app/keymap.py."""

from dataclasses import dataclass

from textual.binding import Binding


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An action and its keys."""

    id: str
    """What a user's keymap names it by."""
    keys: str
    """As Textual names them, with commas between; empty where only the palette has it."""
    shown: str
    """As the user reads them."""
    action: str
    help: str
    hint: str = ""
    """The word in the last row; empty for none."""
    priority: bool = False
    """Whether it comes before what has the focus."""

    @property
    def binding(self) -> Binding:
        """The key as Textual binds it."""
        return Binding(
            self.keys, self.action, self.help, show=False, id=self.id, tooltip=self.help, priority=self.priority
        )


Section = tuple[str, tuple[Key, ...]]
"""A title, and the keys below it."""
