"""Where a value stands in a JSON text."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.traces.cni.test_gojson import TEXTS, VALUES
from traces.cni.gojson_place import locate, pointer

TEXT = ' {"é": [1, {"a/b": "x,]}", "a/b": [ true , null]}], "z": {}}'.encode()


def test_a_value_is_found_where_it_begins() -> None:
    places = [locate(TEXT, path) for path in ((), ("é",), ("é", 0), ("é", 1, "a/b", 1), ("z",))]
    assert [TEXT[at : at + 4] for at in places] == [b'{"\xc3\xa9', b"[1, ", b"1, {", b"null", b"{}}"]


def test_a_missing_value_is_where_it_would_be() -> None:
    assert [locate(TEXT, path) for path in (("no",), ("é", 7), ("z", "x"), ("é", "x"))] == [
        1,
        8,
        TEXT.index(b"{}"),
        8,
    ]


def test_a_pointer_escapes_what_it_must() -> None:
    assert pointer(("é", 1, "a/b", "~")) == "/é/1/a~1b/~0"
    assert pointer(()) == ""


@given(st.dictionaries(TEXTS, st.lists(VALUES, min_size=1, max_size=3), min_size=1, max_size=3), st.data())
def test_any_value_can_be_found(document: dict[str, list[object]], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(document)))
    index = data.draw(st.integers(0, len(document[name]) - 1))
    raw = json.dumps(document, ensure_ascii=False, indent=1).encode()
    found, _ = json.JSONDecoder().raw_decode(raw[locate(raw, (name, index)) :].decode())
    assert found == document[name][index]
