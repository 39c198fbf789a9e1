"""Which plugins a network may run."""

import json
from typing import Any

import pytest

from traces.cni.network_conf import parse_list
from traces.model.network import Network
from traces.simulate.named import plugins_named


def network(*plugins: dict[str, Any]) -> Network:
    """A list of these plugins."""
    return parse_list(json.dumps({"cniVersion": "1.0.0", "name": "net", "plugins": plugins}).encode()).network


def test_links_come_first_then_what_they_name() -> None:
    named = plugins_named(network({"type": "bridge", "ipam": {"type": "host-local"}}, {"type": "portmap"}))
    assert named == ("bridge", "portmap", "host-local")


def test_flannel_runs_bridge_and_host_local_unasked() -> None:
    assert plugins_named(network({"type": "flannel"})) == ("flannel", "bridge", "host-local")


def test_the_lists_of_multus_are_looked_into() -> None:
    inner = {"name": "inner", "plugins": [{"type": "loopback"}, {"type": "odd", "ipam": {"type": "static"}}]}
    named = plugins_named(network({"type": "multus", "delegates": [inner]}))
    assert named == ("multus", "loopback", "odd", "static")


def test_paths_and_endless_nesting_name_nothing() -> None:
    deep: Any = {"type": "deep"}
    for _ in range(40):
        deep = {"x": [deep]}
    assert plugins_named(network({"type": "a", "ipam": {"type": "../b"}, "deep": deep, "c": {"type": 5}})) == ("a",)


def test_the_type_of_calico_s_policy_is_no_plugin() -> None:
    assert plugins_named(network({"type": "calico", "policy": {"type": "k8s"}})) == ("calico",)


@pytest.mark.parametrize("name", ["..", ".", "a\0b", "x" * 251, "é" * 128])
def test_what_can_be_no_file_names_nothing(name: str) -> None:
    assert plugins_named(network({"type": "a", "ipam": {"type": name}})) == ("a",)


def test_half_a_character_is_read_as_go_reads_it() -> None:
    assert plugins_named(network({"type": "a", "ipam": {"type": "\ud800"}})) == ("a", "\ufffd")
