"""The screen's clock: what plays and what runs are told the time by this alone, so that a test can hold it."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Two hands: one that only goes on, and the time of day."""

    seconds: Callable[[], float] = time.monotonic
    """Seconds since some moment; never goes back."""
    epoch: Callable[[], int] = time.time_ns
    """Nanoseconds since the epoch."""
