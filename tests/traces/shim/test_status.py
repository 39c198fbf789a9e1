import hashlib
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from tests.support.node_rig import NodeRig, script
from traces.errors import PlaceError
from traces.shim.look import State
from traces.shim.node_folders import Folder
from traces.shim.status import status_of

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path, recorder_image: bytes) -> NodeRig:
    """A plugin folder with one plugin."""
    rig = NodeRig(tmp_path / "node", recorder_image).set_up()
    rig.put("bridge", "one")
    return rig


def test_states_are_told_apart(rig: NodeRig) -> None:
    states = [rig.state("bridge")]
    rig.install()
    states.append(rig.state("bridge"))
    rig.put("bridge", "two")
    states.append(rig.state("bridge"))
    (rig.bin / ".cnistep" / "bridge").write_bytes(rig.image)
    states.append(rig.state("bridge"))
    (rig.bin / "bridge").unlink()
    states.append(rig.state("bridge"))
    assert states == [State.PLAIN, State.WRAPPED, State.REPLACED, State.PREPARED, State.REMOVED]


def test_recorder_without_a_plugin_is_broken(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / ".cnistep" / "bridge").unlink()
    assert rig.state("bridge") is State.BROKEN
    assert "every call of it fails" in rig.status("bridge").detail


def test_recorder_of_an_older_build_is_outdated(rig: NodeRig) -> None:
    rig.install()
    assert not rig.status("bridge").outdated
    older = rig.bin / "bridge"
    older.write_bytes(older.read_bytes() + b"\0")
    assert (rig.state("bridge"), rig.status("bridge").outdated) == (State.WRAPPED, True)


def test_recorder_with_older_settings_is_known_and_outdated(rig: NodeRig) -> None:
    rig.install()
    told = rig.status("bridge").settings
    older = rig.bin / "bridge"
    older.write_bytes(older.read_bytes().replace(b"cnistep-settings\2", b"cnistep-settings\1"))
    status = rig.status("bridge")
    assert (status.state, status.outdated, status.settings) == (State.WRAPPED, True, told)
    rig.install()
    assert not rig.status("bridge").outdated


def test_another_spool_is_no_other_build(rig: NodeRig) -> None:
    node = rig.with_spool("other")
    rig.install(node=node)
    status = rig.status("bridge")
    assert (status.outdated, status.settings and status.settings.spool) == (False, node.spool)


def test_hashes_are_of_plugin_and_recorder(rig: NodeRig) -> None:
    rig.install()
    (plugin,) = status_of(rig.node, rig.folder(), hashes=True).plugins
    assert plugin.plugin_sha256 == hashlib.sha256(script("one").encode()).hexdigest()
    assert plugin.recorder_sha256 == hashlib.sha256((rig.bin / "bridge").read_bytes()).hexdigest()


def test_copied_folder_is_wrapped_by_what_stands_in_it(rig: NodeRig, tmp_path: Path) -> None:
    rig.install()
    rig.top.rename(tmp_path / "moved")
    moved = NodeRig(tmp_path / "moved", rig.image)
    assert (moved.state("bridge"), moved.status("bridge").outdated) == (State.WRAPPED, True)


def test_folder_that_is_gone_is_an_error(rig: NodeRig) -> None:
    with pytest.raises(PlaceError, match="cannot be looked into"):
        status_of(rig.node, Folder(path="/absent", source="", spots=()))
