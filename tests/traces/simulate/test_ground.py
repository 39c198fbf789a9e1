"""Where a stand-in's files are."""

from pathlib import Path

from tests.support.stand_ins import no_network
from traces.simulate.ground import Ground


def test_where_nothing_may_be_touched_files_are_its_own(tmp_path: Path) -> None:
    ground = Ground(state=str(tmp_path / "state"), run_network=no_network)
    there = tmp_path / "there"
    there.write_text("the node's")
    assert ground.read(str(there)) == b"the node's"
    ground.write(str(there), b"mine")
    assert (ground.read(str(there)), there.read_text()) == (b"mine", "the node's")
    assert ground.file("/a/../../../b") == ground.file("b") == str(tmp_path / "state" / "b")
    ground.remove(str(there))
    assert ground.read(str(there)) == b"the node's"


def test_in_a_sandbox_files_are_where_they_belong(tmp_path: Path) -> None:
    ground = Ground(run_network=no_network)
    ground.write(str(tmp_path / "a" / "b"), b"x")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o600
    ground.remove(str(tmp_path / "a" / "b"))
    ground.remove(str(tmp_path / "a" / "b"))
    assert ground.read(str(tmp_path / "a" / "b")) is None
    assert ground.read("a\0b") is None
