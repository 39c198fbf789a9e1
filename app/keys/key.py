"""An action of the screen and its keys: a row of the table in app/keys/key_table.py. Loads no screen."""

from dataclasses import dataclass


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


Section = tuple[str, tuple[Key, ...]]
"""A title, and the keys below it."""
