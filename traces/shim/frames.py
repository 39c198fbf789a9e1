"""From the bytes of a record to its value.

The writer is spool.c: eight bytes of magic, then frames of type u8, flags u8, 0 u16, length u32, nanoseconds since the
start u64, payload. Unknown types are passed over, and so is a frame that is not whole: the recorder may have been
killed, or be writing it right now.
"""

import os
import struct
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from traces.shim.record import Ancestor, Record, Signal, State

_MAGIC = b"cnistep\x01"
_HEAD = struct.Struct("<BBHIQ")
_CUT, _END = 1, 2
_PARTS = {"I": "stdin", "O": "stdout", "R": "stderr", "M": "stdout", "A": "argv", "E": "environment"}
_GIVEN = {"J": "stdin", "K": "environment"}
"""What the plugin was given in the place of what its caller had sent."""
_STREAMS = ("stdin", "stdout", "stderr")


@dataclass(frozen=True, slots=True)
class _Frame:
    kind: str
    flags: int
    time: int
    payload: bytes

    def fields(self) -> Iterator[tuple[str, str]]:
        """The payload as NAME=VALUE fields, each ended by a NUL."""
        for field in self.payload.split(b"\0")[:-1]:
            name, _, value = field.decode(errors="surrogateescape").partition("=")
            yield name, value


@dataclass(frozen=True, slots=True)
class _End:
    """What is known of the plugin's end. Its frame comes after everything that the plugin wrote has been passed on."""

    time: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    start_errno: int | None = None
    totals: tuple[int, int, int] | None = None


def record_of(name: str, suffix: str, content: bytes, *, locked: bool) -> Record | None:
    """The record in a file's content, or None where it is none, or has no header yet.

    The name and the suffix are those of the file; locked says whether its recorder held the lock before the content
    was read.
    """
    frames = tuple(_frames(content))
    if not frames or frames[0].kind != "H":
        return None
    header = dict(frames[0].fields())
    started = _number(header, "wall")
    streams = {stream: _joined(frames, stream) for stream in _STREAMS}
    end = _end(frames)
    going = _going(frames)
    given = {_GIVEN[frame.kind] for frame in frames if frame.kind in _GIVEN and going}
    return Record(
        name=name,
        state=_state(frames, suffix, locked),
        real=header.get("real", ""),
        started=started,
        last_seen=started + frames[-1].time,
        ended=None if end.time is None else started + end.time,
        boot_id=header.get("boot_id", "").strip(),
        pid=_number(header, "pid"),
        child=next((_number(dict(frame.fields()), "pid") for frame in frames if frame.kind == "P"), None),
        pidns=_number(header, "pidns"),
        uid=_number(header, "uid"),
        cwd=header.get("cwd", ""),
        ancestors=tuple(_ancestors(frames[0])),
        argv=_strings(frames, "A"),
        environment=_strings(frames, "K" if "environment" in given else "E"),
        stdin=_payload(frames, "J") if "stdin" in given else streams["stdin"],
        stdout=streams["stdout"],
        stderr=streams["stderr"],
        merged=any(frame.kind == "M" for frame in frames),
        stdin_whole=any(frame.kind == "I" and frame.flags & _END for frame in frames),
        totals=end.totals,
        truncated=tuple(_truncated(frames, streams, end.totals, given)),
        exit_code=end.exit_code,
        signal=end.signal,
        start_errno=end.start_errno,
        signals=tuple(_signals(frames, started)),
        released=started + _number(going, "held") if going else None,
        touched=tuple(filter(None, going.get("touched", "").split(","))),
        sent_stdin=streams["stdin"] if "stdin" in given else None,
        sent_environment=_strings(frames, "E") if "environment" in given else None,
    )


def _frames(content: bytes) -> Iterator[_Frame]:
    if not content.startswith(_MAGIC):
        return
    place = len(_MAGIC)
    while place + _HEAD.size <= len(content):
        kind, flags, _, length, time = _HEAD.unpack_from(content, place)
        place += _HEAD.size + length
        if place > len(content):
            return
        yield _Frame(chr(kind), flags, time, content[place - length : place])


def _number(fields: Mapping[str, str], name: str) -> int:
    """A number among fields; 0 where it is missing or is none."""
    value = fields.get(name, "")
    return int(value) if value.isascii() and value.isdigit() else 0


def _state(frames: tuple[_Frame, ...], suffix: str, locked: bool) -> State:
    kinds = {frame.kind for frame in frames}
    if suffix == "cut":
        return State.CUT
    if suffix != "open" or "Z" in kinds:
        return State.COMPLETE
    if not locked:
        return State.LOST
    return State.DRAINING if kinds & {"N", "X"} else State.RUNNING


def _ancestors(header: _Frame) -> Iterator[Ancestor]:
    for name, value in header.fields():
        pid, _, comm = value.partition(" ")
        if name == "ancestor" and pid.isdigit():
            yield Ancestor(pid=int(pid), name=comm)


def _strings(frames: tuple[_Frame, ...], kind: str) -> tuple[bytes, ...]:
    """The strings of a list; the last one may be cut."""
    payload = _payload(frames, kind)
    return tuple(payload.removesuffix(b"\0").split(b"\0")) if payload else ()


def _payload(frames: tuple[_Frame, ...], kind: str) -> bytes:
    return b"".join(frame.payload for frame in frames if frame.kind == kind)


def _joined(frames: tuple[_Frame, ...], part: str) -> bytes:
    return b"".join(frame.payload for frame in frames if _PARTS.get(frame.kind) == part)


def _going(frames: tuple[_Frame, ...]) -> Mapping[str, str]:
    """What is known of the moment at which a call was let go that had waited at the gate; nothing before."""
    return next((dict(frame.fields()) for frame in frames if frame.kind == "G"), {})


def _end(frames: tuple[_Frame, ...]) -> _End:
    for frame in frames:
        fields = dict(frame.fields()) if frame.kind in "NX" else {}
        if frame.kind == "N":
            return _End(frame.time, exit_code=_number(fields, "exit"), start_errno=_number(fields, "errno"))
        if frame.kind == "X":
            status = _number(fields, "status")
            died = os.WIFSIGNALED(status)
            return _End(
                _number(fields, "ended") or frame.time,
                exit_code=None if died else os.WEXITSTATUS(status),
                signal=os.WTERMSIG(status) if died else None,
                totals=(_number(fields, "stdin"), _number(fields, "stdout"), _number(fields, "stderr")),
            )
    return _End()


def _truncated(
    frames: tuple[_Frame, ...], streams: Mapping[str, bytes], totals: tuple[int, int, int] | None, given: Set[str]
) -> Iterator[str]:
    """A cut is marked where it was made; one between two chunks shows in the total alone."""
    cut = {_PARTS[frame.kind] for frame in frames if frame.flags & _CUT and frame.kind in _PARTS}
    if totals is not None:
        cut |= {stream for stream, total in zip(_STREAMS, totals, strict=True) if total > len(streams[stream])}
    cut = {f"sent_{part}" if part in given else part for part in cut}
    cut |= {_GIVEN[frame.kind] for frame in frames if frame.flags & _CUT and frame.kind in _GIVEN}
    return (part for part in (*_STREAMS, "argv", "environment", "sent_stdin", "sent_environment") if part in cut)


def _signals(frames: tuple[_Frame, ...], started: int) -> Iterator[Signal]:
    for frame in frames:
        if frame.kind == "S":
            fields = dict(frame.fields())
            yield Signal(number=_number(fields, "signal"), sender=_number(fields, "sender"), at=started + frame.time)
