"""Go's JSON for untyped values: what is read, and the bytes that are written."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traces.cni.gojson import DecodeError, Members, Number, dumps, go_type, interface, load_object, loads, number, parse

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | FLOATS | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=30,
)


@given(VALUES)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert loads(dumps(value)) == value


@given(VALUES)
def test_what_is_written_is_safe_and_without_spaces(value: Any) -> None:
    written = dumps(value).decode()
    assert not set(written) & set("<>&\u2028\u2029\n")
    assert json.loads(written, parse_int=float) == value


@given(VALUES)
def test_writing_what_was_written_changes_nothing(value: Any) -> None:
    once = dumps(value)
    assert dumps(loads(once)) == once
    assert dumps(parse(once)) == once


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        value = loads(raw)
    except DecodeError as error:
        assert str(error)
    else:
        assert loads(dumps(value)) == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1000000.0, "1000000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (float(2**53 + 1), "9007199254740992"),
        (123456789012345678901.0, "123456789012345680000"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (-2.5e-10, "-2.5e-10"),
        (-0.0, "-0"),
        (5e-324, "5e-324"),
        (1.5, "1.5"),
    ],
)
def test_floats_are_written_as_go_writes_them(value: float, written: str) -> None:
    assert number(value) == written


@given(FLOATS)
def test_every_float_is_read_back_exactly(value: float) -> None:
    assert math.copysign(1, float(number(value))) == math.copysign(1, value)
    assert float(number(value)) == value


def test_a_number_beyond_json_is_refused() -> None:
    with pytest.raises(DecodeError, match="unsupported value: \\+Inf"):
        dumps(math.inf)


def test_a_number_beyond_64_bits_is_refused_by_its_literal() -> None:
    with pytest.raises(DecodeError, match="cannot unmarshal number 1e400 into Go value of type float64"):
        loads(b"[1e400]")


def test_a_syntax_error_comes_before_a_number_too_large() -> None:
    with pytest.raises(DecodeError, match="invalid character 'x' after array element"):
        loads(b"[1e400 x")


def test_keys_are_sorted_by_their_bytes() -> None:
    assert dumps({"é": 1, "z": 2, "Z": 3, "": 4}) == '{"":4,"Z":3,"z":2,"é":1}'.encode()


def test_what_html_minds_is_escaped() -> None:
    assert dumps("<a&b>\u2028\u2029\x7f\x01\b\f/") == b'"\\u003ca\\u0026b\\u003e\\u2028\\u2029\x7f\\u0001\\b\\f/"'


def test_the_last_of_repeated_names_wins() -> None:
    assert loads(b'{"a": 1, "b": 2, "a": {"c": 3}}') == {"a": {"c": 3.0}, "b": 2.0}


def test_bytes_that_are_no_text_become_replacement_characters() -> None:
    assert loads(b'"\xff\xe2\x82 \\ud800\\ud83dA"') == "\ufffd\ufffd\ufffd \ufffd\ufffdA"


def test_members_and_literals_keep_their_form() -> None:
    raw = b'{"b":1.0,"a":[1e2,-0],"b":12345678901234567890}'
    assert dumps(parse(raw)) == raw
    assert parse(b'{"a": 1.0}') == Members((("a", Number("1.0")),))


@pytest.mark.parametrize("raw", [b"NaN", b"[Infinity]", b"-Infinity", b"\xef\xbb\xbf{}", b"{'a': 1}", b"01", b"1 2"])
def test_what_only_python_or_nobody_reads_is_refused(raw: bytes) -> None:
    with pytest.raises(DecodeError):
        loads(raw)


def test_deep_nesting_is_no_trouble_up_to_go_s_limit() -> None:
    deep = b"[" * 10_000 + b"]" * 10_000
    assert dumps(loads(deep)) == deep
    with pytest.raises(DecodeError, match="exceeded max depth"):
        loads(b"[" + deep + b"]")


def test_an_object_is_told_from_other_values() -> None:
    assert load_object(b"null") == {}
    with pytest.raises(DecodeError, match="cannot unmarshal array into Go value of type map"):
        load_object(b"[]")


def test_go_names_the_type_of_a_value() -> None:
    values: list[object] = [True, 1.0, "", None, [], {}]
    names = ["bool", "float64", "string", "<nil>", "[]interface {}", "map[string]interface {}"]
    assert [go_type(value) for value in values] == names


def test_python_s_integers_become_go_s_floats() -> None:
    assert dumps(interface({"a": (9007199254740993, True)})) == b'{"a":[9007199254740992,true]}'
    assert dumps(interface({"a": [Members((("b", 1), ("a", 2)))]})) == b'{"a":[{"b":1,"a":2}]}'


@pytest.mark.parametrize("text", ["[{}]", '["\\\\{\\"["]', '{"a":"}{"}'])
def test_very_many_brackets_are_read_as_few(text: str) -> None:
    raw = f"[{','.join([text] * 6000)}]".encode()
    assert loads(raw) == [loads(text.encode())] * 6000


def test_very_deep_nesting_is_still_refused() -> None:
    with pytest.raises(DecodeError, match="exceeded max depth"):
        loads(b"[" * 10_001 + b"]" * 10_001)
