"""What a user changes of what a link is given."""

import json

import pytest

from app.live.link_edit import (
    LinkEdit,
    environment_complaint,
    environment_of,
    environment_text,
    is_prev_result_only,
    left_out,
    prev_result_in,
    with_prev_result,
)

ENVIRONMENT = (b"CNI_COMMAND=ADD", b"ODD=two\nlines", b"BYTES=\xff", b"PATH=/bin:/sbin")


def test_an_edit_names_what_it_touches() -> None:
    assert LinkEdit().touched == ()
    assert LinkEdit(stdin=b"", environment=()).touched == ("stdin", "env")


def test_prev_result_is_taken_from_stdin_and_put_in() -> None:
    stdin = b'{"cniVersion":"1.0.0","prevResult":{"ips":[]},"type":"p"}'
    assert json.loads(prev_result_in(stdin) or b"") == {"ips": []}
    assert json.loads(with_prev_result(stdin, '{"ips": [1]}'))["prevResult"] == {"ips": [1]}
    assert [prev_result_in(other) for other in (b"{}", b"[1]", b"not json")] == [None, None, None]


def test_an_edit_of_prev_result_alone_is_known() -> None:
    assert is_prev_result_only(b'{"a":1,"prevResult":{}}', b'{"a":1,"prevResult":{"b":2}}')
    assert not is_prev_result_only(b'{"a":1}', b'{"a":2}')
    assert not is_prev_result_only(b"{}", b"no json")


def test_what_is_no_line_stays_as_it_was() -> None:
    text = environment_text(ENVIRONMENT)
    assert text == "CNI_COMMAND=ADD\nPATH=/bin:/sbin" and left_out(ENVIRONMENT) == 2
    edited = environment_of(f"{text}\nMORE=1\n", ENVIRONMENT)
    assert edited == (b"CNI_COMMAND=ADD", b"PATH=/bin:/sbin", b"MORE=1", b"ODD=two\nlines", b"BYTES=\xff")


@pytest.mark.parametrize(
    ("text", "place"), [("A=1\nB", (2, 1)), ("=1", (1, 1)), ("A=1\n\nC=\0", (3, 3)), ("A=\nB=b=c", None)]
)
def test_a_line_that_is_none_is_pointed_at(text: str, place: tuple[int, int] | None) -> None:
    found = environment_complaint(text)
    assert (None if found is None else (found.line, found.column)) == place
