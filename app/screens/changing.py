"""A screen that changes: it edits what a link is given, and reruns from there; what is held comes first."""

from functools import cached_property
from typing import TYPE_CHECKING

from app.screens.watching import WatchingScreen

if TYPE_CHECKING:
    from app.screens.rerun_flow import RerunFlow


class ChangingScreen(WatchingScreen):
    """Asks what is to be edited or rerun, and how."""

    @cached_property
    def rerun_flow(self) -> "RerunFlow":
        """Where edits wait for their reruns: loaded for the first of them."""
        from app.screens.rerun_flow import RerunFlow

        return RerunFlow(self.app, self.backend, self.glyphs, self.follow_shown)

    def action_edit(self) -> None:
        """Edit what the held call, or the cursor's link, is given."""
        if self.taken("edit"):
            return
        stage = self.stand_still()
        if stage is not None:
            self.rerun_flow.edit(stage)

    def action_rerun(self) -> None:
        """Rerun from the cursor's link."""
        if self.is_run_under_way:
            self.notify("A run is under way: one at a time.", markup=False)
        elif (stage := self.stand_still()) is not None:
            self.rerun_flow.rerun(stage)

    def action_rerun_chain(self) -> None:
        """Rerun from the first link."""
        if self.is_run_under_way:
            self.notify("A run is under way: one at a time.", markup=False)
        elif (stage := self.stand_still()) is not None:
            self.rerun_flow.rerun_chain(stage)

    def action_revert(self) -> None:
        """Take back an edit that waits: of the held call, or for the rerun of the cursor's link."""
        if not self.taken("revert") and (self.stage is None or not self.rerun_flow.revert(self.stage)):
            self.notify("Nothing was edited here.", markup=False)

    def action_fault(self) -> None:
        """Try a fault: on the call that is held, or on the cursor's link, in a rerun."""
        if self.taken("fault"):
            return
        if self.is_run_under_way:
            self.notify("A run is under way: one at a time.", markup=False)
        elif (stage := self.stand_still()) is not None:
            self.rerun_flow.try_fault(stage)
