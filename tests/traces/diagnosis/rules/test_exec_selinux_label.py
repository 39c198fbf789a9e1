"""exec/selinux-label; this machine has no labels: files say what the commands would have said."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.binary_missing import RULE as BINARY
from traces.diagnosis.rules.exec_selinux_label import RULE
from traces.model.finding import Severity

WRONG = "system_u:object_r:usr_t:s0 /opt/cni/bin\n"
RIGHT = "system_u:object_r:container_file_t:s0 /opt/cni/bin\n"
DENIED = (
    'type=AVC msg=audit(1.2:3): avc:  denied  { write } for pid=9 comm="cp" name="bin" tcontext=u:r:usr_t tclass=dir'
)
REFUSED = "fork/exec /opt/cni/bin/cilium-cni: permission denied"


def node_tree(path: Path, label: str, *, filled: bool) -> NodeTree:
    """A node with that label on its plugin folder."""
    tree = NodeTree(path)
    tree.conflist("05-c.conflist", "cilium-cni")
    tree.plugins(*(["cilium-cni"] if filled else []))
    (path / "opt/cni/bin").mkdir(parents=True, exist_ok=True)
    tree.says("ls-Z", label)
    return tree


def test_label_denial_and_missing_plugin_make_one(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, WRONG, filled=False)
    tree.says("audit-denials", DENIED)
    (found,) = check(RULE, tree.node())
    assert (found.kind, found.severity, found.is_proven) == ("exec/selinux-label", Severity.ERROR, True)
    assert "usr_t" in quotes(found)
    assert "denied  { write }" in quotes(found)
    assert "restorecon" in found.next_step
    assert not kinds(BINARY, tree.node()), "the missing plugin only follows"


def test_right_label_leaves_missing_plugin_to_its_rule(tmp_path: Path) -> None:
    node = node_tree(tmp_path, RIGHT, filled=False).node()
    assert not kinds(RULE, node)
    assert kinds(BINARY, node) == ["binary/missing"]


def test_wrong_label_without_harm_is_a_note(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, WRONG, filled=True).node())
    assert found.severity is Severity.NOTE


def test_node_without_labels_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, "", filled=True).node())


def test_denial_in_a_text_is_not_proof(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "", filled=True).node(), DENIED)
    assert not found.is_proven


def test_denial_elsewhere_is_no_matter(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, "", filled=True).node(), DENIED.replace('"bin"', '"log"'))


def test_refusal_that_nothing_else_explains_is_suspect(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "", filled=True).node(), REFUSED)
    assert (found.kind, found.is_proven) == ("exec/selinux-label", False)


def test_refusal_by_the_mode_is_not(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "", filled=True)
    (tmp_path / "opt/cni/bin/cilium-cni").chmod(0o644)
    assert not kinds(RULE, tree.node(), REFUSED)
