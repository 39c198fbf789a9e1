import os
import select
import time
from pathlib import Path

import pytest

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import ENV, RigMaker, eventually
from traces.shim.spool import State

pytestmark = [needs_compiler, also_gated]
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
            assert is_broken(process.stdin.fileno())
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


@pytest.mark.parametrize("delay", [0, 0.005])
def test_stdin_that_is_never_read_is_recorded(make_rig: RigMaker, delay: float) -> None:
    """The caller writes while the plugin ends: now this is first, now that."""
    rig = make_rig("exit 1")
    sent = [b'{"name": "net-%d"}' % number for number in range(200)]
    for data in sent:
        with rig.start(rig.shim) as process:
            time.sleep(delay)
            assert process.communicate(data) == (b"", b"")
        assert process.returncode == 1
    records = rig.records()
    assert [record.stdin for record in records] == sent
    assert all(record.stdin_whole and record.totals == (len(record.stdin), 0, 0) for record in records)


def test_what_waits_in_stdin_at_the_end_is_recorded(make_rig: RigMaker) -> None:
    """More than the pipe to the plugin holds: the rest still lies in the pipe from the caller when the plugin ends."""
    rig = make_rig('until test -e "$1"; do sleep 0.01; done; exit 3')
    data = os.urandom(160 << 10)
    end = rig.folder / "end"
    with rig.start(rig.shim, str(end)) as process:
        assert process.stdin is not None
        process.stdin.write(data)
        process.stdin.close()
        process.stdin = None
        end.touch()
        assert process.wait() == 3
    assert rig.record().stdin == data
    assert rig.record().stdin_whole


def test_stdin_closed_early_is_recorded_all_the_same(make_rig: RigMaker) -> None:
    rig = make_rig("exec 0<&-; echo closed; exec sleep 100")
    reader, writer = os.pipe()
    os.write(writer, b"sent before the start")
    with rig.start(rig.shim, stdin=reader) as process:
        os.close(reader)
        assert process.stdout is not None
        assert process.stdout.readline() == b"closed\n"
        assert eventually(lambda: rig.record().stdin)
        assert is_broken(writer)
        os.close(writer)
        process.kill()
    assert rig.record().stdin == b"sent before the start"
    assert not rig.record().stdin_whole


def test_endless_stdin_that_nobody_reads_breaks(make_rig: RigMaker) -> None:
    rig = make_rig("exec 0<&-; exec sleep 100", stream_limit=MIB)
    with rig.start(rig.shim, bufsize=0) as process:
        assert process.stdin is not None
        with pytest.raises(BrokenPipeError):
            while process.stdin.write(bytes(64 * MIB)):
                pass
        process.kill()
    assert len(rig.record().stdin) == MIB


def test_stdin_that_stays_open_does_not_hold_the_call(make_rig: RigMaker) -> None:
    rig = make_rig("exit 4")
    with rig.start(rig.shim) as process:
        assert process.wait() == 4
        assert process.stdin is not None
        assert is_broken(process.stdin.fileno())
    record = rig.record()
    assert (record.state, record.stdin, record.stdin_whole) == (State.COMPLETE, b"", False)
    assert record.ended is not None
    assert record.ended < record.last_seen


def is_broken(writer: int) -> bool:
    """Whether a write would get EPIPE, now or soon."""
    poll = select.poll()
    poll.register(writer, 0)
    return poll.poll(20_000) == [(writer, select.POLLERR)]
