"""What lies over the debugger and gives an answer: once, however fast its keys come."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType


class Dialog(ModalScreen[ScreenResultType]):
    """A screen that is left by its answer."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave with an answer. One that comes when another screen is on top already is too late, and is dropped:

        a second key may have been on its way to this screen when the first one closed it.
        """
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)
