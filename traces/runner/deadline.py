"""The time that the plugins of a verb have together: kubelet and containerd give a whole ADD one context."""

import time
from collections.abc import Callable

from traces.runner.executor import Completed, Running

EXCEEDED = "context deadline exceeded"
"""How Go prints it (context.DeadlineExceeded)."""


class Deadline:
    """Counts the seconds in which plugins are waited for.

    What the user takes at a call of a stepped run, and what we take to look around, is no plugin's time.
    """

    def __init__(self, seconds: float | None, stands_still: Callable[[], bool] = lambda: False) -> None:
        """None: there is no deadline. While the run stands still, no time is counted."""
        self._left = seconds
        self._stands_still = stands_still

    @property
    def passed(self) -> bool:
        """Whether no time is left."""
        return self._left is not None and self._left <= 0

    def wait(self, running: Running, seconds: float) -> Completed | None:
        """How the plugin ended, or None if it still runs after so many seconds, or at the deadline."""
        if self._left is None or self.passed or self._stands_still():
            return running.wait(seconds)
        began = time.monotonic()
        completed = running.wait(min(seconds, self._left))
        self._left -= time.monotonic() - began
        return completed
