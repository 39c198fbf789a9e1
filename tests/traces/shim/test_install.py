"""Putting recorders in the places of plugins: nothing is lost, and nothing stops running, whenever it is stopped."""

import errno
import os
import stat
import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.killing import kills
from tests.support.needs import needs_compiler, needs_root
from tests.support.node_rig import NodeRig, asides, everything
from traces.errors import PlaceError
from traces.kernel.syscalls import exchange
from traces.shim.look import State

pytestmark = needs_compiler
MOST_CALLS = 200


@pytest.fixture
def rig(tmp_path: Path, recorder_image: bytes) -> NodeRig:
    """Two plugins."""
    rig = NodeRig(tmp_path / "node", recorder_image).set_up()
    rig.put("bridge", "one")
    rig.put("loopback", "two", mode=0o700)
    return rig


def test_wrapped_plugins_answer_and_are_recorded(rig: NodeRig) -> None:
    assert [(outcome.spot.name, outcome.did) for outcome in rig.install()] == [
        ("bridge", "wrapped"),
        ("loopback", "wrapped"),
    ]
    assert (rig.call("bridge"), rig.call("loopback")) == ("one as bridge\n", "two as loopback\n")
    assert [record.stdout for record in rig.records()] == [b"one as bridge\n", b"two as loopback\n"]


def test_no_record_of_our_own_question_stays(rig: NodeRig) -> None:
    rig.install()
    assert rig.records() == ()


def test_only_the_named_plugin_is_wrapped(rig: NodeRig) -> None:
    rig.install("bridge")
    assert (rig.state("bridge"), rig.state("loopback")) == (State.WRAPPED, State.PLAIN)


def test_second_install_keeps_the_recorder(rig: NodeRig) -> None:
    rig.install()
    before = everything(rig.bin)
    assert [outcome.did for outcome in rig.install()] == ["kept", "kept"]
    assert everything(rig.bin) == before


def test_second_install_renews_an_outdated_recorder(rig: NodeRig) -> None:
    rig.install()
    node = rig.with_spool("other")
    assert [outcome.did for outcome in rig.install(node=node)] == ["renewed", "renewed"]
    rig.call("bridge")
    assert (rig.records(), len(os.listdir(node.spool))) == ((), 1)


def test_recorder_looks_like_its_plugin_but_gains_no_rights(rig: NodeRig) -> None:
    plugin = rig.bin / "bridge"
    plugin.chmod(0o4755)
    os.utime(plugin, ns=(1, 2))
    before = plugin.stat()
    rig.install()
    after = plugin.stat()
    assert (after.st_uid, after.st_gid, after.st_mtime_ns) == (before.st_uid, before.st_gid, 2)
    assert stat.S_IMODE(after.st_mode) == 0o755
    assert stat.S_IMODE((rig.bin / ".cnistep" / "bridge").stat().st_mode) == 0o4755


def test_extended_attributes_are_copied(rig: NodeRig) -> None:
    try:
        os.setxattr(rig.bin / "bridge", "user.note", b"mine")
    except OSError:
        pytest.skip("needs extended attributes in the temporary folder")
    rig.install()
    assert os.getxattr(rig.bin / "bridge", "user.note") == b"mine"


def test_each_recorder_is_a_file_of_its_own(rig: NodeRig) -> None:
    os.link(rig.bin / "bridge", rig.bin / "vlan")
    rig.install()
    assert {(rig.bin / name).stat().st_nlink for name in ("bridge", "vlan")} == {1}
    assert (rig.call("bridge"), rig.call("vlan")) == ("one as bridge\n", "one as vlan\n")


def test_link_stays_and_its_target_is_wrapped(rig: NodeRig, actor: Path) -> None:
    store = rig.top / "store"
    store.mkdir()
    (store / "cni").write_bytes(actor.read_bytes())
    (store / "cni").chmod(0o755)
    for name in ("ptp", "host-local"):
        (rig.bin / name).symlink_to(store / "cni")
    assert [outcome.did for outcome in rig.install("ptp")] == ["wrapped"]
    assert (rig.bin / "ptp").readlink() == store / "cni"
    assert asides(store) == {".lock", "cni"}
    subprocess.run([rig.bin / "host-local"], env={"CNI_COMMAND": "ADD"}, check=False)
    (record,) = rig.records()
    assert record.argv == (os.fsencode(rig.bin / "host-local"),)


def test_changed_answer_undoes_the_wrapping(rig: NodeRig) -> None:
    (rig.bin / "bridge").write_text("#!/bin/sh\necho $PPID\n")
    before = everything(rig.bin)
    (outcome,) = rig.install("bridge")
    assert (outcome.after, everything(rig.bin)) == (State.PLAIN, before)
    assert "answers VERSION differently: other bytes on stdout" in outcome.trouble


def test_script_beside_which_something_lies_is_put_back(rig: NodeRig) -> None:
    (rig.bin / "bridge").write_text('#!/bin/sh\ncat "${0%/*}/data"\n')
    (rig.bin / "data").write_text("all well")
    (outcome,) = rig.install("bridge")
    assert outcome.trouble.endswith("exit 0 by itself, exit 1 through the recorder")
    assert rig.call("bridge") == "all well"


def test_no_swap_in_the_file_system_is_refused(rig: NodeRig) -> None:
    before = everything(rig.bin)
    refusal = OSError(errno.EINVAL, "Invalid argument")
    with patch("traces.shim.install.exchange", side_effect=refusal), pytest.raises(PlaceError, match="cannot swap two"):
        rig.install()
    assert everything(rig.bin) == before
    assert not Path(rig.node.ledger).exists()


def test_immutable_plugin_is_named(rig: NodeRig) -> None:
    refusal = OSError(errno.EPERM, "Operation not permitted")
    with patch("traces.shim.install.exchange", side_effect=refusal):
        outcomes = rig.install()
    assert {outcome.trouble for outcome in outcomes} == {"Operation not permitted: is it immutable?"}
    assert asides(rig.bin) == set()


@needs_root
def test_folder_of_another_user_is_not_used(rig: NodeRig) -> None:
    (rig.bin / ".cnistep").mkdir()
    os.chown(rig.bin / ".cnistep", 65534, 65534)
    with pytest.raises(PlaceError, match="it belongs to uid 65534"):
        rig.install()


def test_link_instead_of_the_folder_is_not_followed(rig: NodeRig) -> None:
    (rig.top / "elsewhere").mkdir()
    (rig.bin / ".cnistep").symlink_to(rig.top / "elsewhere")
    with pytest.raises(PlaceError, match="Not a directory"):
        rig.install()
    assert list((rig.top / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("recovery", ["install", "uninstall"])
@pytest.mark.parametrize("situation", ["plain", "replaced", "outdated"])
def test_killed_at_any_call_it_recovers(tmp_path: Path, recorder_image: bytes, situation: str, recovery: str) -> None:
    for number in range(1, MOST_CALLS):
        rig = NodeRig(tmp_path / str(number), recorder_image).set_up()
        rig.put("bridge", "one")
        rig.put("loopback", "two")
        node = rig.node if situation == "plain" else rig.with_spool("other")
        if situation != "plain":
            rig.install()
        if situation == "replaced":
            rig.put("bridge", "one")
        plain = {path: known for path, known in everything(rig.bin).items() if situation == "plain"}
        killed = kills(lambda rig=rig, node=node: rig.install(node=node), number)  # type: ignore[misc]
        answers = (rig.call("bridge"), rig.call("loopback"))
        assert answers == ("one as bridge\n", "two as loopback\n"), number
        if recovery == "install":
            assert [outcome.after for outcome in rig.install()] == [State.WRAPPED] * 2, number
            assert asides(rig.bin) == {".lock", "bridge", "loopback"}, number
        rig.uninstall()
        left = everything(rig.bin)
        assert set(left) == {"bridge", "loopback"}, number
        assert not plain or left == plain, number
        assert not Path(rig.node.ledger).exists(), number
        if not killed:
            assert number > 10
            return
    pytest.fail("it never came to its end")


@pytest.mark.parametrize("upgrades", [1, 2, 3])
def test_upgrade_at_the_moment_of_the_swap_is_wrapped(rig: NodeRig, upgrades: int) -> None:
    left = iter(range(upgrades))

    def late(*names: int | str) -> None:
        if next(left, None) is not None:
            rig.put("bridge", "newer", mode=0o750)
        exchange(*names)  # type: ignore[arg-type]

    with patch("traces.shim.install.exchange", late), patch("traces.shim.swap.exchange", late):
        (outcome,) = rig.install("bridge")
    assert (outcome.trouble, rig.state("bridge"), rig.call("bridge")) == ("", State.WRAPPED, "newer as bridge\n")
    assert stat.S_IMODE((rig.bin / "bridge").stat().st_mode) == 0o750


def test_removal_at_the_moment_of_the_swap_is_respected(rig: NodeRig) -> None:
    def late(*names: int | str) -> None:
        (rig.bin / "bridge").unlink()
        exchange(*names)  # type: ignore[arg-type]

    with patch("traces.shim.install.exchange", late):
        (outcome,) = rig.install("bridge")
    assert (outcome.after, outcome.trouble) == (State.ABSENT, "there is no such plugin")
    assert set(everything(rig.bin)) == {"loopback"}
