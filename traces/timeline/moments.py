"""Times of day as they stand in a trace (RFC 3339, UTC), held to a clock's."""

from datetime import UTC, datetime

_SECOND = 1_000_000_000


def seconds_since(created: str, now: int) -> int:
    """Whole seconds from a trace's begin to ``now``, in nanoseconds since the epoch; 0 where that cannot be said."""
    try:
        begun = datetime.fromisoformat(created)
    except ValueError:
        return 0
    if begun.tzinfo is None:
        begun = begun.replace(tzinfo=UTC)
    return max(0, int(now / _SECOND - begun.timestamp()))
