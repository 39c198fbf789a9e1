"""The gate: where the calls of a run of our own wait until they are let go.

The recorders' side is gate.c. Each call that is executed while somebody listens comes twice: before its plugin is
executed, with what the caller has sent, and when all is over, before its caller is told. Frames both ways: type u8,
length u32 (little endian), payload. A recorder that is hung up on goes on as if there were no gate.
"""

import contextlib
import os
import select
import socket
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from traces.errors import PlaceError
from traces.model.answer import Answer
from traces.shim.image import GATE_LENGTH

_HEAD = struct.Struct("<BI")
_NUMBER = struct.Struct("<I")
_LARGEST = 128 << 20
"""Bytes of a frame that is still believed: a recorder sends at most half of it."""
_AT_ONCE = 1 << 20


class _Line:
    """The connection to one recorder. Nothing here ever blocks."""

    def __init__(self, connection: socket.socket, ready: "select.epoll") -> None:
        connection.setblocking(False)
        ready.register(connection, select.EPOLLIN)
        self._connection = connection
        self._ready = ready
        self._received = bytearray()
        self._unsent = bytearray()
        self._parts: dict[str, bytes] = {}
        self.is_open = True

    def visits(self) -> Iterator["Visit"]:
        """The questions that have come in since the last time; what the recorder had no room for is sent on."""
        self._flush()
        while self.is_open:
            try:
                received = self._connection.recv(_AT_ONCE)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                received = b""
            if not received:
                self.close()
            self._received += received
            yield from self._questions()

    def send(self, kind: str, payload: bytes = b"") -> None:
        """Send a frame, as far as the recorder takes it now; the rest follows at the next looks."""
        self._unsent += _HEAD.pack(ord(kind), len(payload)) + payload
        self._flush()
        if self._unsent and self.is_open:
            self._ready.modify(self._connection, select.EPOLLIN | select.EPOLLOUT)

    def close(self) -> None:
        """Hang up."""
        self.is_open = False
        self._connection.close()

    def _flush(self) -> None:
        try:
            while self._unsent and self.is_open:
                del self._unsent[: self._connection.send(self._unsent)]
                if not self._unsent:
                    self._ready.modify(self._connection, select.EPOLLIN)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.close()

    def _questions(self) -> Iterator["Visit"]:
        for kind, payload in self._frames():
            if kind == "X" and len(payload) == _NUMBER.size:
                yield self._visit(_NUMBER.unpack(payload)[0])
            elif kind == "Q":
                yield self._visit(None)
            elif kind in "NIE":
                self._parts[kind] = payload
            else:
                self.close()

    def _frames(self) -> Iterator[tuple[str, bytes]]:
        while len(self._received) >= _HEAD.size:
            kind, length = _HEAD.unpack_from(self._received)
            if length > _LARGEST:
                self.close()
                return
            end = _HEAD.size + length
            if len(self._received) < end:
                return
            payload = bytes(memoryview(self._received)[_HEAD.size : end])
            del self._received[:end]
            yield chr(kind), payload

    def _visit(self, status: int | None) -> "Visit":
        environment = self._parts.get("E", b"")
        return Visit(
            record=self._parts.get("N", b"").decode(errors="surrogateescape"),
            is_ended=status is not None,
            stdin=self._parts.get("I", b""),
            environment=tuple(environment.removesuffix(b"\0").split(b"\0")) if environment else (),
            status=status,
            _line=self,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Visit:
    """A call that waits: before its plugin is executed, or at its end. It is let go once."""

    record: str
    """The name of its record in the spool (Record.name)."""
    is_ended: bool
    """Whether the plugin has ended, and its caller waits to be told."""
    stdin: bytes
    """What the caller has sent: all of it, however little the record keeps."""
    environment: tuple[bytes, ...]
    """What the caller has passed."""
    status: int | None = None
    """How the plugin has ended, as waitpid(2) tells it; None before."""
    _line: _Line = field(repr=False)

    @property
    def is_gone(self) -> bool:
        """Whether nobody waits any more: the recorder was killed, or went on by itself. Polls find it out."""
        return not self._line.is_open

    def go(self, *, stdin: bytes | None = None, environment: Sequence[bytes] | None = None) -> None:
        """Let it go on; before the start with another stdin, or other entries as its environment, where given.

        What is no change is none: the call counts as untouched then.
        """
        if not self.is_ended and stdin is not None and stdin != self.stdin:
            self._line.send("I", stdin)
        if not self.is_ended and environment is not None and tuple(environment) != self.environment:
            self._line.send("E", b"".join(entry + b"\0" for entry in environment))
        self._line.send("G")

    def answer(self, answer: Answer) -> None:
        """Before the start: say this in the plugin's place, which is not executed."""
        self._line.send("O", answer.stdout)
        self._line.send("R", answer.stderr)
        self._line.send("S", _NUMBER.pack(answer.exit_code << 8 if answer.signal is None else answer.signal))


class GateServer:
    """Listens at a gate. For one thread; it never blocks."""

    def __init__(self, path: Path) -> None:
        """Listen at the path, in the place of a socket that was left there. Raises PlaceError."""
        self._path = path
        self._lines: list[_Line] = []
        if len(os.fsencode(path)) > GATE_LENGTH:
            raise PlaceError(
                f"calls can't be held: {path} is longer than the {GATE_LENGTH} bytes that a socket may have"
            )
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            path.unlink(missing_ok=True)
            self._socket.bind(os.fsencode(path))
            path.chmod(0o600)
            self._socket.listen(socket.SOMAXCONN)
        except OSError as error:
            self._socket.close()
            raise PlaceError(f"calls can't be held: {path}: {error.strerror}") from error
        self._socket.setblocking(False)
        self._ready = select.epoll()
        self._ready.register(self._socket, select.EPOLLIN)

    def fileno(self) -> int:
        """A descriptor that is readable while there is something to poll for: a call comes, has ended, or hangs up."""
        return self._ready.fileno()

    def poll(self) -> tuple[Visit, ...]:
        """The visits that have begun since the last poll."""
        self._accept()
        visits = tuple(visit for line in self._lines for visit in line.visits())
        self._lines = [line for line in self._lines if line.is_open]
        return visits

    def close(self) -> None:
        """Let everything go on that waits, and listen no more."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        self._socket.close()
        for line in self._lines:
            line.close()
        self._lines = []
        self._ready.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._lines.append(_Line(connection, self._ready))
