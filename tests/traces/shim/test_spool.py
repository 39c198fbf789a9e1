import os
import resource
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_compiler, needs_namespaces, needs_root
from tests.support.shim_rig import ENV, Rig, RigMaker, eventually, in_mounts
from traces.errors import InputError
from traces.shim.spool import SpoolReader, State, read_record, read_spool

pytestmark = needs_compiler


def missing(spool: Path) -> None:
    spool.rmdir()


def a_file(spool: Path) -> None:
    spool.rmdir()
    spool.write_bytes(b"")


def a_link(spool: Path) -> None:
    spool.rename(spool.with_name("elsewhere"))
    spool.symlink_to(spool.with_name("elsewhere"))


def open_to_all(spool: Path) -> None:
    spool.chmod(0o777)


@pytest.mark.parametrize("spoil", [missing, a_file, a_link, open_to_all])
def test_unfit_spool_is_not_written_to(make_rig: RigMaker, spoil: Callable[[Path], None]) -> None:
    rig = make_rig("cat; echo $$ >&2; exit 5")
    spoil(rig.spool)
    with rig.start(rig.shim) as process:
        stdout, stderr = process.communicate(b"data")
    assert (process.returncode, stdout) == (5, b"data")
    assert int(stderr) == process.pid
    assert not rig.spool.is_dir() or os.listdir(rig.spool) == []


@needs_root
def test_spool_of_somebody_else_is_not_written_to(make_rig: RigMaker) -> None:
    rig = make_rig("cat; exit 5")
    plain, seen = rig.both(stdin=b"data", user=65534, group=65534, extra_groups=[])
    assert seen == plain
    assert rig.records() == ()


@needs_namespaces
@pytest.mark.parametrize("options", ["ro", "size=64k", "nr_inodes=1"])
def test_full_or_read_only_spool_changes_nothing(make_rig: RigMaker, options: str) -> None:
    rig = make_rig("cat; exit 5")
    mounts = f"mount -t tmpfs -o mode=0700,{options} spool {rig.spool}"
    _same_in_mounts(rig, mounts, stdin=b"data")


@needs_namespaces
def test_spool_that_fills_up_changes_nothing(make_rig: RigMaker) -> None:
    rig = make_rig("cat; exit 5", free_floor=1)
    kept = rig.folder / "kept"
    mounts = f"mount -t tmpfs -o mode=0700,size=64k spool {rig.spool}"
    _same_in_mounts(rig, mounts, stdin=os.urandom(500_000), after=f"mkdir -p {kept}; cp {rig.spool}/* {kept}")
    (record,) = read_spool(kept)
    assert record.state is State.CUT
    assert record.argv == (os.fsencode(rig.shim),)


@needs_namespaces
def test_plugin_runs_without_proc(make_rig: RigMaker) -> None:
    rig = make_rig("cat; exit 5")
    _same_in_mounts(rig, "mount -t tmpfs none /proc", stdin=b"data")
    (record,) = rig.records()
    assert (record.exit_code, record.pidns, len(record.ancestors)) == (5, 0, 1)


def _same_in_mounts(rig: Rig, mounts: str, *, stdin: bytes, after: str = "true") -> None:
    seen = []
    for path in (rig.plain, rig.shim):
        inner = ("sh", "-c", f'"$0"; code=$?; {after} 2>/dev/null; exit $code', path)
        command = in_mounts(mounts, *inner)
        with rig.start(Path(shutil.which("unshare") or ""), *command[1:]) as process:
            seen.append((*process.communicate(stdin), process.returncode))
    assert seen[0] == seen[1]
    assert seen[0][2] == 5


def test_spool_deleted_in_a_call_changes_nothing(make_rig: RigMaker) -> None:
    rig = make_rig("cat; exit 5")
    with rig.start(rig.shim) as process:
        assert eventually(rig.records)
        shutil.rmtree(rig.spool)
        assert process.communicate(b"data") == (b"data", b"")
    assert process.returncode == 5


def test_file_size_limit_cuts_the_record_alone(make_rig: RigMaker) -> None:
    rig = make_rig("cat; exit 5")
    data = os.urandom(100_000)
    plain, seen = rig.both(stdin=data, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
    assert seen == plain
    assert seen.stdout == data
    assert rig.record().state is State.CUT
    (file,) = rig.spool.iterdir()
    assert file.stat().st_size <= 8192


@pytest.mark.parametrize("limit", range(3, 17))
def test_few_descriptors_change_nothing(make_rig: RigMaker, actor: Path, limit: int) -> None:
    rig = make_rig(actor)
    env = {**ENV, "ACT": "answer"}
    plain, seen = rig.both(
        stdin=b"x", env=env, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    )
    assert seen == plain
    assert (seen.status, seen.stdout) == (0, b"x")
    assert all(record.state in (State.CUT, State.COMPLETE) for record in rig.records())


def test_no_further_process_allowed_changes_nothing(make_rig: RigMaker) -> None:
    """The limit does not hold for root, so that root tries it as nobody."""
    rig = make_rig(Path("/bin/cat"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = {"user": 65534, "group": 65534, "extra_groups": []}
        os.chown(rig.spool, 65534, 65534)
    plain, seen = rig.both(stdin=b"data", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (0, 0)), **user)
    assert seen == plain
    assert seen.stdout == b"data"
    assert rig.record().state is State.CUT


def test_record_says_who_and_where(make_rig: RigMaker) -> None:
    rig = make_rig("cat; echo e >&2; exit 5", name="host-local")
    before = time.time_ns()
    rig.run(rig.shim, "more", stdin=b"in", cwd="/usr")
    record = rig.record()
    assert record.real == str(rig.plain)
    assert record.argv == (os.fsencode(rig.shim), b"more")
    assert record.environment == tuple(f"{name}={value}".encode() for name, value in ENV.items())
    assert (record.cwd, record.uid) == ("/usr", os.geteuid())
    assert (record.stdin, record.stdout, record.stderr) == (b"in", b"in", b"e\n")
    assert record.ancestors[0].pid == os.getpid()
    assert record.pidns == os.stat("/proc/self/ns/pid").st_ino
    assert record.boot_id == Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    assert record.ended is not None
    assert before <= record.started < record.ended <= record.last_seen <= time.time_ns()
    assert record.name == f"{record.started}-{record.pid}-host-local"
    assert [(file.suffix, file.stat().st_mode & 0o777) for file in rig.spool.iterdir()] == [(".err", 0o600)]


def test_long_environment_is_cut_in_the_record_alone(make_rig: RigMaker) -> None:
    rig = make_rig('printf %s "$LONG" | wc -c')
    seen = rig.run(rig.shim, env={**ENV, "LONG": "x" * 100_000})
    assert seen.stdout.strip() == b"100000"
    assert rig.record().truncated == ("environment",)


def test_reader_gives_each_change_once(make_rig: RigMaker) -> None:
    rig = make_rig("echo one; read x; echo two")
    reader = SpoolReader(rig.spool)
    assert reader.poll() == ()
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"one\n"
        (running,) = reader.poll()
        assert (running.state, running.stdout, running.ended) == (State.RUNNING, b"one\n", None)
        assert reader.poll() == ()
        process.communicate(b"\n")
    (ended,) = reader.poll()
    assert (ended.name, ended.state, ended.stdout) == (running.name, State.COMPLETE, b"one\ntwo\n")
    assert reader.poll() == ()


def test_renamed_record_is_one_record(make_rig: RigMaker) -> None:
    rig = make_rig("true")
    rig.run(rig.shim)
    (file,) = rig.spool.iterdir()
    shutil.copy(file, file.with_suffix(".open"))
    assert [record.state for record in rig.records()] == [State.COMPLETE]


def test_records_come_in_the_order_of_their_start(make_rig: RigMaker) -> None:
    rig = make_rig("echo $1")
    for number in range(5):
        rig.run(rig.shim, str(number))
    assert [record.stdout for record in rig.records()] == [b"0\n", b"1\n", b"2\n", b"3\n", b"4\n"]


def test_other_files_in_the_spool_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "1-1-x.ok").write_bytes(b"no record")
    (tmp_path / "1-2-x.open").write_bytes(b"")
    assert read_spool(tmp_path) == ()
    assert read_record(tmp_path / "gone.ok") is None


def test_missing_spool_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: a spool that cannot be read: No such file"):
        read_spool(tmp_path / "nowhere")


def test_record_that_is_taken_away_is_lost(make_rig: RigMaker) -> None:
    rig = make_rig("echo one; read x")
    reader = SpoolReader(rig.spool)
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        process.stdout.readline()
        (running,) = reader.poll()
        (file,) = rig.spool.iterdir()
        file.unlink()
        assert [(record.name, record.state) for record in reader.poll()] == [(running.name, State.LOST)]
        assert (reader.poll(), reader.live) == ((), frozenset())
        process.communicate(b"\n")


def test_symbolic_link_in_the_spool_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1-1-x.ok").symlink_to("/etc/passwd")
    assert read_spool(tmp_path) == ()


def test_only_what_is_asked_for_and_still_grows_is_read(make_rig: RigMaker) -> None:
    rig = make_rig("echo one; read x; echo two")
    reader = SpoolReader(rig.spool)
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert reader.poll_only([]) == ()
        (file,) = rig.spool.iterdir()
        (running,) = reader.poll_only([file.stem])
        assert reader.poll_only([file.stem]) == ()
        process.communicate(b"\n")
    assert [record.state for record in reader.poll_only([])] == [State.COMPLETE]
    assert (running.state, reader.poll()) == (State.RUNNING, ())
