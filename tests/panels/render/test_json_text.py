import json

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.json_text import JsonLines, highlight, payload_page
from panels.render.page import Kind, Page, Span, line_width, plain
from tests.support.calls import real_call
from traces.timeline.printable import printable


def heads(page: Page) -> list[str]:
    return [plain(line) for line in page.head]


def marked(page: Page) -> list[str]:
    return [span.text for line in page.lines for span in line if span.kind is Kind.MARK]


def test_keys_strings_and_numbers_have_their_kinds() -> None:
    kinds = {span.text: span.kind for span in highlight('  "mtu": 1500, "up": true')}
    assert kinds['"mtu"'] is Kind.KEY
    assert kinds["1500"] is Kind.NUMBER
    assert kinds["true"] is Kind.CONSTANT


def test_real_stdin_is_laid_out_within_the_width() -> None:
    page = payload_page(real_call().stdin, 60)
    assert '  "type": "portmap"' in [plain(line) for line in page.lines]
    assert max(line_width(line) for line in page.lines) <= 60
    assert not page.head


def test_empty_payload_says_so() -> None:
    assert plain(payload_page(b"", 80).lines[0]) == "empty: 0 bytes"


def test_broken_json_names_and_marks_the_place() -> None:
    page = payload_page(b'{\n  "a": 1,\n  }', 80)
    assert heads(page)[0].startswith("not JSON: byte 14, line 3 column 3: ")
    assert marked(page) == ["}"]
    assert page.focus == 2


def test_text_cut_short_is_marked_at_its_end() -> None:
    page = payload_page(b'{"a": [1, 2', 80)
    assert heads(page)[0].startswith("not JSON: byte 11, ")
    assert heads(page)[1] == "It ends too early, after 11 B."
    assert marked(page) == [" "]


def test_second_document_is_named() -> None:
    page = payload_page(b'{"a":1}\n{"b":2}\n', 80)
    assert heads(page)[1] == "The first 8 bytes are JSON; a second document follows (8 B)."
    assert marked(page) == ["{"]


def test_noise_after_the_document_is_named() -> None:
    page = payload_page(b'{"a":1} done', 80)
    assert heads(page)[1] == "The first 8 bytes are JSON; something else follows (4 B)."
    assert marked(page) == ["done"]


def test_log_line_before_the_document_is_named() -> None:
    page = payload_page(b'level=info msg="[/]"\n{"a":1}\n', 80)
    assert heads(page)[-1] == "From line 2 on it is JSON: 21 B of other output stand before it."


def test_binary_is_shown_as_hex() -> None:
    page = payload_page(bytes(range(32)), 80)
    assert heads(page) == ["binary: 32 B, shown as hex"]
    assert plain(page.lines[0]).startswith("00000000  00 01 02")


def test_byte_that_is_no_text_is_warned_of() -> None:
    page = payload_page(b'{"name": "a\xffb"}', 80)
    assert heads(page) == ["byte 11 is not UTF-8; libcni reads it as U+FFFD"]
    assert r'  "name": "a\xffb"' in [plain(line) for line in page.lines]


def test_long_string_goes_on_in_further_rows() -> None:
    page = payload_page(b'{"msg": "' + b"x" * 100 + b'"}', 40)
    rows = [plain(line) for line in page.lines]
    assert rows[2].startswith("    ↪ x")
    assert sum(row.count("x") for row in rows) == 100
    assert max(line_width(line) for line in page.lines) <= 40


def test_string_of_a_megabyte_is_whole_and_folded() -> None:
    page = payload_page(b'{"msg": "' + b"y" * 1_000_000 + b'"}', 80)
    assert page.width <= 80
    assert sum(plain(line).count("y") for line in page.lines) == 1_000_000


def test_unfolded_page_keeps_its_lines() -> None:
    page = payload_page(b'{"msg": "' + b"x" * 100 + b'"}', 40, fold=False)
    assert len(page.lines) == 3
    assert page.width == 111


def test_document_of_megabytes_says_what_is_not_laid_out() -> None:
    raw = b"[" + b",".join(b'{"n":%d}' % number for number in range(200_000)) + b"]"
    page = payload_page(raw, 80)
    assert heads(page)[0].startswith("long: the last ")
    assert '{"n":199999}]' in plain(page.lines[-1]) + plain(page.lines[-2])


def test_wide_characters_never_make_a_row_too_wide() -> None:
    lines = JsonLines(['  "name": "' + "網" * 60 + '"'], 40, UNICODE)
    assert max(line_width(line) for line in lines) <= 40
    assert sum(plain(line).count("網") for line in lines) == 60


def test_fold_sign_is_ascii_where_needed() -> None:
    lines = JsonLines(['"' + "a" * 60 + '"'], 20, ASCII)
    assert lines[1][0] == Span("  \\ ", Kind.DIM)


def test_constants_that_only_python_knows_are_no_json() -> None:
    assert heads(payload_page(b'{"a": NaN}', 80))[0].startswith("not JSON: byte 6, ")


@given(st.text(max_size=80), st.integers(0, 12), st.integers(20, 40), st.sampled_from([ASCII, UNICODE]))
def test_folded_strings_lose_nothing_and_fit(text: str, indent: int, width: int, glyphs: Glyphs) -> None:
    line = " " * indent + json.dumps({text: text}, ensure_ascii=False)
    rows = [plain(row) for row in JsonLines([line], width, glyphs)]
    assert rows[0] + "".join(row.split(f"{glyphs.folded} ", 1)[1] for row in rows[1:]) == glyphs.fit(printable(line))
    assert all(cell_len(row) <= width for row in rows)


def test_a_family_of_emoji_is_folded_whole() -> None:
    family = "\N{WOMAN}\u200d" * 3 + "\N{GIRL}"
    page = payload_page(json.dumps({"msg": family * 5}, ensure_ascii=False).encode(), 30)
    text = "".join(plain(line).split("\u21aa ")[-1] for line in page.lines[1:-1])
    assert text == '  "msg": "' + printable(family * 5) + '"'
