import pytest

from app.outside.clipboard import MOST, fits, most_of


@pytest.mark.parametrize("value", ["", "-1", "many", "1e3", "9" * 20, "\u0663"])
def test_a_limit_that_is_no_number_is_not_taken(value: str) -> None:
    assert most_of({"CNISTEP_OSC52_MAX": value}) == MOST == most_of({})


def test_the_environment_names_another_limit() -> None:
    assert most_of({"CNISTEP_OSC52_MAX": "1000000"}) == 1_000_000


def test_what_counts_is_the_length_as_base64() -> None:
    assert fits("a" * 75, 100) and not fits("a" * 76, 100)
    assert fits("\u00e9" * 37, 100) and not fits("\u00e9" * 38, 100)
    assert fits("", 0)
