import os
import select
import subprocess
from pathlib import Path

from tests.support.needs import needs_compiler
from tests.support.shim_rig import ENV, RigMaker, eventually
from traces.shim.spool import State

pytestmark = needs_compiler
MIB = 1 << 20


def test_a_mebibyte_passes_both_ways(make_rig: RigMaker) -> None:
    rig = make_rig("cat; cat /dev/null >&2; echo end >&2")
    data = os.urandom(MIB)
    plain, seen = rig.both(stdin=data)
    assert seen == plain
    record = rig.record()
    assert (record.stdin, record.stdout, record.stderr) == (data, data, b"end\n")
    assert record.totals == (MIB, MIB, 4)
    assert record.truncated == ()
    assert record.stdin_whole


def test_only_the_record_is_limited(make_rig: RigMaker) -> None:
    rig = make_rig("cat", stream_limit=MIB)
    data = os.urandom(5 * MIB + 3)
    plain, seen = rig.both(stdin=data)
    assert seen == plain
    record = rig.record()
    assert record.stdin == record.stdout == data[:MIB]
    assert record.totals == (len(data), len(data), 0)
    assert record.truncated == ("stdin", "stdout")


def test_single_bytes_pass_without_waiting(make_rig: RigMaker) -> None:
    rig = make_rig("cat")
    with rig.start(rig.shim, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for byte in (b"a", b"b", b"c"):
            process.stdin.write(byte)
            assert process.stdout.read(1) == byte
        process.stdin.close()
        assert process.stdout.read() == b""
    assert rig.record().stdin == b"abc"


def test_unread_stdin_ends_the_same(make_rig: RigMaker) -> None:
    rig = make_rig("exit 4")
    plain, seen = rig.both(stdin=bytes(MIB))
    assert seen == plain
    assert seen.status == 4


def test_stdin_closed_by_plugin_reaches_the_caller(make_rig: RigMaker) -> None:
    rig = make_rig("exec 0<&-; echo closed; exec sleep 100")
    for path in (rig.plain, rig.shim):
        with rig.start(path) as process:
            assert process.stdin is not None
            poll = select.poll()
            poll.register(process.stdin, 0)
            assert poll.poll(20_000) == [(process.stdin.fileno(), select.POLLERR)]
            process.kill()


def test_stdout_closed_by_plugin_reaches_the_caller(make_rig: RigMaker) -> None:
    rig = make_rig("echo last; exec 1>&-; exec sleep 100")
    for path in (rig.plain, rig.shim):
        with rig.start(path) as process:
            assert process.stdout is not None
            assert process.stdout.read() == b"last\n"
            assert process.poll() is None
            process.kill()


def test_stdout_closed_by_caller_kills_the_first_write(make_rig: RigMaker, actor: Path) -> None:
    rig = make_rig(actor)
    statuses = []
    for path in (rig.plain, rig.shim):
        with rig.start(path, env={**ENV, "ACT": "answer"}) as process:
            assert process.stdout is not None
            process.stdout.close()
            process.stdout = None
            process.communicate(b"x")
        statuses.append(process.returncode)
    assert statuses == [-13, -13]


def test_one_file_for_both_outputs_keeps_their_order(make_rig: RigMaker) -> None:
    rig = make_rig("for x in 1 2 3 4 5 6 7 8; do echo out$x; echo err$x >&2; done")
    plain, seen = rig.both(stderr=subprocess.STDOUT)
    assert seen == plain
    record = rig.record()
    assert record.merged
    assert (record.stdout, record.stderr) == (plain.stdout, b"")


def test_one_open_file_for_both_outputs_is_one(make_rig: RigMaker) -> None:
    rig = make_rig("echo out; echo err >&2; echo out")
    target = rig.folder / "log"
    for path in (rig.plain, rig.shim):
        with open(target, "wb") as log:
            rig.run(path, stdout=log, stderr=log)
        assert target.read_bytes() == b"out\nerr\nout\n"
    assert rig.record().merged


def test_a_terminal_stays_a_terminal(make_rig: RigMaker) -> None:
    rig = make_rig("test -t 0 && test -t 1 && echo tty; test -t 2 || echo pipe >&2")
    outer, inner = os.openpty()
    with rig.start(rig.shim, stdin=inner, stdout=inner) as process:
        os.close(inner)
        assert process.stderr is not None
        assert process.stderr.read() == b"pipe\n"
        assert os.read(outer, 100) == b"tty\r\n"
    os.close(outer)
    assert (rig.record().stdout, rig.record().stderr) == (b"", b"pipe\n")


def test_what_is_left_behind_works_on(make_rig: RigMaker) -> None:
    """A descendant holds the pipes: the call ends with the plugin, the data flows until the descendant lets go."""
    rig = make_rig('exec 3<&0; (read go <&3; echo "late $go") & echo now; exit 3')
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.wait() == 3
        assert process.stdout.readline() == b"now\n"
        (record,) = rig.records()
        assert (record.state, record.exit_code) == (State.DRAINING, 3)
        process.stdin.write(b"go\n")
        process.stdin.close()
        process.stdin = None
        assert process.stdout.read() == b"late go\n"
    assert eventually(lambda: rig.record().state is State.COMPLETE)
    assert rig.record().stdout == b"now\nlate go\n"
    assert rig.record().stdin == b"go\n"


def test_a_caller_that_reads_late_gets_everything(make_rig: RigMaker) -> None:
    rig = make_rig("head -c 300000 /dev/zero; echo problem >&2")
    with rig.start(rig.shim) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert eventually(lambda: [one for one in rig.records() if len(one.stdout) > 50_000])
        assert len(process.stdout.read()) == 300_000
        assert process.stderr.read() == b"problem\n"
    assert process.returncode == 0


def test_devnull_and_files_are_recorded(make_rig: RigMaker) -> None:
    rig = make_rig("cat; echo err >&2")
    source = rig.folder / "stdin"
    source.write_bytes(b"from a file")
    with (
        open(source, "rb") as stdin,
        rig.start(rig.shim, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process,
    ):
        process.wait()
    record = rig.record()
    assert (record.stdin, record.stdout, record.stderr) == (b"from a file", b"from a file", b"err\n")
