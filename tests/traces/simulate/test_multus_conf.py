"""What multus is configured with, and what it remembers."""

import json
from typing import Any

import pytest

from traces.cni.gojson import DecodeError
from traces.simulate.multus_conf import decode_delegates, encode_delegates, read_delegates

LIST = {"name": "first", "cniVersion": "1.0.0", "plugins": [{"type": "one"}, {"type": "two"}]}
SINGLE = {"name": "second", "cniVersion": "0.4.0", "type": "three"}


def test_a_single_plugin_is_a_network_too() -> None:
    first, second = read_delegates({"delegates": [LIST, SINGLE]})
    assert (first.is_list, second.is_list) == (True, False)
    assert [link.type for link in first.network().links] == ["one", "two"]
    assert (second.network().name, second.network().cni_version) == ("second", "0.4.0")


def test_what_is_remembered_reads_as_it_was() -> None:
    delegates = read_delegates({"delegates": [LIST, SINGLE]})
    assert decode_delegates(encode_delegates(delegates)) == delegates
    assert json.loads(encode_delegates(delegates))[1]["Name"] == "second"


@pytest.mark.parametrize("raw", [b"{}", b"[{}]", b"null", b'[{"Bytes":"e30="}]', b"nonsense", b"[1]"])
def test_a_file_of_something_else_is_refused(raw: bytes) -> None:
    with pytest.raises(DecodeError):
        decode_delegates(raw)


@pytest.mark.parametrize(
    "delegates", [None, {}, "x", [1], [{"type": 5}], [{"name": 5, "type": "x"}], [{"plugins": []}]]
)
def test_delegates_of_another_shape_are_refused(delegates: Any) -> None:
    with pytest.raises(DecodeError, match="LoadNetConf: "):
        read_delegates({"delegates": delegates})
