"""Putting plugins back: the very files, in whatever state somebody has left them."""

import multiprocessing
import os
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.killing import kills
from tests.support.needs import needs_compiler
from tests.support.node_rig import NodeRig, asides, everything, script
from tests.support.shim_rig import compiled
from traces.kernel.syscalls import exchange
from traces.shim.look import State

pytestmark = needs_compiler
MOST_CALLS = 200


@pytest.fixture
def rig(tmp_path: Path, recorder_image: bytes) -> NodeRig:
    """Two plugins, one with rights of its own, old, and under two names."""
    rig = NodeRig(tmp_path / "node", recorder_image).set_up()
    rig.put("bridge", "one", mode=0o4751)
    os.link(rig.bin / "bridge", rig.bin / "vlan")
    os.utime(rig.bin / "bridge", ns=(5, 7_000_000_001))
    rig.put("loopback", "two")
    return rig


def test_everything_is_as_it_was(rig: NodeRig) -> None:
    before = everything(rig.bin)
    rig.install()
    assert everything(rig.bin) != before
    assert [outcome.did for outcome in rig.uninstall()] == ["restored"] * 3
    assert everything(rig.bin) == before
    assert not Path(rig.node.ledger).exists()


def test_one_plugin_can_be_put_back_alone(rig: NodeRig) -> None:
    rig.install()
    rig.uninstall("bridge")
    assert (rig.state("bridge"), rig.state("loopback")) == (State.PLAIN, State.WRAPPED)
    assert asides(rig.bin) == {".lock", "vlan", "loopback"}


def test_untouched_folder_stays_untouched(rig: NodeRig) -> None:
    os.utime(rig.bin, ns=(1, 1))
    assert {outcome.did for outcome in rig.uninstall()} == {"nothing"}
    assert rig.bin.stat().st_mtime_ns == 1


def test_upgrade_by_rename_is_kept(rig: NodeRig) -> None:
    rig.install()
    rig.put("bridge", "newer")
    assert (rig.state("bridge"), rig.call("bridge")) == (State.REPLACED, "newer as bridge\n")
    rig.uninstall()
    assert rig.call("bridge") == "newer as bridge\n"
    assert set(everything(rig.bin)) == {"bridge", "vlan", "loopback"}


def test_upgrade_into_the_file_is_kept(rig: NodeRig) -> None:
    rig.install()
    rig.overwrite("bridge", "newer")
    assert (rig.state("bridge"), rig.call("bridge")) == (State.REPLACED, "newer as bridge\n")
    rig.uninstall()
    assert rig.call("bridge") == "newer as bridge\n"


def test_upgrade_being_written_into_the_file_is_kept(rig: NodeRig) -> None:
    """Its writer has opened the recorder's file, and has not written yet."""
    rig.install()
    with open(rig.bin / "bridge", "r+") as writer:
        (outcome,) = rig.uninstall("bridge")
        assert "open to write into it" in outcome.trouble
        writer.truncate()
        writer.write(script("newer"))
    rig.uninstall("bridge")
    assert rig.call("bridge") == "newer as bridge\n"


def test_writer_who_writes_nothing_loses_no_plugin(rig: NodeRig) -> None:
    before = everything(rig.bin)
    rig.install()
    with open(rig.bin / "bridge", "r+"):
        rig.uninstall("bridge")
    assert (rig.state("bridge"), rig.call("bridge")) == (State.WRAPPED, "one as bridge\n")
    rig.uninstall()
    assert everything(rig.bin) == before


@pytest.mark.parametrize("upgrades", [1, 2, 3])
def test_upgrade_at_the_moment_of_the_swap_is_kept(rig: NodeRig, upgrades: int) -> None:
    rig.install()
    with patch("traces.shim.swap.exchange", partial(_late, rig, iter(range(upgrades)))):
        rig.uninstall("bridge")
    assert rig.call("bridge") == f"newer {upgrades - 1} as bridge\n"
    assert asides(rig.bin) == {".lock", "vlan", "loopback"}


def test_removed_plugin_stays_removed(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / "bridge").unlink()
    assert rig.state("bridge") is State.REMOVED
    assert rig.uninstall("bridge")[0].after is State.ABSENT
    assert not (rig.bin / "bridge").exists()


def test_recorder_without_its_plugin_is_taken_away(rig: NodeRig) -> None:
    rig.install("bridge")
    (rig.bin / ".cnistep" / "bridge").unlink()
    assert rig.state("bridge") is State.BROKEN
    (outcome,) = rig.uninstall("bridge")
    assert (outcome.did, outcome.after) == ("removed", State.ABSENT)
    assert "nothing to put back" in outcome.trouble
    assert set(everything(rig.bin)) == {"vlan", "loopback"}


def test_recorder_is_taken_away_though_the_folder_aside_is_gone(rig: NodeRig) -> None:
    rig.install("bridge")
    for name in (*asides(rig.bin), ""):
        path = rig.bin / ".cnistep" / name
        path.unlink() if name else path.rmdir()
    rig.uninstall()
    assert set(everything(rig.bin)) == {"vlan", "loopback"}


def test_renamed_recorder_gives_way_to_its_plugin(rig: NodeRig) -> None:
    rig.install("loopback")
    (rig.bin / "loopback").rename(rig.bin / "lo")
    assert (rig.state("lo"), rig.call("lo")) == (State.WRAPPED, "two as loopback\n")
    rig.uninstall("lo")
    assert (rig.bin / "lo").read_text() == script("two")
    assert set(everything(rig.bin)) == {"bridge", "vlan", "lo"}


def test_recorder_of_another_place_is_left_alone(rig: NodeRig, tmp_path: Path) -> None:
    rig.install("loopback")
    copy = NodeRig(tmp_path / "copy", rig.image).set_up()
    (copy.bin / "loopback").write_bytes((rig.bin / "loopback").read_bytes())
    (copy.bin / "loopback").chmod(0o755)
    before = everything(copy.bin)
    (outcome,) = copy.uninstall()
    assert outcome.trouble == f"a recorder of the plugin at {rig.bin}/.cnistep/loopback"
    assert everything(copy.bin) == before


def test_file_system_without_hard_links_will_do(rig: NodeRig) -> None:
    before = everything(rig.bin)
    rig.install()
    with patch("os.link", side_effect=OSError(1, "Operation not permitted")):
        rig.uninstall()
    assert everything(rig.bin) == before


@pytest.mark.parametrize("recovery", ["install", "uninstall"])
@pytest.mark.parametrize("situation", ["wrapped", "replaced", "broken"])
def test_killed_at_any_call_it_recovers(tmp_path: Path, recorder_image: bytes, situation: str, recovery: str) -> None:
    for number in range(1, MOST_CALLS):
        rig = NodeRig(tmp_path / str(number), recorder_image).set_up()
        rig.put("bridge", "one")
        rig.put("loopback", "two")
        before = everything(rig.bin)
        rig.install()
        if situation == "replaced":
            before["bridge"] = everything(rig.put("bridge", "one").parent)["bridge"]
        if situation == "broken":
            (rig.bin / ".cnistep" / "bridge").unlink()
            del before["bridge"]
        killed = kills(rig.uninstall, number)
        assert rig.call("loopback") == "two as loopback\n", number
        if situation != "broken":
            assert rig.call("bridge") == "one as bridge\n", number
        if recovery == "install":
            rig.install()
            assert rig.state("loopback") is State.WRAPPED, number
        rig.uninstall()
        assert everything(rig.bin) == before, number
        if not killed:
            assert number > 5
            return
    pytest.fail("it never came to its end")


def _late(rig: NodeRig, left: Iterator[int], *names: int | str) -> None:
    """Swap, but the owner is faster: once for each one left."""
    number = next(left, None)
    if number is not None:
        rig.put("bridge", f"newer {number}")
    exchange(*names)  # type: ignore[arg-type]


@pytest.mark.parametrize("moment", ["uninstalling", "renewing"])
def test_killed_at_any_call_no_late_upgrade_is_lost(tmp_path: Path, recorder_image: bytes, moment: str) -> None:
    for number in range(1, MOST_CALLS):
        rig = NodeRig(tmp_path / str(number), recorder_image).set_up()
        rig.put("bridge", "one")
        rig.install()
        other = rig.with_spool("other")
        left = iter(range(1))
        work = partial(rig.uninstall) if moment == "uninstalling" else partial(rig.install, node=other)
        with patch("traces.shim.swap.exchange", partial(_late, rig, left)):
            killed = kills(work, number)
        upgraded = next(left, None) is None
        rig.uninstall()
        assert rig.call("bridge") == ("newer 0 as bridge\n" if upgraded else "one as bridge\n"), number
        assert set(everything(rig.bin)) == {"bridge"}, number
        if not killed:
            assert upgraded
            return
    pytest.fail("it never came to its end")


def _call_again_and_again(rig: NodeRig, program: bytes, end: float, failures: "multiprocessing.Queue[str]") -> None:
    while time.monotonic() < end:
        try:
            answer = rig.call("bridge")
        except (OSError, subprocess.CalledProcessError) as error:
            failures.put(repr(error))
            return
        if not answer.startswith("version"):
            failures.put(answer)


def _upgrade_again_and_again(rig: NodeRig, program: bytes, end: float, failures: "multiprocessing.Queue[str]") -> None:
    number = 0
    while time.monotonic() < end:
        number += 1
        rig.put_program("bridge", program.replace(b"version......", b"version %05d" % number))
        time.sleep(0.003 * (number % 8))
    rig.put_program("bridge", program.replace(b"version......", b"version final"))


@pytest.fixture(scope="module")
def versioned(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A binary program that says a version, which can be changed in it."""
    folder = tmp_path_factory.mktemp("versioned")
    (folder / "plugin.c").write_text('#include <stdio.h>\nint main(void) { return puts("version......") < 0; }\n')
    return compiled(folder / "plugin", folder / "plugin.c").read_bytes()


def test_no_call_fails_and_no_upgrade_is_lost_in_a_race(rig: NodeRig, versioned: bytes) -> None:
    rig.put_program("bridge", versioned)
    context = multiprocessing.get_context("spawn")
    failures: multiprocessing.Queue[str] = context.Queue()
    end = time.monotonic() + 3
    jobs = (_call_again_and_again, _call_again_and_again, _upgrade_again_and_again)
    others = [context.Process(target=job, args=(rig, versioned, end, failures)) for job in jobs]
    for process in others:
        process.start()
    rounds = 0
    while rounds < 3 or any(process.is_alive() for process in others):
        rig.install("bridge")
        rig.uninstall("bridge")
        rounds += 1
    assert failures.empty(), failures.get()
    assert [process.exitcode for process in others] == [0, 0, 0]
    assert rig.call("bridge") == "version final\n"
    assert set(everything(rig.bin)) == {"bridge", "vlan", "loopback"}
