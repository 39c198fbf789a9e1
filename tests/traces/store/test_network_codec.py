"""A network's links in the trace file: as one reads them, and exact."""

import json

import pytest

from traces.model.network import Link, Network
from traces.store.fields import Field
from traces.store.network_codec import network_object, read_network


def network(config: bytes) -> Network:
    link = Link(index=0, type="bridge", config=config, capabilities=("portMappings",))
    return Network(name="n", cni_version="1.0.0", links=(link,), raw=b'{"name": "n"}')


def test_link_is_readable_as_it_was_given() -> None:
    written = network_object(network(b'{ "type": "bridge",\n "mtu": 1450 }'))
    assert written["links"] == [{"type": "bridge", "mtu": 1450}]
    assert written["links_read"][0]["config"] == '{ "type": "bridge",\n "mtu": 1450 }'


def test_compact_link_needs_no_bytes_beside_it() -> None:
    written = network_object(network('{"type":"bridge","x":"é"}'.encode()))
    assert written["links_read"] == [{"index": 0, "type": "bridge", "capabilities": ["portMappings"]}]


@pytest.mark.parametrize(
    "config",
    [
        b'{"type":"bridge"}',
        b'{"a":1,"a":2}',
        b'{"a":1e3}',
        b'{"a":1e999}',
        b'{"a":"\\u00e9"}',
        b'{"a":"\\ud800"}',
        b"\xff",
        b"",
        b"[" * 100_000,
        b'{"a":' + b"9" * 5000 + b"}",
    ],
)
def test_links_bytes_come_back(config: bytes) -> None:
    written = json.loads(json.dumps(network_object(network(config)), allow_nan=False))
    assert read_network(Field(written, "s")) == network(config)
