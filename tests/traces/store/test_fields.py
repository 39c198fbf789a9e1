"""Bytes and text as JSON values, and what a wrong value is called."""

import base64
from typing import Any

import pytest

from traces.errors import StoreError
from traces.store.fields import Field, pack_bytes, pack_text


def test_utf8_bytes_are_plain_strings() -> None:
    assert pack_bytes("é\x00".encode()) == "é\x00"


def test_other_bytes_are_base64_objects() -> None:
    assert pack_bytes(b"\xff\x00") == {"base64": base64.b64encode(b"\xff\x00").decode()}


@pytest.mark.parametrize("text", ["plain", "\udcff", "\ud800\udc00", "\U00010000"])
def test_any_text_comes_back(text: str) -> None:
    assert Field(pack_text(text), "s").text() == text


def test_base64_that_is_none_is_named() -> None:
    with pytest.raises(StoreError, match=r'^s: /base64: expected bytes in base64, found "\*"$'):
        Field({"base64": "*"}, "s").content()


def test_base64_of_no_text_is_refused_as_text() -> None:
    with pytest.raises(StoreError, match=r"^s: /base64: expected text in base64"):
        Field(pack_bytes(b"\xff"), "s").text()


def test_lone_surrogates_are_no_bytes() -> None:
    with pytest.raises(StoreError, match="without lone surrogates"):
        Field("\ud800", "s").content()


def test_pointer_escapes_what_rfc_6901_says() -> None:
    with pytest.raises(StoreError, match=r"^s: /a~1b~0c: expected true or false, found nothing$"):
        Field({}, "s").get("a/b~c").flag()


@pytest.mark.parametrize(
    ("value", "found"), [(None, "null"), ({}, "an object"), ([], "a list"), ("\x1b]", r'"\u001b]"'), (1.5, "1.5")]
)
def test_found_value_is_short_and_harmless(value: Any, found: str) -> None:
    assert str(Field(value, "s").expected("x")) == f"s: /: expected x, found {found}"


@pytest.mark.parametrize("number", [0, -(2**63), 2**64 - 1])
def test_whole_numbers_of_64_bits_are_taken(number: int) -> None:
    assert Field(number, "s").whole() == number


@pytest.mark.parametrize("number", [-(2**63) - 1, 2**64, 10**400])
def test_numbers_beyond_64_bits_are_refused(number: int) -> None:
    with pytest.raises(StoreError, match=r"^s: /: expected a whole number of 64 bits, found -?\d+…?$"):
        Field(number, "s").whole()


def test_long_value_is_cut_in_the_message() -> None:
    assert len(str(Field("x" * 5000, "s").expected("y"))) < 80
