"""A screen whose keys play, step and jump."""

from app.screens.following import FollowingScreen
from app.stage import Stage

_ALL_ROWS = 100_000
"""More rows than any trace has."""


class SteppingScreen(FollowingScreen):
    """Moves along the timeline as the user says."""

    def show_hints(self) -> None:
        """Say what the keys do now: a screen that has hints does."""

    def taken(self, action: str) -> bool:
        """Whether somebody else did the action, in another way: a screen that has features asks them."""
        return False

    def scroll_notes(self, rows: int) -> None:
        """Show more of what stands below the last step: a screen that draws it does."""

    @property
    def _stands_at_the_end(self) -> bool:
        stage = self.stage
        return stage is not None and stage.trace.finished and stage.playback.at_end

    def stand_still(self) -> Stage | None:
        """The stage; a trace that is played pauses, so that it does not go on behind a question about it."""
        if self.stage is not None and self.stage.trace.finished:
            self.player.pause()
            self.show()
        return self.stage

    def action_play(self) -> None:
        """Play or pause; at the end of a trace, play the next one of its series."""
        if self.taken("play"):
            return
        stage = self.stage
        at_end = stage is not None and not stage.playback.playing and stage.playback.at_end
        following = self.next_in_series() if at_end else None
        if following is not None:
            self.open_trace(following, playing=True)
            return
        self.player.toggle()
        self.show()

    def action_step(self, count: int) -> None:
        """So many steps on or back."""
        if count > 0 and self.taken("next"):
            return
        if count > 0 and self._stands_at_the_end:
            self.scroll_notes(count)
            return
        self.player.step(count)
        self.show()

    def action_link(self, direction: int) -> None:
        """To another link of the chain."""
        if direction > 0 and self.taken("over"):
            return
        self.player.link(direction)
        self.show()

    def action_first(self) -> None:
        """To the first step."""
        self.player.move(0)
        self.show()

    def action_last(self) -> None:
        """To the last step; from there to the end of what is said below it."""
        if self._stands_at_the_end:
            self.scroll_notes(_ALL_ROWS)
        self.player.last()
        self.show()

    def action_faster(self) -> None:
        """Play faster."""
        self.player.faster()
        self.show()

    def action_slower(self) -> None:
        """Play slower."""
        self.player.slower()
        self.show()

    def action_speed_reset(self) -> None:
        """Play as fast as at first."""
        self.player.reset_speed()
        self.show()

    def action_follow(self) -> None:
        """Go to the run under way."""
        if not self.show_run():
            self.notify("Nothing runs that could be followed.", markup=False)
