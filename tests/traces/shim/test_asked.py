from dataclasses import replace

import pytest

from tests.support.records import record
from traces.shim.asked import asked_in, config_text


def test_request_says_what_it_is_for() -> None:
    asked = asked_in(record("bridge", 1, verb="DEL", pod="x", ifname="net1", network="green", previous=True))
    assert (asked.plugin, asked.verb, asked.container, asked.ifname) == ("bridge", "DEL", "c-x", "net1")
    assert (asked.network, asked.is_link, asked.has_previous) == ("green", True, True)


def test_ipam_plugin_is_given_anothers_configuration() -> None:
    stdin = {"name": "pods", "type": "bridge", "ipam": {"type": "host-local"}}
    assert not asked_in(record("host-local", 1, stdin=stdin)).is_link


@pytest.mark.parametrize("stdin", [b"", b'{"name": "po', b"[1]", b'{"name": "pods", "x": 1e999}'])
def test_what_is_not_there_yet_is_not_known(stdin: bytes) -> None:
    asked = asked_in(replace(record("bridge", 1), stdin=stdin))
    assert (asked.network, asked.has_previous, asked.is_link) == (None, None, True)


def test_same_link_is_known_by_its_own_configuration() -> None:
    first = asked_in(record("tuning", 1))
    assert first.is_like(asked_in(record("tuning", 9, previous=True)))
    other = {"name": "pods", "type": "tuning", "mtu": 1400}
    assert not first.is_like(asked_in(record("tuning", 9, stdin=other)))
    assert not first.is_like(asked_in(record("bridge", 9)))
    assert first.is_like(asked_in(record("tuning", 9, stdin={})))


def test_configuration_is_text_whatever_its_order() -> None:
    assert config_text({"b": 1, "a": 2, "name": "x"}) == config_text({"a": 2, "prevResult": {}, "b": 1})
