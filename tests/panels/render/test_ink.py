"""A hit found again in what was laid out anew."""

import json
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panels.render import json_layout
from panels.render.env_text import env_page
from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.ink import InkedLines, Inks, Sought, Stretch, lit
from panels.render.json_text import payload_page
from panels.render.page import Kind, Page, Span, plain
from panels.render.stream_text import text_page
from tests.support.any_trace import json_values
from tests.support.traces import made, network, simple_call
from traces.model.call import Call
from traces.timeline.search import Hit, Searchable, wanted


def first_hits(text: str, call: Call) -> list[Hit]:
    """The hits in a call, without its name."""
    pattern = wanted(text)
    assert pattern is not None
    return [hit for hit in Searchable(trace=made(network("x"), (call,))).hits(pattern) if hit.side != "plugin"]


def shown(page: Page, text: str, hit: Hit) -> str:
    """What stands on the page where the hit is, put together again."""
    pattern = wanted(text)
    assert pattern is not None
    stretch = Sought(pattern=pattern, hit=hit).stretch(page)
    assert stretch is not None
    rows = [(row, plain(page.lines[row])) for row in range(stretch.start[0], stretch.end[0] + 1)]
    pieces = [row_text[slice(*(stretch.on(row, len(row_text)) or (0, 0)))] for row, row_text in rows]
    return pieces[0] + "".join(
        piece.lstrip(" ").removeprefix(UNICODE.folded).removeprefix(ASCII.folded).removeprefix(" ")
        for piece in pieces[1:]
    )


@given(json_values, st.integers(20, 60), st.sampled_from([UNICODE, ASCII]), st.booleans(), st.booleans())
def test_json_laid_out_anew_has_its_ink_in_order(
    value: object, width: int, glyphs: Glyphs, indented: bool, fold: bool
) -> None:
    raw = json.dumps({"a": value, "needle": 1}, indent=3 if indented else None, ensure_ascii=False)
    content = raw.encode(errors="surrogatepass")
    hits = [hit for hit in first_hits('"needle": 1', simple_call(0, "x", stdin=content, stdout=b"")) if hit.size]
    page = payload_page(content, width, glyphs, fold=fold)
    if isinstance(page.lines, InkedLines):
        assert shown(page, '"needle": 1', hits[-1]).replace(" ", "") == '"needle":1'


@given(st.text(max_size=40), st.integers(20, 60), st.sampled_from([UNICODE, ASCII]))
def test_a_log_has_its_ink_in_order(text: str, width: int, glyphs: Glyphs) -> None:
    raw = f"{text} needle!".encode(errors="surrogatepass")
    (hit,) = first_hits("needle!", simple_call(0, "x", stderr=raw, stdin=b"", stdout=b""))
    page = text_page(raw, width, glyphs)
    if isinstance(page.lines, InkedLines):
        assert shown(page, "needle!", hit) == "needle!"


def test_a_hit_over_folded_rows_is_lit_on_both() -> None:
    raw = b"x" * 16 + b"needle" + b"y" * 20
    (hit,) = first_hits("needle", simple_call(0, "x", stderr=raw, stdin=b"", stdout=b""))
    page = text_page(raw, 20)
    pattern = wanted("needle")
    assert pattern is not None
    sought = Sought(pattern=pattern, hit=hit)
    here = sought.stretch(page)
    rows = [sought.lit(page.lines[row], row, here) for row in (0, 1)]
    assert ["".join(span.text for span in row if span.kind is Kind.HERE) for row in rows] == ["ne", "↪ edle"]


def test_what_is_shown_as_it_came_behind_a_layout_is_found() -> None:
    raw = json.dumps(["x y"] * 50 + ["needle"]).encode()
    (hit,) = first_hits("needle", simple_call(0, "x", stdin=raw, stdout=b""))
    with patch.object(json_layout.lay_out, "__kwdefaults__", {"limit": 40}):
        payload_page.cache_clear()
        page = payload_page(raw, 40)
    payload_page.cache_clear()
    assert page.head
    assert shown(page, "needle", hit) == "needle"


@pytest.mark.parametrize(
    ("text", "lit_text"), [("eth0", "eth0"), ("K8S_POD_NAME=web", "K8S_POD_NAME=web"), ("CNI_IFNAME=eth0", None)]
)
def test_an_entry_of_an_environment_is_found(text: str, lit_text: str | None) -> None:
    entries = (b"PATH=/bin", b"CNI_IFNAME=eth0", b"CNI_ARGS=IgnoreUnknown=1;K8S_POD_NAME=web")
    call = simple_call(0, "x", environment=entries, stdin=b"", stdout=b"")
    (hit,) = first_hits(text, call)
    page = env_page(call.environment, 60)
    found = shown(page, text, hit)
    assert found == (lit_text or plain(page.lines[page.entries[hit.entry]]))


def test_a_page_that_knows_no_ink_has_no_hit() -> None:
    raw = bytes(range(256)) * 4
    hits = first_hits("ABC", simple_call(0, "x", stdin=raw, stdout=b""))
    pattern = wanted("ABC")
    assert hits
    assert pattern is not None
    assert Sought(pattern=pattern, hit=hits[0]).stretch(payload_page(raw, 80)) is None
    assert Sought(pattern=pattern).stretch(payload_page(b"{}", 80)) is None
    beyond = Hit(step=0, plugin="x", side="stdin", ink=99, size=3, line="")
    assert Sought(pattern=pattern, hit=beyond).stretch(payload_page(b"{}", 80)) is None


def test_inks_are_counted_piece_by_piece() -> None:
    inks = Inks(["a b", "", " c"])
    assert inks.total == 3
    assert [inks.find(count) for count in range(4)] == [(0, 0), (0, 2), (2, 1), None]
    assert Inks([]).find(0) is None


def test_lit_characters_have_another_kind() -> None:
    line = (Span("abc", Kind.KEY), Span("def"))
    assert lit(line, 2, 4, Kind.HIT) == (
        Span("ab", Kind.KEY),
        Span("c", Kind.HIT),
        Span("d", Kind.HIT),
        Span("ef"),
    )
    assert Stretch(start=(1, 2), end=(3, 1)).on(0, 9) is None
    assert Stretch(start=(1, 2), end=(3, 1)).on(2, 9) == (0, 9)
