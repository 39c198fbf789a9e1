import os
import stat
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.needs import needs_root
from traces.errors import PlaceError
from traces.shim.node import Node
from traces.shim.node_spool import Recorded, make_spool, recorded_calls, remove_spool, spool_trouble


@pytest.fixture
def node(tmp_path: Path) -> Node:
    """A node with a spool of its own, still to be made."""
    return Node(root=str(tmp_path), spool="/run/cnistep/spool")


@pytest.fixture
def spool(node: Node) -> Path:
    """Where that is seen."""
    return Path(node.seen(node.spool))


def test_spool_is_for_its_owner_alone(node: Node, spool: Path) -> None:
    assert "is not there (a reboot empties /run)" in spool_trouble(node)
    make_spool(node)
    make_spool(node)
    assert (stat.S_IMODE(spool.stat().st_mode), spool_trouble(node)) == (0o700, "")


def test_spool_that_others_may_use_is_refused(node: Node, spool: Path) -> None:
    make_spool(node)
    spool.chmod(0o711)
    with pytest.raises(PlaceError, match="expected 0700"):
        make_spool(node)


def test_link_is_no_spool(node: Node, spool: Path, tmp_path: Path) -> None:
    spool.parent.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    spool.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PlaceError, match="is a symbolic link"):
        make_spool(node)


@needs_root
def test_spool_of_another_user_is_refused(node: Node, spool: Path) -> None:
    make_spool(node)
    os.chown(spool, 65534, 65534)
    with pytest.raises(PlaceError, match="uid 65534"):
        make_spool(node)


def test_spool_in_a_file_is_refused(node: Node, tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file")
    with pytest.raises(PlaceError, match="the spool /run/cnistep/spool cannot be made: "):
        make_spool(node)


def test_remote_file_systems_are_refused(node: Node) -> None:
    with patch("traces.shim.node_spool.filesystem_magic", return_value=0x6969), pytest.raises(PlaceError, match="NFS"):
        make_spool(node)


def test_calls_are_counted_by_plugin(node: Node, spool: Path) -> None:
    assert recorded_calls(node) == {}
    make_spool(node)
    for name in ("10-1-host-local.ok", "12-2-host-local.err", "11-3-bridge.poll.ok", "x-1-y.ok", "strange"):
        (spool / name).touch()
    assert recorded_calls(node) == {
        "host-local": Recorded(count=2, last=12),
        "bridge": Recorded(count=1, last=11),
    }


def test_records_go_with_their_spool(node: Node, spool: Path) -> None:
    make_spool(node)
    (spool / "1-1-x.ok").touch()
    remove_spool(node)
    remove_spool(node)
    assert not spool.exists()
