"""What `cnistep audit` prints, and its exit codes."""

from pathlib import Path

from tests.support.cli import cnistep
from tests.support.fleet import as_json, chain, conflist, node_files


def _nodes(folder: Path, *mtus: int) -> Path:
    (folder / "nodes").mkdir()
    for number, mtu in enumerate(mtus):
        as_json(folder / "nodes" / f"{number}.json", node_files(f"node-{number}", chain(mtu=mtu)))
    return folder / "nodes"


def test_equal_nodes_end_with_success(tmp_path: Path) -> None:
    ran = cnistep("audit", _nodes(tmp_path, 1450, 1450))
    assert (ran.code, ran.stderr) == (0, "")
    assert "2 nodes, all equal" in ran.stdout and "bridge > portmap > bandwidth" in ran.stdout


def test_a_drift_ends_with_1_and_is_told(tmp_path: Path) -> None:
    nodes = _nodes(tmp_path, 1450, 1450, 1500)
    ran = cnistep("audit", nodes)
    assert ran.code == 1 and "/plugins/0/mtu: 1500, the others have 1450" in ran.stdout
    plain = cnistep("audit", nodes, "--plain")
    assert plain.stdout.splitlines()[0] == "1. 3 nodes, 1 of them drifted"


def test_the_document_says_all(tmp_path: Path) -> None:
    ran = cnistep("audit", _nodes(tmp_path, 1450, 1450, 1500), "--json", "-o", tmp_path / "audit.json")
    document = ran.document
    assert document["schema_version"] == 1 and document["has_drift"]
    (drift,) = document["groups"][1]["drift"]
    assert (drift["pointer"], drift["expected"], drift["actual"]) == ("/plugins/0/mtu", "1450", "1500")
    assert document["nodes"][2]["group"] == 1
    assert (tmp_path / "audit.json").exists()


def test_the_file_in_git_decides(tmp_path: Path) -> None:
    git = tmp_path / "10-pods.conflist"
    git.write_text(conflist(chain(mtu=1500)))
    ran = cnistep("audit", _nodes(tmp_path, 1450, 1500), "--expect", git)
    assert ran.code == 1 and "1450, git has 1500" in ran.stdout


def test_misuse_is_a_line(tmp_path: Path) -> None:
    for arguments in ((), (tmp_path / "none",), (_nodes(tmp_path, 1450), "--expect", tmp_path / "none")):
        ran = cnistep("audit", *arguments)
        assert ran.code == 2 and len(ran.stderr.splitlines()) == 1 and "expected" in ran.stderr


def test_hostile_names_reach_the_screen_harmless(tmp_path: Path) -> None:
    evil = "\x1b]52;c;YQ==\x07[red]"
    as_json(tmp_path / "a.json", node_files(evil, chain(mtu=evil)))
    as_json(tmp_path / "b.json", node_files("b"))
    for form in ((), ("--plain",), ("--json",)):
        assert "\x1b" not in cnistep("audit", tmp_path / "a.json", tmp_path / "b.json", *form).stdout
