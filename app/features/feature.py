"""What every feature of the screen is: some keys, and the methods that they call."""

import inspect
from typing import ClassVar

from app.keys.key import Key
from app.screens.watching import WatchingScreen


class Feature:
    """A group of actions of the debugger's screen that belong together. The screen has one of each.

    A key of a feature has the action ``do('NAME.method')``; the method takes nothing and may be a coroutine.
    """

    NAME: ClassVar[str]
    """What its actions begin with."""
    TITLE: ClassVar[str]
    """What its keys stand under on the help page."""
    KEYS: ClassVar[tuple[Key, ...]]

    def __init__(self, screen: WatchingScreen) -> None:
        """Nothing is asked of the screen before it is mounted."""
        self.screen = screen

    def mounted(self) -> None:
        """The screen stands: panels can be asked for."""

    def shown(self) -> None:
        """Something on the stage may have changed. Called for every frame: compare before anything is done."""

    def takes(self, action: str) -> bool:
        """Do an action of the screen in its place (over, next, into, out, play, edit, fault); whether it was done."""
        return False

    def resized(self) -> None:
        """The screen has another layout."""

    def back(self) -> bool:
        """The user goes back to the sequence: give way; whether there was anything to give way with."""
        return False

    async def do(self, method: str) -> None:
        """Do what a key says."""
        done = getattr(self, method)()
        if inspect.isawaitable(done):
            await done
