"""Which plugins a chain executes."""

import json
from pathlib import Path
from typing import Any

from tests.support.node_trees import NodeTree
from traces.cni.network_conf import parse_list
from traces.diagnosis.needs import needs, plugin_file
from traces.model.network import Network


def chain(*plugins: dict[str, Any]) -> Network:
    """A network of those plugins."""
    return parse_list(json.dumps({"cniVersion": "1.0.0", "name": "n", "plugins": plugins}).encode(), "n").network


def test_ipam_is_run_by_its_link() -> None:
    first, second = needs(chain({"type": "bridge", "ipam": {"type": "dhcp"}}))
    assert (first.plugin, first.link, first.through) == ("bridge", 0, ())
    assert (second.plugin, second.link, second.through) == ("dhcp", 0, ("bridge",))
    assert second.at == ("plugins", 0, "ipam", "type")
    assert second.words == "run by bridge of link 0"


def test_empty_ipam_is_none() -> None:
    assert len(needs(chain({"type": "bridge", "ipam": {}}))) == 1


def test_flannel_runs_bridge_unless_told_otherwise() -> None:
    assert [each.plugin for each in needs(chain({"type": "flannel"}))] == ["flannel", "bridge", "host-local"]
    told = needs(chain({"type": "flannel", "delegate": {"type": "ptp"}}))
    assert [each.plugin for each in told] == ["flannel", "ptp", "host-local"]


def test_delegates_of_multus_may_be_lists() -> None:
    delegates = [{"type": "macvlan"}, {"name": "x", "plugins": [{"type": "bridge"}, {"type": "tuning"}]}, 7]
    found = needs(chain({"type": "multus", "delegates": delegates}))
    assert [each.plugin for each in found] == ["multus", "macvlan", "bridge", "tuning"]
    assert found[-1].at == ("plugins", 0, "delegates", 1, "plugins", 1, "type")


def test_loopback_is_needed_where_the_runtime_adds_it() -> None:
    assert needs(chain({"type": "bridge"}), "containerd")[0].plugin == "loopback"
    assert [each.plugin for each in needs(chain({"type": "bridge"}), "crio")] == ["bridge"]


def test_first_folder_that_has_it_counts(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.plugins("bridge", folder="/a")
    tree.plugins("bridge", folder="/b")
    (tmp_path / "a/portmap").mkdir()
    tree.plugins("portmap", folder="/b")
    node = tree.node(plugin_dirs=("/b", "/a"))
    assert (found := plugin_file(node, "bridge")) and found.path == "/b/bridge"
    node = tree.node(plugin_dirs=("/a", "/b"))
    assert (found := plugin_file(node, "portmap")) and found.path == "/b/portmap"
    assert plugin_file(node, "ghost") is None
