"""Files that a daemon writes, and that are not there."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import failing, found, run_chain
from traces.diagnosis.case import Case
from traces.diagnosis.rules.daemon_files import RULE
from traces.model.finding import Severity

KUBECONFIG = "/etc/cni/net.d/calico-kubeconfig"


def test_flannel_without_its_subnet_file(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "flannel", "portmap")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.link, finding.is_proven) == ("daemon/state-file-missing", 0, True)
    assert "/run/flannel/subnet.env: not there" in quotes(finding)
    tree.put("/run/flannel/subnet.env", "FLANNEL_MTU=1450")
    assert kinds(RULE, tree.node()) == []


def test_a_kubeconfig_that_is_not_there(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "portmap", {"type": "calico", "kubernetes": {"kubeconfig": KUBECONFIG}})
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.link) == ("daemon/kubeconfig-missing", 1)
    tree.put(KUBECONFIG, "apiVersion: v1")
    assert kinds(RULE, tree.node()) == []


@pytest.mark.parametrize(
    "entry", [{"log_file_path": "/var/log/calico/cni/cni.log"}, {"daemonSocketDir": "/run/multus/socket"}]
)
def test_logs_and_sockets_are_no_state(tmp_path: Path, entry: dict[str, str]) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", {"type": "calico", **entry})
    assert kinds(RULE, tree.node()) == []


@pytest.mark.parametrize(
    ("msg", "kind"),
    [
        ("open /run/demo/subnet.env: no such file or directory", "daemon/state-file-missing"),
        ("stat /var/lib/calico/nodename: no such file or directory: check", "daemon/state-file-missing"),
        (f"error: stat {KUBECONFIG}: no such file or directory", "daemon/kubeconfig-missing"),
    ],
)
def test_a_recorded_error_names_the_file(tmp_path: Path, msg: str, kind: str) -> None:
    (trace,) = run_chain(tmp_path, {"overlay": failing(msg)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == (kind, 0, True)
    assert "overlay (link 0) reads /" in finding.cause


def test_a_file_that_has_come_since_is_a_warning(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "flannel")
    tree.put("/run/flannel/subnet.env", "FLANNEL_MTU=1450")
    text = "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory"
    (finding,) = check(RULE, tree.node(), text)
    assert finding.severity is Severity.WARNING and "there now" in finding.cause


@pytest.mark.parametrize(
    "msg",
    ["open /run/netns/x: no such file or directory", "dial unix /run/x.sock: no such file", "open x: no such file"],
)
def test_other_missing_files_are_not_its_concern(tmp_path: Path, msg: str) -> None:
    (trace,) = run_chain(tmp_path, {"overlay": failing(msg)})
    assert list(RULE.check(Case(trace=trace))) == []


def test_the_reader_is_the_link_of_its_own_chain(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("05-podman.conflist", "bridge", network="podman")
    tree.conflist("10-calico.conflist", {"type": "calico", "kubernetes": {"kubeconfig": "/etc/cni/net.d/calico-kc"}})
    tree.plugins("calico")
    (found,) = check(RULE, tree.node("crio"))
    assert found.cause.startswith("calico (link 0) reads /etc/cni/net.d/calico-kc")
