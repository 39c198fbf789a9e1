"""A moment as people read it."""

from datetime import UTC, datetime

_SECOND, _MILLISECOND = 1_000_000_000, 1_000_000


def clock_time(nanoseconds: int) -> str:
    """A moment, in nanoseconds since the epoch, as the time of day in UTC: «12:01:33.171»."""
    seconds, rest = divmod(nanoseconds, _SECOND)
    try:
        moment = datetime.fromtimestamp(seconds, tz=UTC)
    except (OverflowError, OSError, ValueError):
        return f"{seconds} s"
    return f"{moment:%H:%M:%S}.{rest // _MILLISECOND:03}"
