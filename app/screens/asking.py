"""A screen that asks the kernel: what it had around a call, and whether a trace's claims are so at this moment."""

from app.screens.folding import FoldingScreen
from panels.render.call_panel import CallPanel
from traces.errors import TraceError


class AskingScreen(FoldingScreen):
    """Turns its call panels to the kernel, and lets the place that is open be asked."""

    def action_kernel(self) -> None:
        """Show what the kernel says of the call; again: the whole state before it, after it, and what changed."""
        self.set_class(self.has_class("-tiny"), "-payload")
        for panel in self.query(CallPanel):
            panel.turn_kernel()

    def action_ask_kernel(self) -> None:
        """Hold the trace's result to what the kernel has now."""
        if self.is_run_under_way and not self.held:
            self.notify("A plugin is at work: hold the run, or wait for its end.", markup=False)
            return
        if self.trace is None:
            return
        try:
            rows = self.backend.ask_kernel(self.trace)
        except TraceError as error:
            self.tell("The kernel cannot be asked", str(error))
        else:
            from app.screens.claims import ClaimsScreen

            self.app.push_screen(ClaimsScreen(self.trace, rows, glyphs=self.glyphs))
