"""VERSION, asked of plugins."""

from pathlib import Path

import pytest

from tests.support.cli import plugin
from tests.support.node_trees import NodeTree
from tests.support.shim_rig import eventually
from traces.diagnosis.facts import Node, PluginFile
from traces.session import asked_versions
from traces.session.asked_versions import plugins_to_ask, with_versions

GOOD = """read -r line
case "$CNI_COMMAND $line" in
'VERSION {"cniVersion":"1.1.0"}') echo '{"cniVersion": "1.0.0", "supportedVersions": ["0.4.0", "1.0.0"]}' ;;
*) exit 9 ;;
esac"""


def asked(path: Path, script: str) -> PluginFile:
    """The plugin after it was asked."""
    file = plugin(path / "bin", "main", script)
    node = Node(plugins=(PluginFile(name="main", path=str(file), kind="script"),))
    return with_versions(node, node.plugins).plugins[0]


def test_answer_is_kept(tmp_path: Path) -> None:
    found = asked(tmp_path, GOOD)
    assert (found.versions, found.version_error) == (("0.4.0", "1.0.0"), "")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo sorry >&2; exit 3", "exit code 3: sorry"),
        ("""echo '{"code": 7, "msg": "not today"}'; exit 1""", "exit code 1: not today"),
        ("exit 1", "exit code 1: nothing"),
        ("echo hello", "decoding version info"),
        ("true", "decoding version info"),
    ],
)
def test_plugin_that_does_not_answer_says_why(tmp_path: Path, script: str, words: str) -> None:
    found = asked(tmp_path, script)
    assert found.versions is None
    assert words in found.version_error


def test_plugin_that_does_not_know_the_question_is_the_oldest(tmp_path: Path) -> None:
    found = asked(tmp_path, """echo '{"code": 4, "msg": "unknown CNI_COMMAND: VERSION"}'; exit 1""")
    assert found.versions == ("0.1.0",)


def test_plugin_that_hangs_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_versions, "_WITHIN", 0.3)
    found = asked(tmp_path, f"sleep 600 & echo $! > {tmp_path}/child; wait")
    assert "no answer within" in found.version_error
    child = int((tmp_path / "child").read_text())
    assert eventually(lambda: _is_over(child))


def _is_over(process: int) -> bool:
    """Whether a process has ended, though nobody may have asked for its end yet."""
    try:
        return "Z (zombie)" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_file_that_can_not_be_executed_says_why(tmp_path: Path) -> None:
    node = Node(plugins=(PluginFile(name="x", path=str(tmp_path / "x")),))
    (found,) = with_versions(node, node.plugins).plugins
    assert found.version_error == "it can't be executed: No such file or directory"


def test_only_what_chains_name_and_can_start_is_asked(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", {"type": "bridge", "ipam": {"type": "host-local"}}, "lame", network="a")
    tree.conflist("20-b.conflist", "tuning", "gone", network="b")
    tree.plugins("bridge", "host-local", "lame", "tuning", "unnamed", "loopback")
    (tmp_path / "opt/cni/bin/lame").chmod(0o644)
    assert [file.name for file in plugins_to_ask(tree.node("crio"))] == ["bridge", "host-local", "tuning"]
    assert "loopback" in [file.name for file in plugins_to_ask(tree.node("containerd"))]
