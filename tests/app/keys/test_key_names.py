import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.keys import _character_to_key

from app.keys.key_names import KeyNameError, key_name, key_names, shown_keys

PRINTABLE = [chr(code) for code in range(0x21, 0x7F)]


@pytest.mark.parametrize("char", PRINTABLE)
def test_a_character_has_textuals_name_and_is_shown_as_itself(char: str) -> None:
    assert key_name(char) == _character_to_key(char)
    assert shown_keys(key_name(char)) == char


@pytest.mark.parametrize(
    ("written", "name", "shown"),
    [
        ("Ctrl+K", "ctrl+k", "ctrl+k"),
        ("ctrl+k", "ctrl+k", "ctrl+k"),
        ("F5", "f5", "f5"),
        ("esc", "escape", "esc"),
        ("PgDn", "pagedown", "pgdn"),
        ("shift+a", "A", "A"),
        ("ctrl+shift+left", "ctrl+shift+left", "ctrl+shift+left"),
        ("question_mark", "question_mark", "?"),
        ("space", "space", "space"),
        (" ", "space", "space"),
        ("é", "é", "é"),
        ("±", "plus_minus_sign", "±"),
    ],
)
def test_keys_are_named_as_people_write_them(written: str, name: str, shown: str) -> None:
    assert (key_name(written), shown_keys(key_name(written))) == (name, shown)


@pytest.mark.parametrize("text", ["", "nokey", "ctrl+", "12", "ctrl+nokey", "\x1b", "f25", "hyper"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(KeyNameError, match="is no key: write one character"):
        key_name(text)


@pytest.mark.parametrize("text", ["ctrl+i", "Ctrl+m", "ctrl+h", "ctrl+j"])
def test_a_key_that_a_terminal_cannot_send_is_refused(text: str) -> None:
    with pytest.raises(KeyNameError, match="a terminal sends"):
        key_name(text.lower())


def test_several_keys_have_commas_between() -> None:
    assert key_names("ctrl+k, f6") == "ctrl+k,f6"
    assert key_names(",") == "comma"
    assert shown_keys("ctrl+k,f6") == "ctrl+k  f6"


@given(st.text(max_size=12))
def test_any_text_is_a_key_or_refused(text: str) -> None:
    try:
        name = key_name(text)
    except KeyNameError:
        return
    assert key_name(name) == name
