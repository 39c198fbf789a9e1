import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traces.shim.frames import record_of
from traces.shim.record import Ancestor, Record, Signal, State

HEADER = (b"H", b"version=1\0real=/real/x\0wall=1000\0pid=7\0uid=0\0cwd=/\0pidns=9\0ancestor=6 sh (a) b\0ancestor=1 \0")


def content(*frames: tuple[bytes, bytes], flags: int = 0) -> bytes:
    """A record of these frames, a nanosecond apart."""
    parts = [b"cnistep\x01"]
    for time, (kind, payload) in enumerate(frames):
        parts.append(struct.pack("<BBHIQ", kind[0], flags, 0, len(payload), time) + payload)
    return b"".join(parts)


def read(*frames: tuple[bytes, bytes], suffix: str = "ok", locked: bool = False, flags: int = 0) -> Record:
    record = record_of("1000-7-x", suffix, content(HEADER, *frames, flags=flags), locked=locked)
    assert record is not None
    return record


def test_header_tells_where_the_call_stood() -> None:
    record = read()
    assert (record.name, record.real, record.started, record.pid, record.pidns) == ("1000-7-x", "/real/x", 1000, 7, 9)
    assert record.ancestors == (Ancestor(pid=6, name="sh (a) b"), Ancestor(pid=1, name=""))


def test_lists_keep_empty_and_repeated_strings() -> None:
    record = read((b"A", b"/bin/x\0\0--two\0"), (b"E", b"A=1\0A=2\0"))
    assert record.argv == (b"/bin/x", b"", b"--two")
    assert record.environment == (b"A=1", b"A=2")


def test_chunks_of_a_stream_are_joined() -> None:
    record = read((b"I", b"in"), (b"O", b"one"), (b"R", b"err"), (b"O", b"two"))
    assert (record.stdin, record.stdout, record.stderr, record.merged) == (b"in", b"onetwo", b"err", False)


def test_merged_output_is_stdout() -> None:
    record = read((b"M", b"both"))
    assert (record.stdout, record.stderr, record.merged) == (b"both", b"", True)


@pytest.mark.parametrize(("status", "code", "signal"), [(0, 0, None), (0x700, 7, None), (9, None, 9), (139, None, 11)])
def test_wait_status_is_a_code_or_a_signal(status: int, code: int | None, signal: int | None) -> None:
    record = read((b"X", b"status=%d\0stdin=1\0stdout=2\0stderr=3\0" % status))
    assert (record.exit_code, record.signal, record.totals) == (code, signal, (1, 2, 3))
    assert record.ended == 1001


def test_plugin_ended_when_its_end_was_seen() -> None:
    assert read((b"X", b"status=0\0ended=77\0stdin=0\0stdout=0\0stderr=0\0")).ended == 1077


def test_a_start_that_failed_has_its_errno() -> None:
    record = read((b"N", b"errno=2\0exit=127\0"))
    assert (record.start_errno, record.exit_code, record.ended) == (2, 127, 1001)


def test_signals_passed_on_are_told() -> None:
    assert read((b"S", b"signal=15\0sender=44\0uid=0\0")).signals == (Signal(number=15, sender=44, at=1001),)


def test_a_call_at_the_gate_is_as_it_was_sent() -> None:
    record = read((b"I", b"sent"), (b"J", b"half of an edit"), suffix="open", locked=True)
    assert (record.released, record.touched, record.stdin, record.sent_stdin) == (None, (), b"sent", None)


def test_what_was_given_stands_for_what_was_sent() -> None:
    frames = ((b"E", b"A=1\0"), (b"I", b"sent"), (b"J", b"given"), (b"K", b"A=2\0\0"))
    record = read(*frames, (b"G", b"held=500\0touched=stdin,env\0"))
    assert (record.started, record.released, record.touched) == (1000, 1500, ("stdin", "env"))
    assert (record.stdin, record.sent_stdin) == (b"given", b"sent")
    assert (record.environment, record.sent_environment) == ((b"A=2", b""), (b"A=1",))
    assert record.truncated == ()


def test_an_untouched_call_has_only_its_time() -> None:
    record = read((b"I", b"sent"), (b"G", b"held=5\0touched=\0"))
    assert (record.released, record.touched, record.stdin, record.sent_stdin) == (1005, (), b"sent", None)


def test_a_cut_of_what_was_sent_is_no_cut_of_what_was_given() -> None:
    end = (b"X", b"status=0\0stdin=9\0stdout=0\0stderr=0\0")
    assert read((b"I", b"sent"), (b"J", b"given"), (b"G", b"held=1\0touched=stdin\0"), end).truncated == ("sent_stdin",)
    cut = read((b"K", b"A=1\0"), (b"G", b"held=1\0touched=env\0"), flags=1)
    assert cut.truncated == ("environment",)


def test_total_shows_what_was_not_recorded() -> None:
    assert read((b"O", b"ab"), (b"X", b"status=0\0stdin=0\0stdout=3\0stderr=0\0")).truncated == ("stdout",)


def test_mark_shows_a_cut_before_the_end() -> None:
    assert read((b"O", b"ab"), flags=1).truncated == ("stdout",)


@pytest.mark.parametrize(
    ("suffix", "locked", "frames", "state"),
    [
        ("open", True, (), State.RUNNING),
        ("open", True, ((b"X", b"status=0\0"), (b"B", b"")), State.DRAINING),
        ("open", True, ((b"X", b"status=0\0"), (b"Z", b"")), State.COMPLETE),
        ("open", False, (), State.LOST),
        ("ok", False, ((b"X", b"status=0\0"), (b"Z", b"")), State.COMPLETE),
        ("cut", False, (), State.CUT),
    ],
)
def test_state_is_in_lock_suffix_and_frames(
    suffix: str, locked: bool, frames: tuple[tuple[bytes, bytes], ...], state: State
) -> None:
    record = read(*frames, suffix=suffix, locked=locked)
    assert record.state is state
    assert record.is_live == (state in (State.RUNNING, State.DRAINING))


def test_unknown_frames_are_passed_over() -> None:
    assert read((b"?", b"new"), (b"O", b"out")).stdout == b"out"


@pytest.mark.parametrize("bytes_", [b"", b"cnistep\x01", b"cnistep\x02" + bytes(40), b"cnistep\x01" + bytes(10)])
def test_bytes_without_a_header_are_no_record(bytes_: bytes) -> None:
    assert record_of("n", "ok", bytes_, locked=False) is None


def test_torn_last_frame_is_left_out() -> None:
    whole = content(HEADER, (b"O", b"first"), (b"O", b"second"))
    for length in range(len(whole) - len("second"), len(whole)):
        record = record_of("n", "open", whole[:length], locked=False)
        assert record is not None
        assert record.stdout == b"first"


@settings(database=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(tail: bytes) -> None:
    record = record_of("n", "open", content(HEADER) + tail, locked=True)
    assert record is not None
    assert record.started == 1000
