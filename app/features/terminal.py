"""The terminal: whether cnistep or the terminal itself has the mouse."""

from typing import ClassVar

from app.features.feature import Feature
from app.keys.feature_keys import TERMINAL
from app.keys.key import Key
from app.looks.mouse import mouse_of


class Terminal(Feature):
    """Turns what the terminal sends on and off."""

    NAME: ClassVar[str] = "terminal"
    TITLE: ClassVar[str] = "Terminal"
    KEYS: ClassVar[tuple[Key, ...]] = TERMINAL

    def turn_mouse(self) -> None:
        """Let the terminal have the mouse, so that it selects text; or take it back."""
        mouse = mouse_of(self.screen.app)
        mouse.turn()
        has_it = "cnistep has the mouse again" if mouse.is_ours else "the terminal has the mouse: text can be selected"
        self.screen.notify(has_it, markup=False)
