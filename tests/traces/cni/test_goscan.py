"""Go's scanner: the same values as Python's parser where both read a text, Go's words and offsets where not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.traces.cni.test_gojson import VALUES
from traces.cni.goscan import JsonSyntaxError, scan, text


@given(VALUES, st.sampled_from([None, 1, "\t"]))
def test_the_scanner_agrees_with_python_s_parser(value: object, indent: int | str | None) -> None:
    raw = json.dumps(value, indent=indent).encode()
    assert scan(raw, dict, float) == json.loads(raw)


@given(VALUES, st.data())
def test_the_scanner_refuses_what_python_refuses(value: object, data: st.DataObject) -> None:
    raw = json.dumps(value)
    broken = raw[: data.draw(st.integers(0, len(raw)))] + data.draw(st.sampled_from(["", "}", "]", ",", ":", "x", "0"]))
    try:
        expected = json.loads(broken)
    except ValueError:
        with pytest.raises(JsonSyntaxError):
            scan(broken.encode(), dict, float)
    else:
        assert scan(broken.encode(), dict, float) == expected


@pytest.mark.parametrize(
    ("raw", "message", "offset"),
    [
        (b"", "unexpected end of JSON input", 0),
        (b'{"a": [1,', "unexpected end of JSON input", 9),
        (b"[1,]", "invalid character ']' looking for beginning of value", 3),
        (b'{"a": 1,}', "invalid character '}' looking for beginning of object key string", 8),
        (b'{"a" 1}', "invalid character '1' after object key", 5),
        (b'{"a": 1 "b"}', "invalid character '\"' after object key:value pair", 8),
        (b"[1 2]", "invalid character '2' after array element", 3),
        (b"{} {}", "invalid character '{' after top-level value", 3),
        (b"nope", "invalid character 'o' in literal null (expecting 'u')", 1),
        (b"-x", "invalid character 'x' in numeric literal", 1),
        (b"1.x", "invalid character 'x' after decimal point in numeric literal", 2),
        (b"1e+x", "invalid character 'x' in exponent of numeric literal", 3),
        (b'"a\nb"', "invalid character '\\n' in string literal", 2),
        (b'"\\q"', "invalid character 'q' in string escape code", 2),
        (b'"\\u12G4"', "invalid character 'G' in \\u hexadecimal character escape", 5),
        (b"\xef\xbb\xbf{}", "invalid character '\\ufeff' looking for beginning of value", 0),
        (b"[\xff]", "invalid character '\\xff' looking for beginning of value", 1),
        (b"'a'", "invalid character '\\'' looking for beginning of value", 0),
    ],
)
def test_an_error_is_told_in_go_s_words(raw: bytes, message: str, offset: int) -> None:
    with pytest.raises(JsonSyntaxError) as caught:
        scan(raw, dict, float)
    assert (str(caught.value), caught.value.offset) == (message, offset)


def test_escapes_are_read_as_go_reads_them() -> None:
    assert scan(b'"\\u0041\\ud83d\\ude00\\n\\/\\ud83d\\u0041"', dict, float) == "A\U0001f600\n/\ufffdA"


def test_text_keeps_what_is_text() -> None:
    assert text("é".encode() + b"\xe9") == "é\ufffd"
