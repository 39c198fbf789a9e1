from panels.render.moment import clock_time


def test_time_of_day_has_milliseconds() -> None:
    assert clock_time(1_700_000_000_123_456_789) == "22:13:20.123"


def test_time_beyond_all_years_is_seconds() -> None:
    assert clock_time(10**30) == "1000000000000000000000 s"
