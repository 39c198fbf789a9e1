"""The fields of structured log lines, well written and not."""

from hypothesis import given
from hypothesis import strategies as st

from traces.cni.goquote import quote
from traces.diagnosis.explain.fields import fields_of


@given(st.text(st.characters(codec="utf-8"), min_size=1), st.text(st.characters(codec="utf-8")))
def test_quoted_values_are_read_back(one: str, other: str) -> None:
    escaped = one + '"'
    assert fields_of(f"err={quote(escaped)} pod={quote(other)}") == ("", {"err": escaped, "pod": other})


def test_what_stands_before_the_fields_is_the_message() -> None:
    assert fields_of('RunPodSandbox failed  error="x" n=3') == ("RunPodSandbox failed", {"error": "x", "n": "3"})


def test_a_value_that_nobody_escaped_ends_at_the_next_field() -> None:
    text = 'level=error msg="StopPodSandbox for "a1" failed" error="sandbox "a1": plugin type="b" name="c" failed"'
    assert fields_of(text)[1] == {
        "level": "error",
        "msg": 'StopPodSandbox for "a1" failed',
        "error": 'sandbox "a1": plugin type="b" name="c" failed',
    }


def test_a_value_that_is_cut_off_is_taken_to_the_end() -> None:
    assert fields_of('err="rpc error: \\"a')[1] == {"err": 'rpc error: "a'}


def test_a_line_without_fields_is_all_message() -> None:
    assert fields_of("just words") == ("just words", {})


def test_of_a_line_of_nothing_but_fields_the_first_are_read() -> None:
    _, found = fields_of(" ".join(f'k{number}="v"' for number in range(5000)))
    assert list(found)[:2] == ["k0", "k1"] and len(found) == 100
