"""Reading what was collected of nodes, hostile tar files included."""

import io
import tarfile
from pathlib import Path

import pytest

from tests.support.fleet import as_folder, as_json, as_tar, node_files
from traces.diagnosis.audit.source import Source, node_paths, read_source
from traces.errors import InputError


def read_sources(paths: list[str]) -> list[Source]:
    """Every node of the paths."""
    return [read_source(path) for path in node_paths(paths)]


def test_a_folder_of_nodes_stands_for_all(tmp_path: Path) -> None:
    as_folder(tmp_path / "b", node_files("b"))
    as_json(tmp_path / "a.json", node_files("a"))
    as_tar(tmp_path / "c.tar.gz", node_files("c"))
    (tmp_path / "README").write_text("not a node")
    assert [each.name for each in read_sources([str(tmp_path)])] == ["a", "b", "c"]


def test_a_node_without_a_name_has_its_file_s(tmp_path: Path) -> None:
    as_json(tmp_path / "worker-7.json", {"/etc/cni/net.d/x.conf": "{}"})
    (source,) = read_sources([str(tmp_path / "worker-7.json")])
    assert source.name == "worker-7"


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.json", "[1]"), ("y.json", "{"), ("z.json", '{"a": 1}'), ("w.tar", "no tar"), ("v.tgz", "\x1f\x8b")],
)
def test_what_is_no_node_is_refused_in_a_line(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=name):
        read_sources([str(tmp_path / name)])


def test_paths_that_are_not_there_or_hold_nothing(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="expected"):
            read_sources([str(path)])


def test_a_tar_file_leads_nowhere_outside(tmp_path: Path) -> None:
    path = tmp_path / "bad.tar"
    with tarfile.open(path, "w") as archive:
        for name, target in (
            ("etc/cni/net.d", "/etc"),
            ("etc/loop", "loop"),
            ("opt/cni/bin", "../../../../usr/lib/cni"),
        ):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
        member = tarfile.TarInfo("../../usr/lib/cni/bridge")
        member.size = 3
        archive.addfile(member, io.BytesIO(b"abc"))
    (source,) = read_sources([str(path)])
    assert source.tree.read("/opt/cni/bin/bridge") == b"abc"
    assert source.tree.read("/etc/cni/net.d/passwd") is None
    assert source.tree.read("/etc/loop") is None
    assert source.tree.names("/opt/cni/bin") == ("bridge",)


def test_modes_and_times_of_a_document_stand_in_its_stat(tmp_path: Path) -> None:
    files = {"/opt/cni/bin/bridge": "x", "/commands/stat": "755 0:0 4000 1764000000 /opt/cni/bin/bridge\nnonsense\n"}
    (source,) = read_sources([str(as_json(tmp_path / "n.json", files))])
    entry = source.tree.entry("/opt/cni/bin/bridge")
    assert entry is not None and (entry.mode, entry.size, entry.changed) == (0o755, 4000, 1764000000.0)
