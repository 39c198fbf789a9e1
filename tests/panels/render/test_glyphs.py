from dataclasses import asdict

import pytest
from rich.cells import cell_len

from panels.render.glyphs import ASCII, UNICODE, Glyphs, choose_glyphs
from traces.model.call import Outcome


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_sign_is_one_cell(glyphs: Glyphs) -> None:
    signs = [value for value in asdict(glyphs).values() if isinstance(value, str)]
    assert {cell_len(sign) for sign in signs} == {1}


def test_ascii_signs_are_ascii() -> None:
    assert all(str(sign).isascii() for sign in asdict(ASCII).values())


@pytest.mark.parametrize(
    ("encoding", "env", "expected"),
    [
        ("utf-8", {}, UNICODE),
        ("UTF8", {}, UNICODE),
        ("ascii", {}, ASCII),
        ("latin-1", {}, ASCII),
        (None, {}, ASCII),
        ("utf-8", {"CNISTEP_ASCII": "1"}, ASCII),
        ("utf-8", {"CNISTEP_ASCII": "0"}, UNICODE),
    ],
)
def test_set_is_chosen_by_encoding_and_wish(encoding: str | None, env: dict[str, str], expected: Glyphs) -> None:
    assert choose_glyphs(encoding, env) is expected


def test_good_and_bad_ends_differ_in_shape() -> None:
    assert len({UNICODE.outcome(each) for each in (Outcome.OK, Outcome.FAILED, Outcome.RUNNING, Outcome.LOST)}) == 4
    assert UNICODE.outcome(Outcome.KILLED) == UNICODE.failed


def test_ascii_terminal_gets_escapes_for_the_rest() -> None:
    assert ASCII.fit("é␛") == "\\xe9\\u241b"
    assert UNICODE.fit("é␛") == "é␛"
