"""Versions of the specification."""

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.versions import allows, at_least, later, parse_version


def test_a_version_may_be_short_or_empty() -> None:
    assert [parse_version(text) for text in ("", "1", "0.4", "1.1.0")] == [(0, 1, 0), (1, 0, 0), (0, 4, 0), (1, 1, 0)]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1.2.3.4", 'invalid version "1.2.3.4": too many parts'),
        ("x", 'failed to convert major version part "x": strconv.Atoi: parsing "x": invalid syntax'),
        ("1.", 'failed to convert minor version part "": strconv.Atoi: parsing "": invalid syntax'),
        ("1.0.1_0", 'failed to convert micro version part "1_0": strconv.Atoi: parsing "1_0": invalid syntax'),
        (f"1.{10**20}", f'failed to convert minor version part "{10**20}": strconv.Atoi: parsing "{10**20}": '
         "value out of range"),
    ],
)  # fmt: skip
def test_what_is_no_version_is_refused_in_libcni_s_words(text: str, error: str) -> None:
    with pytest.raises(DecodeError) as caught:
        parse_version(text)
    assert str(caught.value) == error


def test_versions_are_compared_by_number() -> None:
    assert at_least("0.10.0", "0.4.0")
    assert not later("1.0", "1.0.0")


def test_each_verb_has_its_first_version() -> None:
    assert [allows("0.4.0", verb) for verb in ("ADD", "CHECK", "GC")] == [True, True, False]
    assert [allows("1.1.0", verb) for verb in ("GC", "STATUS")] == [True, True]
    assert not allows("nonsense", "DEL")
