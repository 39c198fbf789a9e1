import json

from hypothesis import given
from hypothesis import strategies as st

from panels.render.json_layout import lay_out

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(values, st.integers(1, 120))
def test_laid_out_text_means_the_same(value: object, width: int) -> None:
    text = json.dumps(value, ensure_ascii=False)
    layout = lay_out(text, width)
    assert json.loads("\n".join(layout.lines)) == value
    assert layout.end == len(text)


def test_small_object_stays_on_one_line() -> None:
    lines = lay_out('{"ips":[{"address":"10.0.0.2/24","interface":2}]}', 60).lines
    assert lines == ["{", '  "ips": [ { "address": "10.0.0.2/24", "interface": 2 } ]', "}"]


def test_object_too_wide_is_opened() -> None:
    lines = lay_out('{"ips":[{"address":"10.0.0.2/24","interface":2}]}', 30).lines
    assert '      "interface": 2' in lines


def test_empty_containers_are_not_opened() -> None:
    assert lay_out('{"a":[],"b":{}}', 80).lines == ["{", '  "a": [],', '  "b": {}', "}"]


def test_numbers_escapes_and_repeated_keys_stay() -> None:
    lines = lay_out(r'{"a":1e+21,"a":9007199254740993,"b":"\u003c"}', 80).lines
    assert lines[1:-1] == ['  "a": 1e+21,', '  "a": 9007199254740993,', r'  "b": "\u003c"']


def test_layout_stops_at_its_limit() -> None:
    layout = lay_out("[1,2,3,4,5]", 80, limit=4)
    assert "[1,2,3,4,5]"[layout.end :] == ",3,4,5]"[1:] or layout.end < len("[1,2,3,4,5]")
    assert "5" not in "".join(layout.lines)
