"""How structs are filled: names without regard to case, repeated names, null, and values of a wrong type."""

from typing import Any

import pytest

from traces.cni.godecode import GoType, unmarshal
from traces.cni.gojson import DecodeError
from traces.cni.goscalars import Anything, Blob, Boolean, Integer, Text, Textual
from traces.cni.gostruct import ArrayOf, Custom, ListOf, MapOf, Pointer, Struct

INNER = Struct("p.Inner", {"name": Text(), "mac": Text()})


def refuse(value: object) -> str:
    raise DecodeError(f"no {value}")


OUTER = Struct(
    "p.Outer",
    {
        "text": Text(),
        "count": Integer(),
        "code": Integer("uint"),
        "yes": Boolean(),
        "blob": Blob(),
        "any": Anything(),
        "inner": INNER,
        "items": ListOf(Pointer(INNER), "[]*p.Inner"),
        "pair": ArrayOf(Text(), 2, "[2]string"),
        "flags": MapOf(Boolean(), "map[string]bool"),
        "custom": Custom("p.Custom", refuse, lambda: "empty"),
        "address": Textual("p.Address", refuse),
    },
)


def read(raw: str, into: GoType = OUTER) -> tuple[Any, str | None]:
    return unmarshal(raw.encode(), into)


def test_names_match_without_regard_to_case() -> None:
    value, error = read('{"TEXT": "a", "bloB": "Yg==", "item\u017f": [null]}')
    assert (value["text"], value["blob"], value["items"], error) == ("a", b"b", [None], None)


def test_unknown_names_are_skipped_whatever_they_hold() -> None:
    assert read('{"other": {"x": 1e999}}') == (OUTER.zero(), None)


def test_null_leaves_plain_fields_and_empties_the_others() -> None:
    value, error = read(
        '{"text": "a", "items": [{}], "flags": {"x": true}, "text": null, "items": null, "flags": null}'
    )
    assert (value["text"], value["items"], value["flags"], error) == ("a", [], {}, None)


def test_a_repeated_struct_is_read_over_the_first() -> None:
    value, _ = read('{"inner": {"name": "a", "mac": "m"}, "inner": {"name": "b"}}')
    assert value["inner"] == {"name": "b", "mac": "m"}


def test_a_repeated_list_is_read_over_the_first_one_s_elements() -> None:
    value, _ = read('{"items": [{"mac": "m"}, {"mac": "n"}], "items": [{"name": "b"}]}')
    assert value["items"] == [{"name": "b", "mac": "m"}]
    value, _ = read('{"items": [{"mac": "m"}, {"mac": "n"}], "items": [], "items": [{}, {"name": "b"}]}')
    assert value["items"] == [{"name": "", "mac": "m"}, {"name": "b", "mac": "n"}]


def test_an_array_has_its_length_whatever_it_is_given() -> None:
    assert read('{"pair": ["a", "b", "c"]}')[0]["pair"] == ["a", "b"]
    assert read('{"pair": ["a"]}')[0]["pair"] == ["a", ""]


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        ('{"text": 1}', "json: cannot unmarshal number into Go struct field Outer.text of type string"),
        ('{"count": 1.5}', "json: cannot unmarshal number 1.5 into Go struct field Outer.count of type int"),
        ('{"count": 9223372036854775808}', "json: cannot unmarshal number 9223372036854775808 into Go struct field "
         "Outer.count of type int"),
        ('{"code": -1}', "json: cannot unmarshal number -1 into Go struct field Outer.code of type uint"),
        ('{"yes": "true"}', "json: cannot unmarshal string into Go struct field Outer.yes of type bool"),
        ('{"items": [{"name": []}]}', "json: cannot unmarshal array into Go struct field "
         "Outer.items.0.name of type string"),
        ('{"items": {}}', "json: cannot unmarshal object into Go struct field Outer.items of type []*p.Inner"),
        ('{"pair": 1}', "json: cannot unmarshal number into Go struct field Outer.pair of type [2]string"),
        ('{"flags": {"x": 1}}', "json: cannot unmarshal number into Go struct field Outer.flags.x of type bool"),
        ('{"flags": []}', "json: cannot unmarshal array into Go struct field Outer.flags of type map[string]bool"),
        ('{"inner": ""}', "json: cannot unmarshal string into Go struct field Outer.inner of type p.Inner"),
        ('{"any": 1e999}', "json: cannot unmarshal number 1e999 into Go value of type float64"),
        ('{"blob": "%"}', "illegal base64 data"),
        ('{"blob": 1}', "json: cannot unmarshal number into Go struct field Outer.blob of type []uint8"),
        ('{"custom": null}', "no None"),
        ('{"address": "x"}', "no x"),
        ('{"address": true}', "json: cannot unmarshal bool into Go struct field Outer.address of type p.Address"),
        ("[]", "json: cannot unmarshal array into Go value of type p.Outer"),
        ("{", "unexpected end of JSON input"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_named(raw: str, error: str) -> None:
    assert read(raw)[1] == error


def test_the_rest_is_read_and_the_first_error_reported() -> None:
    value, error = read('{"count": "x", "text": "after", "yes": 1}')
    assert value["text"] == "after"
    assert error == "json: cannot unmarshal string into Go struct field Outer.count of type int"


@pytest.mark.parametrize(("name", "given", "said"), [("address", '"y"', "no y"), ("custom", "1", "no 1")])
def test_what_reads_itself_and_fails_ends_all(name: str, given: str, said: str) -> None:
    value, error = read(f'{{"count": "x", "text": "before", "{name}": {given}, "blob": "aGk="}}')
    assert (value["text"], value["blob"], error) == ("before", b"", said)


def test_a_struct_without_a_name_has_fields() -> None:
    kind = Struct('struct { Name string "json:\\"name\\"" }', {"name": Text()})
    assert (
        unmarshal(b'{"name": 1}', kind)[1] == "json: cannot unmarshal number into Go struct field .name of type string"
    )
    assert unmarshal(b"[]", kind)[1] == f"json: cannot unmarshal array into Go value of type {kind.name}"


def test_an_empty_address_needs_no_text() -> None:
    assert read('{"address": null, "blob": null}') == (OUTER.zero(), None)
