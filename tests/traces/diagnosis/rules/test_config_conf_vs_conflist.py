"""config/conf-vs-conflist."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.config_conf_vs_conflist import RULE
from traces.diagnosis.rules.config_not_loaded import RULE as REFUSED
from traces.model.finding import Severity

LIST = '{"cniVersion": "1.0.0", "name": "demo-net", "plugins": [{"type": "bridge"}]}'
SINGLE = '{"cniVersion": "1.0.0", "name": "demo-net", "type": "bridge"}'
TEXT = (
    "cni config load failed: failed to load CNI config file /etc/cni/net.d/10-x.conf: error parsing configuration: "
    "missing 'type': invalid cni config"
)


@pytest.mark.parametrize("runtime", ["containerd", "crio", "libcni"])
def test_list_with_wrong_ending_is_to_be_renamed(tmp_path: Path, runtime: str) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-demo.conf", LIST)
    (found,) = check(RULE, tree.node(runtime))
    assert (found.kind, found.severity) == ("config/conf-vs-conflist", Severity.ERROR)
    assert found.next_step == "mv -n /etc/cni/net.d/10-demo.conf /etc/cni/net.d/10-demo.conflist"
    assert "missing 'type'" in quotes(found)
    assert not kinds(REFUSED, tree.node(runtime)), "one file, one finding"


@pytest.mark.parametrize(("name", "content"), [("10-demo.conflist", LIST), ("10-demo.conf", SINGLE)])
def test_right_ending_is_silent(tmp_path: Path, name: str, content: str) -> None:
    tree = NodeTree(tmp_path)
    tree.put(f"/etc/cni/net.d/{name}", content)
    assert not kinds(RULE, tree.node("containerd"), TEXT.replace("missing", "no"))


def test_single_plugin_called_a_list_is_told_too(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-demo.conflist", SINGLE)
    (found,) = check(RULE, tree.node())
    assert found.next_step.endswith("10-demo.conf")


def test_file_that_another_one_stands_in_for_is_a_warning(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-demo.conf", LIST)
    tree.conflist("20-good.conflist", "bridge")
    tree.plugins("bridge")
    assert [each.severity for each in check(RULE, tree.node("crio"))] == [Severity.WARNING]
    assert [each.severity for each in check(RULE, tree.node("containerd"))] == [Severity.ERROR]


def test_text_alone_names_the_file_unproven() -> None:
    (found,) = check(RULE, None, TEXT)
    assert (found.kind, found.is_proven) == ("config/conf-vs-conflist", False)
    assert "/etc/cni/net.d/10-x.conf" in found.cause
