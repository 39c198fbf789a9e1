"""The mouse, which a program and its terminal can't both have: taking it, and giving it back."""

from typing import Any

from textual.app import App

_MODES = (1000, 1003, 1015, 1006)
"""Buttons, movement, and the two ways of writing large columns (xterm, ctlseqs; textual/drivers/linux_driver.py)."""


class Mouse:
    """Who has the mouse."""

    def __init__(self, app: App[Any], *, is_ours: bool) -> None:
        """As the screen was started; Textual gives back at its end what it took at its begin."""
        self._app = app
        self._began_ours = is_ours
        self.is_ours = is_ours

    def turn(self) -> None:
        """Take it, or give it back."""
        self.is_ours = not self.is_ours
        self.apply()

    def apply(self) -> None:
        """Tell the terminal: also after it was another program's for a while."""
        self._write("h" if self.is_ours else "l")

    def leave(self) -> None:
        """Give back what was taken here; the rest Textual does."""
        if self.is_ours and not self._began_ours:
            self._write("l")

    def _write(self, end: str) -> None:
        driver = self._app._driver
        if driver is not None:
            driver.write("".join(f"\x1b[?{mode}{end}" for mode in _MODES))
            driver.flush()


def mouse_of(app: object) -> Mouse:
    """The mouse of an app that has one. Raises TypeError."""
    found = getattr(app, "mouse", None)
    if isinstance(found, Mouse):
        return found
    raise TypeError(f"{app!r} has no mouse")
