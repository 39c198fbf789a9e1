import pytest

from traces.timeline.moments import seconds_since

NOON = 1_764_417_600_000_000_000
"""2025-11-29T12:00:00Z."""


@pytest.mark.parametrize(
    ("created", "seconds"),
    [
        ("2025-11-29T11:59:17.500000Z", 42),
        ("2025-11-29T11:59:17", 43),
        ("2025-11-29T12:00:09Z", 0),
        ("", 0),
        ("yesterday", 0),
    ],
)
def test_whole_seconds_are_counted(created: str, seconds: int) -> None:
    assert seconds_since(created, NOON) == seconds
