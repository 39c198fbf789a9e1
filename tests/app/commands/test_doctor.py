"""``cnistep doctor``."""

import json
from pathlib import Path

import pytest

from tests.support.cli import Ran, cnistep, plugin
from tests.support.node_trees import NodeTree

ANSWERS = """echo '{"cniVersion": "1.0.0", "supportedVersions": ["1.0.0"]}'"""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's own is looked at where a test names its folders."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    for name in ("CNI_PATH", "NETCONFPATH", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)


def here(path: Path, *arguments: str, plugins: tuple[str, ...] = ("main",)) -> Ran:
    """The doctor on this machine, with folders of the test's own."""
    conf = NodeTree(path).conflist("10-a.conflist", "main").parent
    (path / "bin").mkdir(exist_ok=True)
    for name in plugins:
        plugin(path / "bin", name, ANSWERS)
    folders = ("--conf-dir", conf, "--plugins-dir", path / "bin", "--cache-dir", path / "cache")
    return cnistep("doctor", "--as", "crio", *folders, *arguments)


def test_healthy_node_is_told_calmly(tmp_path: Path) -> None:
    ran = here(tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    assert "asked         VERSION of main" in ran.stdout
    assert "nothing wrong: 1 link, 0 findings" in ran.stdout


def test_error_ends_with_one(tmp_path: Path) -> None:
    ran = here(tmp_path, plugins=())
    assert ran.code == 1
    assert "✗ error  binary/missing" in ran.stdout


def test_json_is_one_document(tmp_path: Path) -> None:
    ran = here(tmp_path, "--json", "-o", str(tmp_path / "out.json"))
    assert ran.document["node"]["version_asked_of"] == ["main"]
    assert ran.document["findings"] == []
    assert json.loads((tmp_path / "out.json").read_text()) == ran.document


def test_plain_draws_nothing(tmp_path: Path) -> None:
    ran = here(tmp_path, "--plain", plugins=())
    assert "1. error, link 0: main" in ran.stdout
    assert "✗" not in ran.stdout


def test_other_root_is_read_and_nothing_executed(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "main")
    tree.plugins("main", content=f"#!/bin/sh\ntouch {tmp_path}/ran\n".encode())
    ran = cnistep("doctor", "--root", tmp_path, "--as", "crio")
    assert ran.code == 0
    assert "nothing is executed" in " ".join(ran.stdout.split())
    assert not (tmp_path / "ran").exists()


def test_runtime_of_the_tree_is_recognised(tmp_path: Path) -> None:
    NodeTree(tmp_path).put("/etc/crio/crio.conf", "")
    assert "as crio sees it" in cnistep("doctor", "--root", tmp_path).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--root", "/no/such/root"), "--root /no/such/root: no such folder"),
        (("--root", "/proc", "--ask-status"), "--ask-status: of another --root nothing is executed"),
        (("-o", "/no/such/folder/x"), "-o /no/such/folder/x"),
    ],
)
def test_misuse_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    ran = cnistep("doctor", *arguments)
    assert ran.code == 2
    assert words in ran.stderr
    assert ran.stderr.count("\n") == 1
