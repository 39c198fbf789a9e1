"""Go's %q."""

from traces.cni.goquote import quote, quote_rune


def test_text_is_quoted_as_go_quotes_it() -> None:
    assert (
        quote('a"b\\\n\t\x01\x7f é\u2028\ufeff\U000e0001') == '"a\\"b\\\\\\n\\t\\x01\\x7f é\\u2028\\ufeff\\U000e0001"'
    )


def test_bytes_that_are_no_text_are_shown_as_such() -> None:
    assert quote(b"\xffx\xc3\xa9'") == '"\\xffxé\'"'


def test_a_single_character_has_single_quotes() -> None:
    assert [quote_rune(char) for char in ("'", '"', "\a", "x")] == ["'\\''", "'\"'", "'\\a'", "'x'"]
