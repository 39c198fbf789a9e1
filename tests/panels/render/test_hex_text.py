from panels.render.hex_text import HexLines, hex_page, row_width
from panels.render.page import line_width, plain


def test_row_has_offset_hex_and_text() -> None:
    assert plain(HexLines(b"\x00AB\xff[/]", 8)[0]) == "00000000  00 41 42 ff 5b 2f 5d     .AB.[/]"


def test_narrow_view_gets_eight_bytes_a_row() -> None:
    assert len(hex_page(bytes(32), 60).lines) == 4
    assert len(hex_page(bytes(32), 80).lines) == 2


def test_last_row_may_be_short() -> None:
    lines = HexLines(bytes(17), 16)
    assert len(lines) == 2
    assert plain(lines[1]).endswith("  .")


def test_whole_row_is_as_wide_as_said() -> None:
    assert line_width(HexLines(bytes(16), 16)[0]) == row_width(16)


def test_nothing_to_dump_says_so() -> None:
    assert plain(hex_page(b"", 80).lines[0]) == "empty: 0 bytes"
