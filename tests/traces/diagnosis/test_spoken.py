"""Versions that plugins speak."""

import pytest

from tests.support.traces import fail, recorded
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.needs import Need
from traces.diagnosis.spoken import Speaker, common, matrix, version_texts


@pytest.mark.parametrize(
    ("spoken", "highest"),
    [
        ([["0.3.1", "1.0.0"], ["0.4.0", "1.0.0"]], "1.0.0"),
        ([["0.9.0", "0.10.0"]], "0.10.0"),
        ([["0.3.1"], ["1.0.0"]], ""),
        ([], ""),
        ([["what", "1.0.0"], ["what"]], "what"),
    ],
)
def test_highest_version_in_common(spoken: list[list[str]], highest: str) -> None:
    assert common(spoken) == highest


def test_matrix_marks_who_does_not_speak_it() -> None:
    rows = [Speaker(need=Need(plugin=name, link=0), versions=("1.0.0",), path="") for name in ("bridge", "x")]
    assert matrix("0.4.0", rows) == "bridge  NO   1.0.0\nx       NO   1.0.0"


def test_failed_link_names_the_plugin_that_said_it() -> None:
    text = 'incompatible CNI versions; config is "1.0.0", plugin supports ["0.4.0"]'
    trace = fail(recorded(), 1, msg=text)
    (found,) = version_texts(Case(trace=trace))
    assert (found.plugin, found.version, found.supports) == ("portmap", "1.0.0", ("0.4.0",))


def test_every_plugin_of_a_joined_error_is_told() -> None:
    text = '[plugin a does not support config version "" plugin b does not support config version "2.0.0"]'
    assert [(each.plugin, each.version) for each in version_texts(Case(symptom=Symptom(text=text)))] == [
        ("a", ""),
        ("b", "2.0.0"),
    ]
