"""JSON that may be anything never ends in more than a ValueError."""

import pytest

from traces.cni.anyjson import any_json, any_object, ipam_of

DEEP = b"[" * 100_000


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", DEEP, "\ud800", b"NaN", b"[1e999]", b'{"a":-Infinity}'])
def test_what_is_no_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):
        any_json(text)


@pytest.mark.parametrize("text", [b"", b"[]", b"5", DEEP, b'"x"'])
def test_what_is_no_object_is_an_empty_one(text: bytes) -> None:
    assert any_object(text) == {}


def test_ipam_is_found_where_it_is_an_object() -> None:
    assert ipam_of(b'{"ipam":{"type":"host-local"}}') == {"type": "host-local"}
    assert ipam_of(b'{"ipam":"host-local"}') == ipam_of(b"[]") == {}
