import os
import re
import resource
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler, needs_root
from tests.support.shim_rig import ENV, Rig, RigMaker, eventually, is_alive
from traces.shim.spool import State

pytestmark = [needs_compiler, also_gated]
UNLIKE = re.compile(
    r"^(Pid|PPid|Tgid|FDSize|Ngid|NS\w+id|Vm\w+|Rss\w+|Hugetlb\w+|\w+_ctxt_switches|Threads|THP\w*|SigQ):?.*$", re.M
)


def dumps(rig: Rig, *args: str, **options: object) -> list[str]:
    """What a process of the plugin is born with, plain and recorded."""
    found = []
    for path in (rig.plain, rig.shim):
        target = rig.folder / "dump"
        with rig.start(path, *args, **{"env": [*ENV.items()], **options}) as process:
            process.communicate()
        found.append(UNLIKE.sub("", target.read_text()))
    return found


def test_every_exit_code_passes_through(make_rig: RigMaker) -> None:
    rig = make_rig("exit $1")
    for code in range(256):
        plain, seen = rig.both(str(code))
        assert seen == plain
    assert {record.exit_code for record in rig.records()} == set(range(256))


@pytest.mark.parametrize("name", ["SEGV", "KILL", "TERM", "ABRT", "PIPE", "XCPU", "USR1", "34", "64"])
def test_death_by_signal_passes_through(make_rig: RigMaker, name: str) -> None:
    rig = make_rig("echo before; kill -$1 $$")
    plain, seen = rig.both(name)
    assert seen == plain
    assert seen.status < 0
    assert seen.stdout == b"before\n"
    assert (rig.record().signal, rig.record().exit_code) == (-seen.status, None)


def test_recorder_leaves_no_core_itself(make_rig: RigMaker) -> None:
    rig = make_rig("ulimit -c 0; kill -SEGV $$")
    process = rig.start(
        rig.shim, cwd=rig.folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
    )
    _, status = os.waitpid(process.pid, 0)
    process.returncode = 0
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
    assert os.WTERMSIG(status) == signal.SIGSEGV
    assert not os.WCOREDUMP(status)


def test_plugin_is_born_as_if_unrecorded(make_rig: RigMaker, actor: Path) -> None:
    rig = make_rig(actor)
    reader, writer = os.pipe()

    def before() -> None:
        os.umask(0o27)
        os.nice(3)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGRTMIN, signal.SIGTERM})
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))

    env = {**ENV, "ACT": "dump", "DUMP_TO": str(rig.folder / "dump"), "ODD": "a\n=b", "EMPTY": ""}
    plain, seen = dumps(
        rig,
        "",
        "--odd",
        "två",
        env=env,
        preexec_fn=before,
        pass_fds=(reader, writer),
        cwd="/usr",
        start_new_session=False,
    )
    os.close(reader)
    os.close(writer)
    assert seen == plain
    assert "SigBlk" in seen
    assert "argument --odd" in seen
    assert len(rig.records()) == 1


def test_signals_of_the_c_library_stay_blocked(make_rig: RigMaker, actor: Path) -> None:
    rig = make_rig(actor)
    target = rig.folder / "dump"
    env = {**ENV, "ACT": "block-all", "DUMP_TO": str(target)}
    found = []
    for path in (rig.plain, rig.shim):
        rig.run(actor, env={**env, "NEXT": str(path)})
        found.append(re.findall("^SigBlk.*|^SigIgn.*", target.read_text(), re.M))
    assert found[0] == found[1]
    assert "fffffffffffbfeff" in found[1][0]
    assert len(rig.records()) == 1


def test_repeated_and_odd_entries_reach_the_plugin(make_rig: RigMaker, actor: Path) -> None:
    """Python's own environment cannot repeat a name, so a helper executes with one that does."""
    rig = make_rig(actor)
    target = rig.folder / "dump"
    entries = [
        b"CNI_COMMAND=ADD",
        b"A=1",
        b"A=2",
        b"ACT=dump",
        b"DUMP_TO=" + os.fsencode(target),
        b"=C:=odd",
        b"noequals",
    ]
    caller = (
        "import ctypes,sys; env=[e.encode() for e in sys.argv[2:]]; kind=ctypes.c_char_p*(len(env)+1);"
        "one=ctypes.c_char_p*2; path=sys.argv[1].encode();"
        "ctypes.CDLL(None).execve(path, one(path, None), kind(*env, None))"
    )
    found = []
    for path in (rig.plain, rig.shim):
        subprocess.run(["python3", "-c", caller, path, *map(os.fsdecode, entries)], check=True)
        found.append(re.findall("^entry (.*)$", target.read_text(), re.M))
    assert found[0] == found[1] == [os.fsdecode(entry) for entry in entries]
    assert rig.record().environment == tuple(entries)


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)])
def test_closed_descriptors_stay_closed(make_rig: RigMaker, actor: Path, closed: tuple[int, ...]) -> None:
    rig = make_rig(actor)
    env = {**ENV, "ACT": "dump", "DUMP_TO": str(rig.folder / "dump")}

    def before() -> None:
        for descriptor in closed:
            os.close(descriptor)

    plain, seen = dumps(rig, env=env, preexec_fn=before)
    assert seen == plain
    assert all(f"descriptor {descriptor}:" not in seen for descriptor in closed)
    assert len(rig.records()) == 1


def test_ignored_sigchld_keeps_the_status(make_rig: RigMaker) -> None:
    rig = make_rig("exit 7")
    plain, seen = rig.both(preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert seen == plain
    assert seen.status == 7


def test_killed_recorder_takes_the_plugin_along(make_rig: RigMaker) -> None:
    rig = make_rig("echo $$; exec sleep 100")
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        plugin = int(process.stdout.readline())
        process.kill()
        assert process.wait() == -signal.SIGKILL
        assert process.stdout.read() == b""
    assert eventually(lambda: not is_alive(plugin))
    assert rig.record().state is State.LOST
    assert rig.record().child == plugin


def test_killed_recorder_leaves_grandchildren_alone(make_rig: RigMaker) -> None:
    rig = make_rig("sleep 100 </dev/null >/dev/null 2>&1 & echo $!; wait")
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        grandchild = int(process.stdout.readline())
        process.kill()
    assert is_alive(grandchild)
    os.kill(grandchild, signal.SIGKILL)


def test_without_command_it_becomes_the_plugin(make_rig: RigMaker) -> None:
    rig = make_rig("echo $$")
    with rig.start(rig.shim, env={"PATH": ENV["PATH"]}) as process:
        stdout, _ = process.communicate()
    assert int(stdout) == process.pid
    assert rig.records() == ()


@needs_root
def test_setuid_plugin_of_another_user_is_become(make_rig: RigMaker) -> None:
    rig = make_rig(Path("/usr/bin/id"))
    rig.plain.chmod(0o4755)
    rig.spool.chmod(0o700)
    os.chown(rig.spool, 65534, 65534)
    plain, seen = rig.both(user=65534, group=65534, extra_groups=[])
    assert seen == plain
    assert b"euid=0" in seen.stdout
    assert rig.records() == ()


def test_nothing_of_ours_outlives_the_call(make_rig: RigMaker) -> None:
    rig = make_rig("cat; echo done")
    with rig.start(rig.shim, start_new_session=True) as process:
        process.communicate(b"x")
    assert process.pid not in _sessions()


def test_two_hundred_calls_at_once(make_rig: RigMaker) -> None:
    rig = make_rig('read x; echo "$x"; exit $((x % 7))')
    processes = [rig.start(rig.shim) for _ in range(200)]
    for number, process in enumerate(processes):
        assert process.communicate(b"%d\n" % number) == (b"%d\n" % number, b"")
        assert process.returncode == number % 7
    assert sorted(int(record.stdout) for record in rig.records()) == list(range(200))
    assert {record.state for record in rig.records()} == {State.COMPLETE}


def _sessions() -> set[int]:
    """The sessions that processes of this machine are in."""
    sessions = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            sessions.add(int(stat.read_text().rpartition(")")[2].split()[3]))
    return sessions
