"""config/renamed-by-peer."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.config_not_loaded import RULE as NO_FILE
from traces.diagnosis.rules.config_renamed_by_peer import RULE
from traces.model.finding import Severity

CALICO = '{"cniVersion": "1.0.0", "name": "k8s-pod-network", "plugins": [{"type": "calico", "token": "s3cret"}]}'


@pytest.mark.parametrize("ending", [".cilium_bak", ".bak", ".old", "~"])
def test_file_renamed_away_without_another_is_an_error(tmp_path: Path, ending: str) -> None:
    tree = NodeTree(tmp_path)
    tree.put(f"/etc/cni/net.d/10-calico.conflist{ending}", CALICO)
    (found,) = check(RULE, tree.node("containerd"))
    assert (found.kind, found.severity) == ("config/renamed-by-peer", Severity.ERROR)
    assert "network k8s-pod-network: calico" in quotes(found)
    assert "s3cret" not in quotes(found)
    assert not kinds(NO_FILE, tree.node("containerd")), "that there is no file only follows"


def test_finding_goes_when_it_is_named_back(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-calico.conflist", CALICO)
    assert not kinds(RULE, tree.node("containerd"))


def test_copy_beside_its_original_was_not_renamed(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-calico.conflist", CALICO)
    tree.put("/etc/cni/net.d/10-calico.conflist.bak", CALICO)
    assert not kinds(RULE, tree.node("containerd"))


@pytest.mark.parametrize(
    ("winner", "severity"), [("05-cilium.conflist", Severity.NOTE), ("99-podman.conflist", Severity.WARNING)]
)
def test_what_its_renamer_replaced_is_a_note(tmp_path: Path, winner: str, severity: Severity) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-calico.conflist.cilium_bak", CALICO)
    tree.conflist(winner, "x")
    assert [each.severity for each in check(RULE, tree.node("containerd"))] == [severity]


def test_what_an_installer_did_on_purpose_is_not_to_be_undone(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/00-multus.conf.cilium_bak", CALICO)
    tree.conflist("05-cilium.conflist", "cilium-cni")
    (finding,) = check(RULE, tree.node("containerd"))
    assert (finding.severity, finding.next_step) == (Severity.NOTE, "ls -l /etc/cni/net.d")


def test_a_file_that_was_put_aside_by_hand_is_a_note(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/05-sample.conflist.disabled", CALICO)
    assert [each.severity for each in check(RULE, tree.node("containerd"))] == [Severity.ERROR]
    tree.conflist("10-main.conflist", "main")
    assert [each.severity for each in check(RULE, tree.node("containerd"))] == [Severity.NOTE]


def test_what_is_wrong_with_the_renamer_s_own_file_is_not_mended_so(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-calico.conflist.cilium_bak", CALICO)
    tree.put("/etc/cni/net.d/05-cilium.conflist", "{")
    (found,) = check(RULE, tree.node("containerd"))
    assert (found.severity, found.next_step) == (Severity.NOTE, "ls -l /etc/cni/net.d")
