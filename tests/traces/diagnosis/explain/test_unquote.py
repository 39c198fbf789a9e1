"""Quoting and unquoting are each other's inverse, at any depth, as Go and JSON quote."""

import json

from hypothesis import given
from hypothesis import strategies as st

from traces.cni.goquote import quote
from traces.diagnosis.explain.unquote import bare, closing, quoted, unescaped

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@given(TEXTS, st.text(max_size=20))
def test_go_quotes_come_off_with_the_rest_kept(text: str, rest: str) -> None:
    assert quoted(quote(text) + rest) == (text, rest)


@given(TEXTS)
def test_json_strings_come_off(text: str) -> None:
    assert quoted(json.dumps(text)) == (text, "")
    assert quoted(json.dumps(text, ensure_ascii=False)) == (text, "")


@given(st.text(st.characters(codec="utf-8", exclude_characters="\\"), min_size=1), st.integers(1, 4))
def test_any_depth_of_quotes_comes_off(text: str, depth: int) -> None:
    inner = f'x{text}y "z"'
    whole = inner
    for _ in range(depth):
        whole = quote(whole)
    assert bare(whole) == inner


@given(st.integers(1, 4))
def test_a_text_cut_from_within_quotes_is_unescaped(depth: int) -> None:
    whole = 'sandbox "a": plugin type="b" failed'
    for _ in range(depth):
        whole = quote(whole)[1:-1]
    assert bare(whole) == 'sandbox "a": plugin type="b" failed'


def test_what_stands_behind_a_cut_quoting_is_left_out() -> None:
    assert bare('sandbox \\"a\\": failed" pod="b/c"') == 'sandbox "a": failed'


def test_a_cut_off_quote_is_taken_to_its_end() -> None:
    assert quoted('"rpc error: \\"a') == ('rpc error: "a', "")


def test_single_quotes_hold_all_up_to_the_last() -> None:
    assert quoted("'it isn't so' tail") == ("it isn't so", " tail")
    assert quoted("'cut off") == ("cut off", "")


def test_plain_text_has_nothing_in_quotes() -> None:
    assert quoted("plain") == ("", "plain")
    assert bare('a "b" c') == 'a "b" c'


def test_go_escapes_become_their_characters() -> None:
    assert unescaped(r"a\tb\n\x41\u00e9\U0001f600\101") == "a\tb\nAé😀A"


def test_an_unknown_escape_stays_as_it_is() -> None:
    assert unescaped(r"C:\dir \q") == r"C:\dir \q"


def test_an_impossible_character_does_not_break_it() -> None:
    assert unescaped(r"\UFFFFFFFF") == "\ufffd"
    assert unescaped("\\ud800 x") == "\ufffd x"


def test_escaped_marks_do_not_close_a_quote() -> None:
    assert closing('a\\"b" c') == 4
    assert closing('a\\\\" c') == 3
    assert closing('a\\"') == -1
