"""Frozen values in a document, and back."""

from typing import Any

import pytest

from traces.errors import StoreError
from traces.model.snapshot import Device, Peer, Snapshot
from traces.store.fields import Field
from traces.store.values import read_value, value_object


def test_text_that_json_can_not_say_is_packed() -> None:
    device = Device(index=1, name="\udcffab", peer=Peer(index=2, side="pod"))
    tree = value_object(device)
    assert tree["name"] == {"base64": "7bO/YWI="}
    assert read_value(Device, Field(tree, "a file")) == device


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "f: /: expected an object, found a list"),
        ({"host": {"links": [{"index": 1}]}}, "f: /host/links/0/name: expected a string, found nothing"),
        (
            {"host": {"links": [{"index": "1", "name": "lo"}]}},
            'f: /host/links/0/index: expected a whole number, found "1"',
        ),
        ({"host": {"links": 5}}, "f: /host/links: expected a list, found 5"),
        ({"pod": 7}, "f: /pod: expected an object, found 7"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(document: Any, said: str) -> None:
    with pytest.raises(StoreError) as raised:
        read_value(Snapshot, Field(document, "f"))
    assert str(raised.value) == said


def test_what_is_not_known_is_ignored() -> None:
    assert read_value(Snapshot, Field({"new": 1, "pod": None}, "f")) == Snapshot()
