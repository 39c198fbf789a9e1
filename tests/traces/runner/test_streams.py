"""The pipes to a process, with the test in the place of the process."""

import os
import struct
from collections.abc import Iterator

import pytest

from traces.runner.executor import Completed
from traces.runner.streams import Streams, told_status


class Process:
    """The other ends of the pipes."""

    def __init__(self, stdin: bytes = b"") -> None:
        self.stdin, ours_in = os.pipe()
        ours_out, self.stdout = os.pipe()
        ours_err, self.stderr = os.pipe()
        ours_end, self.ending = os.pipe()
        self.open = {self.stdin, self.stdout, self.stderr, self.ending}
        self.streams = Streams(stdin, (ours_in, ours_out, ours_err, ours_end), told_status)

    def close(self, *descriptors: int) -> None:
        """Let go of some of them, or of all."""
        for descriptor in descriptors or tuple(self.open):
            os.close(descriptor)
            self.open.discard(descriptor)

    def end(self, status: int) -> None:
        """The process ends."""
        os.write(self.ending, struct.pack("i", status))
        self.close(self.ending)


@pytest.fixture
def process() -> Iterator[Process]:
    process = Process(b"hello")
    yield process
    process.close()
    process.streams.close()


def test_it_is_over_when_nobody_holds_the_output(process: Process) -> None:
    os.write(process.stdout, b"out")
    process.end(3 << 8)
    assert process.streams.wait(0) is None
    os.write(process.stdout, b" more")
    process.close(process.stdout, process.stderr)
    assert process.streams.wait(9) == Completed(stdout=b"out more", exit_code=3)


def test_in_a_hurry_the_end_is_enough(process: Process) -> None:
    os.write(process.stderr, b"err")
    process.streams.hurry = True
    process.end(9)
    assert process.streams.wait(9) == Completed(stderr=b"err", signal=9)


def test_closed_output_is_not_the_end(process: Process) -> None:
    process.close(process.stdout, process.stderr)
    assert process.streams.wait(0) is None
    process.end(0)
    assert process.streams.wait(9) == Completed(exit_code=0)


def test_stdin_is_fed_and_closed(process: Process) -> None:
    process.streams.wait(0)
    assert os.read(process.stdin, 100) == b"hello"
    assert os.read(process.stdin, 100) == b""


def test_a_process_that_reads_nothing_is_no_error() -> None:
    process = Process(b"x" * 1_000_000)
    process.close(process.stdin)
    process.end(0)
    process.close()
    assert process.streams.wait(9) == Completed(exit_code=0)


def test_a_lost_end_is_an_error(process: Process) -> None:
    process.close()
    with pytest.raises(ChildProcessError):
        process.streams.wait(9)
    assert not process.streams.open


def test_a_bell_ends_the_waiting_early() -> None:
    ringing, bell = os.pipe()
    stdin, ours_in = os.pipe()
    ours_out, stdout = os.pipe()
    ours_err, stderr = os.pipe()
    ours_end, ending = os.pipe()
    streams = Streams(b"", (ours_in, ours_out, ours_err, ours_end), told_status, ringing)
    os.write(bell, b"!")
    os.write(stdout, b"said")
    assert streams.wait(3600) is None
    os.write(ending, struct.pack("i", 0))
    for descriptor in (stdin, stdout, stderr, ending):
        os.close(descriptor)
    completed = None
    while completed is None:
        completed = streams.wait(3600)
    assert completed == Completed(stdout=b"said", stderr=b"", exit_code=0)
    os.close(ringing)
    os.close(bell)
