"""One at a time in a plugin folder, and what was left behind put right."""

import fcntl
import os
import stat
import threading
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler, needs_root
from tests.support.node_rig import NodeRig, asides
from traces.errors import PlaceError
from traces.shim.aside import opened_aside

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path, recorder_image: bytes) -> NodeRig:
    """A plugin folder with one plugin."""
    rig = NodeRig(tmp_path / "node", recorder_image).set_up()
    rig.put("bridge", "one")
    return rig


def test_nothing_is_made_unless_asked_for(rig: NodeRig) -> None:
    with opened_aside(rig.node, str(rig.bin), make=False) as opened:
        assert opened is None
    assert asides(rig.bin) == set()


def test_folder_is_open_to_whom_plugins_are_open(rig: NodeRig) -> None:
    rig.bin.chmod(0o2775)
    before = os.umask(0o077)
    try:
        with opened_aside(rig.node, str(rig.bin), make=True):
            assert stat.S_IMODE((rig.bin / ".cnistep").stat().st_mode) & 0o777 == 0o755
    finally:
        os.umask(before)


def test_empty_folder_goes_away(rig: NodeRig) -> None:
    with opened_aside(rig.node, str(rig.bin), make=True):
        assert asides(rig.bin) == {".lock"}
    assert not (rig.bin / ".cnistep").exists()


def test_others_wait_for_their_turn(rig: NodeRig) -> None:
    """Also those who have opened the lock file that is removed with the folder."""
    order = []

    def other() -> None:
        with opened_aside(rig.node, str(rig.bin), make=True):
            order.append("other")

    waiting = threading.Thread(target=other)
    with opened_aside(rig.node, str(rig.bin), make=True):
        waiting.start()
        with open(rig.bin / ".cnistep" / ".lock", "rb") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        order.append("first")
    waiting.join()
    assert order == ["first", "other"]
    assert not (rig.bin / ".cnistep").exists()


def test_unfinished_recorder_is_removed(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / ".cnistep" / ".bridge.part").write_bytes(b"half")
    rig.install()
    assert asides(rig.bin) == {".lock", "bridge"}


@needs_root
def test_folder_that_others_may_write_in_is_not_used(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / ".cnistep").chmod(0o777)
    with pytest.raises(PlaceError, match="mode 0777, expected uid 0 and nobody else to write there"):
        rig.install()


def test_unknown_files_stay(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / ".cnistep" / "mine").write_text("x")
    rig.uninstall("bridge")
    assert asides(rig.bin) == {".lock", "mine"}
