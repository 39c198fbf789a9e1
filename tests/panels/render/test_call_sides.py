import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panels.render.call_sides import ARGS, CHANGES, ENV, EXIT, KERNEL, STDERR, STDIN, STDOUT, Seen, Side
from panels.render.glyphs import ASCII
from panels.render.page import plain
from tests.support.calls import ended_call, failed_call
from traces.model.call import Outcome

SIDES = (STDIN, ENV, ARGS, STDOUT, CHANGES, KERNEL, STDERR, EXIT)
anything = st.binary(max_size=200) | st.text(max_size=99).map(lambda text: text.encode(errors="surrogatepass"))


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
@given(raw=anything, outcome=st.sampled_from(Outcome), width=st.integers(20, 100), fold=st.booleans())
def test_any_bytes_become_harmless_lines(side: Side, raw: bytes, outcome: Outcome, width: int, fold: bool) -> None:
    argv = (raw.decode(errors="surrogateescape"),)
    call = ended_call(outcome, stdin=raw, stdout=raw, stderr=raw, environment=(raw, raw), argv=argv)
    page = side.page(Seen(call=call, fold=fold), width)
    text = "".join(plain(line) for line in (*page.head, *page.lines))
    assert not [char for char in text if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
def test_every_side_has_a_label(side: Side) -> None:
    assert side.label(Seen(call=failed_call())).startswith(side.name)


def test_glyphs_of_the_terminal_reach_the_page() -> None:
    assert plain(EXIT.page(Seen(call=failed_call(), glyphs=ASCII), 60).lines[0]).startswith("x ERROR")
