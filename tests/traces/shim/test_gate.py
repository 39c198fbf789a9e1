"""What a call at the gate is told, and what comes of it; that all else is as without, the other tests show."""

import os
import select
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.gate import GATED, answering, attended, changing, next_visit, next_visits
from tests.support.needs import needs_compiler
from tests.support.shim_rig import ENV, Rig, RigMaker, Seen
from traces.errors import PlaceError
from traces.model.answer import Answer
from traces.shim.gate import GateServer, Visit
from traces.shim.spool import State

pytestmark = needs_compiler
MIB = 1 << 20


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The rig's gate: nobody is there yet."""
    return tmp_path / "gate"


@pytest.fixture
def rig(make_rig: RigMaker, gate: Path) -> Rig:
    """A plugin that says what it was given."""
    return make_rig('printf "$FIRST:"; cat; echo err >&2; exit 5', gate=str(gate))


def test_a_call_comes_before_and_after_its_plugin(rig: Rig, gate: Path) -> None:
    with attended(gate) as visits:
        seen = rig.run(rig.shim, stdin=b"hello")
    assert seen == Seen(5, b":hello", b"err\n")
    record = rig.record()
    first, last = visits
    assert (first.record, last.record) == (record.name, record.name)
    assert (first.is_ended, first.status, last.is_ended, last.status) == (False, None, True, 5 << 8)
    assert (first.stdin, first.environment) == (b"hello", tuple(f"{k}={v}".encode() for k, v in ENV.items()))
    assert (record.touched, record.sent_stdin, record.sent_environment) == ((), None, None)
    assert record.released is not None
    assert record.ended is not None
    assert record.started < record.released < record.ended


@pytest.mark.parametrize("make_rig", [GATED], indirect=True)
def test_rigs_with_a_gate_are_let_go_there(make_rig: RigMaker) -> None:
    rig = make_rig("exit 3")
    assert rig.run(rig.shim).status == 3
    assert rig.record().released is not None


def test_nobody_at_the_gate_is_no_gate(rig: Rig, gate: Path) -> None:
    missing = rig.run(rig.shim, stdin=b"one")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(gate))
    refused = rig.run(rig.shim, stdin=b"two")
    assert (missing.stdout, refused.stdout) == (b":one", b":two")
    assert [record.released for record in rig.records()] == [None, None]


def test_a_waiting_call_is_seen_and_not_executed(rig: Rig, gate: Path) -> None:
    server = GateServer(gate)
    with rig.start(rig.shim) as process:
        assert process.stdin is not None
        process.stdin.write(b"asked")
        process.stdin.close()
        process.stdin = None
        visit = next_visit(server)
        record = rig.record()
        assert (record.state, record.stdin, record.stdin_whole) == (State.RUNNING, b"asked", True)
        assert (record.child, record.released) == (None, None)
        visit.go()
        last = next_visit(server)
        assert (rig.record().state, rig.record().exit_code, process.poll()) == (State.DRAINING, 5, None)
        last.go()
        assert process.communicate() == (b":asked", b"err\n")
    server.close()
    assert rig.record().state is State.COMPLETE


def test_edited_stdin_reaches_the_plugin(rig: Rig, gate: Path) -> None:
    with attended(gate, changing(stdin=b"edited")):
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen.stdout == b":edited"
    record = rig.record()
    assert (record.touched, record.stdin, record.sent_stdin) == (("stdin",), b"edited", b"sent")
    assert (record.truncated, record.stdin_whole) == ((), True)


def test_an_edited_environment_reaches_the_plugin(rig: Rig, gate: Path) -> None:
    given = (b"FIRST=a", b"FIRST=b", b"", b"CNI_COMMAND=ADD")
    with attended(gate, changing(environment=given)):
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen.stdout == b"b:sent"
    record = rig.record()
    assert (record.touched, record.environment) == (("env",), given)
    assert record.sent_environment == tuple(f"{name}={value}".encode() for name, value in ENV.items())


def test_both_may_be_edited_and_emptied(make_rig: RigMaker, gate: Path) -> None:
    rig = make_rig("cat; cat /proc/$$/environ", gate=str(gate))
    with attended(gate, changing(stdin=b"", environment=())):
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen == Seen(0, b"", b"")
    record = rig.record()
    assert (record.touched, record.stdin, record.environment) == (("stdin", "env"), b"", ())


def test_what_is_no_change_leaves_no_trace(rig: Rig, gate: Path) -> None:
    same = tuple(f"{name}={value}".encode() for name, value in ENV.items())
    with attended(gate, changing(stdin=b"sent", environment=same)):
        rig.run(rig.shim, stdin=b"sent")
    assert rig.record().touched == ()


def test_stdin_is_given_where_the_caller_has_none(rig: Rig, gate: Path) -> None:
    with attended(gate, changing(stdin=b"edited")):
        seen = rig.run(rig.shim, preexec_fn=lambda: os.close(0))
    assert seen.stdout == b":edited"
    assert (rig.record().stdin, rig.record().sent_stdin) == (b"edited", b"")


@pytest.mark.parametrize("size", [20 * MIB, 0])
def test_stdin_of_any_size_passes_whole(rig: Rig, gate: Path, size: int) -> None:
    data = os.urandom(size)
    with attended(gate) as visits:
        seen = rig.run(rig.shim, stdin=data)
    assert seen.stdout == b":" + data
    assert visits[0].stdin == data
    record = rig.record()
    assert record.stdin == data[:MIB]
    assert record.totals == (size, size + 1, 4)
    assert "sent_stdin" not in record.truncated


def test_edits_beyond_the_limit_are_cut_in_the_record_alone(rig: Rig, gate: Path) -> None:
    data, long = os.urandom(3 * MIB), b"FIRST=" + b"x" * 70_000
    with attended(gate, changing(stdin=data, environment=(long,))):
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen.stdout == long.removeprefix(b"FIRST=") + b":" + data
    record = rig.record()
    assert (record.stdin, record.environment) == (data[:MIB], (long[:65536],))
    assert record.truncated == ("stdin", "stdout", "environment")


def test_a_caller_that_keeps_stdin_open_is_served(make_rig: RigMaker, gate: Path) -> None:
    """It waits for the plugin before it says more: what it says then still passes, unless stdin was edited."""
    rig = make_rig("read one; echo got $one; cat", gate=str(gate))
    with attended(gate) as visits, rig.start(rig.shim, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"first\n")
        assert process.stdout.readline() == b"got first\n"
        process.stdin.write(b"second")
        process.stdin.close()
        process.stdin = None
        assert process.stdout.read() == b"second"
    assert visits[0].stdin == b"first\n"
    assert rig.record().stdin == b"first\nsecond"


ANSWERS = [
    Answer(),
    Answer(stdout=os.urandom(5 * MIB), stderr=b"said"),
    Answer(stdout=b"{}", exit_code=255),
    Answer(stdout=b"partial", stderr=bytes(MIB), signal=9),
    Answer(signal=15),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=["empty", "5 MiB", "exit 255", "SIGKILL", "SIGTERM"])
def test_an_answer_stands_for_the_plugin(make_rig: RigMaker, gate: Path, answer: Answer) -> None:
    rig = make_rig('touch "$0.ran"', gate=str(gate))
    with attended(gate, answering(answer)) as visits:
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen == Seen(answer.exit_code if answer.signal is None else -answer.signal, answer.stdout, answer.stderr)
    assert not rig.plain.with_name("plugin.ran").exists()
    record = rig.record()
    assert (record.state, record.touched, record.stdin, record.child) == (State.COMPLETE, ("answer",), b"sent", None)
    assert (record.stdout, record.stderr) == (answer.stdout[:MIB], answer.stderr[:MIB])
    assert record.totals == (4, len(answer.stdout), len(answer.stderr))
    assert record.truncated == (("stdout",) if len(answer.stdout) > MIB else ())
    assert (record.signal, record.exit_code) == (answer.signal, None if answer.signal else answer.exit_code)
    assert [visit.status for visit in visits] == [None, answer.signal or answer.exit_code << 8]


def test_an_answer_into_one_file_keeps_its_order(make_rig: RigMaker, gate: Path) -> None:
    rig = make_rig("exit 1", gate=str(gate))
    with attended(gate, answering(Answer(stdout=b"out", stderr=b"err"))):
        assert rig.run(rig.shim, stderr=-2).stdout == b"outerr"
    assert (rig.record().merged, rig.record().stdout) == (True, b"outerr")


def test_an_answer_to_nobody_is_no_trouble(make_rig: RigMaker, gate: Path) -> None:
    """The caller has closed its end, or never had one."""
    rig = make_rig("exit 1", gate=str(gate))
    answer = Answer(stdout=bytes(MIB), stderr=b"err", exit_code=3)
    with attended(gate, answering(answer)):
        assert rig.run(rig.shim, preexec_fn=lambda: os.close(1)) == Seen(3, b"", b"err")
        with rig.start(rig.shim) as process:
            assert process.stdout is not None
            process.stdout.close()
            process.stdout = None
            process.communicate(b"")
        assert process.returncode == 3


def test_a_plugin_that_cannot_be_executed_comes_back_too(rig: Rig, gate: Path) -> None:
    rig.plain.unlink()
    with attended(gate) as visits:
        seen = rig.run(rig.shim, stdin=b"sent")
    assert seen.status == 127
    assert [visit.status for visit in visits] == [None, 127 << 8]
    assert (rig.record().state, rig.record().stdin, rig.record().exit_code) == (State.COMPLETE, b"sent", 127)


def test_fifty_calls_wait_at_one_gate(rig: Rig, gate: Path) -> None:
    server, results = GateServer(gate), list[Seen]()
    names = [str(number).encode() for number in range(50)]
    threads = [
        threading.Thread(target=lambda name=name: results.append(rig.run(rig.shim, stdin=name))) for name in names
    ]
    for thread in threads:
        thread.start()
    visits = next_visits(server, 50)
    for visit in visits:
        visit.go(stdin=b"edited " + visit.stdin)
    ended = next_visits(server, 50)
    assert not results
    server.close()
    for thread in threads:
        thread.join()
    assert {visit.record for visit in ended} == {visit.record for visit in visits}
    assert sorted(seen.stdout for seen in results) == sorted(b":edited " + name for name in names)


def test_its_descriptor_says_when_to_poll(rig: Rig, gate: Path) -> None:
    """Also for the rest of an answer that the recorder had no room for at once."""
    server = GateServer(gate)
    assert not is_readable(server)
    with rig.start(rig.shim) as process, ThreadPoolExecutor() as pool:
        ended = pool.submit(process.communicate, b"sent")
        visits: list[Visit] = []
        while len(visits) < 2:
            assert is_readable(server, 20)
            for visit in server.poll():
                visits.append(visit)
                answering(Answer(stdout=bytes(5 * MIB)))(visit)
        assert ended.result() == (bytes(5 * MIB), b"")
        assert is_readable(server, 20)
        assert server.poll() == ()
        assert not is_readable(server)
    server.close()


def is_readable(server: GateServer, seconds: float = 0) -> bool:
    """Whether there is something to poll for; for as long as it takes, up to so many seconds."""
    return bool(select.select([server], [], [], seconds)[0])


def test_closing_lets_everything_go(rig: Rig, gate: Path) -> None:
    server = GateServer(gate)
    with rig.start(rig.shim) as process:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
        visit = next_visit(server)
        assert not visit.is_gone
        server.close()
        assert process.communicate() == (b":", b"err\n")
    assert visit.is_gone
    assert not gate.exists()


def test_a_socket_left_there_is_replaced(rig: Rig, gate: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(gate))
    with attended(gate) as visits:
        rig.run(rig.shim)
    assert len(visits) == 2


def test_a_gate_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match=r"calls can't be held: .* is longer than the 107 bytes"):
        GateServer(tmp_path / ("x" * 107))
    with pytest.raises(PlaceError, match=r"calls can't be held: .*/no/gate: No such file"):
        GateServer(tmp_path / "no" / "gate")
