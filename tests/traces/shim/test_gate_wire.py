"""A talk at the gate that breaks off, takes too long or makes no sense, and signals meanwhile."""

import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.gate import next_visit
from tests.support.needs import needs_compiler
from tests.support.shim_rig import Rig, RigMaker, Seen, eventually
from traces.model.answer import Answer
from traces.shim.gate import GateServer, Visit
from traces.shim.spool import State

pytestmark = needs_compiler


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Where calls wait."""
    return tmp_path / "gate"


@pytest.fixture
def rig(make_rig: RigMaker, gate: Path) -> Rig:
    """A plugin that says what it was given."""
    return make_rig("cat; echo ran; exit 5", gate=str(gate))


@contextmanager
def waiting(rig: Rig, gate: Path, **options: object) -> Iterator[tuple[subprocess.Popen[bytes], GateServer, Visit]]:
    """A call that waits at the gate, with «sent» as its stdin."""
    server = GateServer(gate)
    with rig.start(rig.shim, **options) as process:
        try:
            assert process.stdin is not None
            process.stdin.write(b"sent")
            process.stdin.close()
            process.stdin = None
            yield process, server, next_visit(server)
        finally:
            server.close()


def said(gate: Path, rig: Rig, *replies: bytes) -> Seen:
    """What comes of a call to which somebody says these bytes as soon as it comes, and then holds the line."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(gate))
        listener.listen()
        with rig.start(rig.shim) as process:
            line, _ = listener.accept()
            with line:
                for reply in replies:
                    line.sendall(reply)
                stdout, stderr = process.communicate(b"sent")
    return Seen(process.returncode, stdout, stderr)


@pytest.mark.parametrize(
    "reply",
    [
        b"?\0\0\0\0",
        b"GET / HTTP/1.1\r\n\r\n",
        b"G\1\0\0\0x",
        b"I\3\0\0\0bad" + b"I\xff\xff\xff\xff",
        b"S\2\0\0\0\0\0",
        b"O\3\0\0\0bad" + b"?\0\0\0\0",
        b"\0\0\0\0\0",
    ],
)
def test_garbage_means_go_on_unchanged(rig: Rig, gate: Path, reply: bytes) -> None:
    assert said(gate, rig, reply) == Seen(5, b"sentran\n", b"")
    assert rig.record().touched == ()


def test_frames_may_come_in_any_pieces(rig: Rig, gate: Path) -> None:
    frames = b"I\6\0\0\0edited" + b"G\0\0\0\0" + b"G\0\0\0\0"
    assert said(gate, rig, *(bytes([byte]) for byte in frames)) == Seen(5, b"editedran\n", b"")


def test_the_last_of_several_edits_counts(rig: Rig, gate: Path) -> None:
    frames = b"I\3\0\0\0one" + b"I\3\0\0\0two" + b"G\0\0\0\0" + b"G\0\0\0\0"
    assert said(gate, rig, frames).stdout == b"tworan\n"


@pytest.mark.parametrize("kind", ["I", "O", "E"])
def test_a_server_that_dies_half_way_changes_nothing(rig: Rig, gate: Path, kind: str) -> None:
    with waiting(rig, gate) as (process, server, visit):
        visit._line.send(kind, b"half\0")
        server.close()
        assert process.communicate()[0] == b"sentran\n"
    assert (rig.record().touched, rig.record().stdin) == ((), b"sent")


def test_a_deadline_ends_the_wait(make_rig: RigMaker, gate: Path) -> None:
    rig = make_rig("cat; exit 5", gate=str(gate), gate_seconds=1)
    with waiting(rig, gate) as (process, server, visit):
        assert process.communicate() == (b"sent", b"")
        assert eventually(lambda: server.poll() or visit.is_gone)
    record = rig.record()
    assert (process.returncode, record.touched) == (5, ())
    assert record.released is not None
    assert record.released - record.started >= 10**9


def test_a_deadline_ends_the_wait_at_the_end_too(make_rig: RigMaker, gate: Path) -> None:
    rig = make_rig("cat; exit 5", gate=str(gate), gate_seconds=1)
    with waiting(rig, gate) as (process, server, visit):
        visit.go()
        assert next_visit(server).is_ended
        assert process.communicate() == (b"sent", b"")
    assert rig.record().last_seen - (rig.record().ended or 0) >= 10**9


def test_nobody_who_takes_the_call_is_not_waited_for(make_rig: RigMaker, gate: Path) -> None:
    """Its kernel takes what it can for a server that stands still: more than that waits for the deadline alone."""
    rig = make_rig("wc -c", gate=str(gate), gate_seconds=1)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(gate))
        listener.listen()
        assert rig.run(rig.shim, stdin=bytes(8 << 20)).stdout.strip() == str(8 << 20).encode()


@pytest.mark.parametrize("name", ["TERM", "INT", "HUP", "QUIT", "USR1"])
def test_a_signal_ends_a_waiting_call(rig: Rig, gate: Path, name: str) -> None:
    number = getattr(signal, f"SIG{name}")
    with waiting(rig, gate) as (process, server, visit):
        process.send_signal(number)
        assert process.communicate() == (b"", b"")
        assert eventually(lambda: server.poll() or visit.is_gone)
    record = rig.record()
    assert process.returncode == -number
    assert (record.state, record.signal, record.stdin) == (State.COMPLETE, number, b"sent")
    assert [seen.number for seen in record.signals] == [number]


@pytest.mark.parametrize("name", ["WINCH", "CONT", "URG", "CHLD", "TSTP"])
def test_a_harmless_signal_does_not_end_it(rig: Rig, gate: Path, name: str) -> None:
    with waiting(rig, gate) as (process, server, visit):
        process.send_signal(getattr(signal, f"SIG{name}"))
        process.send_signal(signal.SIGCONT)
        visit.go()
        next_visit(server).go()
        assert process.communicate()[0] == b"sentran\n"


def test_an_ignored_signal_does_not_end_it(rig: Rig, gate: Path) -> None:
    with waiting(rig, gate, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as (
        process,
        server,
        visit,
    ):
        process.send_signal(signal.SIGHUP)
        visit.go()
        next_visit(server).go()
        assert process.communicate()[0] == b"sentran\n"
    assert process.returncode == 5


def test_a_blocked_signal_is_the_plugins_to_find(make_rig: RigMaker, gate: Path) -> None:
    look = "import signal, time\nwhile not signal.sigpending(): time.sleep(0.01)\nprint(*signal.sigpending())"
    rig = make_rig(f"exec {sys.executable} -c '{look}'", gate=str(gate))

    def block() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})

    with waiting(rig, gate, preexec_fn=block) as (process, server, visit):
        process.send_signal(signal.SIGTERM)
        visit.go()
        next_visit(server).go()
        assert process.communicate()[0].split() == [b"15"]
    assert process.returncode == 0


def test_a_signal_at_the_end_only_ends_the_wait(rig: Rig, gate: Path) -> None:
    """The plugin has ended, and the record says how: the caller sees the same."""
    with waiting(rig, gate) as (process, server, visit):
        visit.go()
        next_visit(server)
        process.send_signal(signal.SIGTERM)
        assert process.communicate() == (b"sentran\n", b"")
    assert (process.returncode, rig.record().exit_code) == (5, 5)


def test_kill_is_final_at_the_gate_as_elsewhere(rig: Rig, gate: Path) -> None:
    with waiting(rig, gate) as (process, server, visit):
        process.kill()
        assert process.communicate() == (b"", b"")
        assert eventually(lambda: server.poll() or visit.is_gone)
        visit.go(stdin=b"too late")
    assert (process.returncode, rig.record().state) == (-9, State.LOST)


def test_a_signal_ends_an_answer_that_nobody_reads(rig: Rig, gate: Path) -> None:
    with waiting(rig, gate) as (process, server, visit):
        visit.answer(Answer(stdout=bytes(4 << 20)))
        assert eventually(lambda: server.poll() or rig.record().touched)
        process.send_signal(signal.SIGTERM)
        process.wait()
    assert (process.returncode, rig.record().signal) == (-15, 15)


def test_a_strange_visitor_is_hung_up_on(gate: Path) -> None:
    server = GateServer(gate)
    for reply in (b"?\0\0\0\0", struct.pack("<BI", ord("N"), 1 << 31), b"X\1\0\0\0x"):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(gate))
            line.sendall(reply)
            line.settimeout(20)
            server.poll()
            assert line.recv(1) == b""
    server.close()


def test_descriptors_of_the_gate_are_not_the_plugins(make_rig: RigMaker, gate: Path) -> None:
    rig = make_rig("ls /proc/self/fd", gate=str(gate))
    with waiting(rig, gate) as (process, server, visit):
        visit.go()
        next_visit(server).go()
        through = process.communicate()[0]
    assert through == rig.run(rig.plain).stdout
    assert os.path.exists(gate) is False
