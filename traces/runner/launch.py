"""Starts the helper and speaks to it; every place but the local one is such a connection."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import traces
from traces.errors import PlaceError
from traces.runner.refusal import refusal_text
from traces.runner.wire import Frame, receive, send

SOURCE = Path(traces.__file__).resolve().parents[1]
"""The folder from which `traces` is imported."""

# -I and -S: neither the environment nor the site packages have a say in what the helper loads; the standard library
# comes first, also where `traces` lies among packages that bear its modules' names.
_BOOT = "import sys; sys.path.append(sys.argv[1]); from traces.runner.helper import main; main(int(sys.argv[2]))"


class Connection:
    """The helper's other end. Requests may come from any thread."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        """Start the helper and have it make the place. Raises PlaceError."""
        if not sys.platform.startswith("linux"):
            raise PlaceError("chains run on Linux only: `cnistep demo` and `cnistep open` work everywhere")
        self._lock = threading.Lock()
        self._channel, theirs = socket.socketpair()
        try:
            self._process = _start_helper(theirs.fileno())
        except PlaceError:
            self._channel.close()
            raise
        finally:
            theirs.close()
        try:
            ready = self._first_answer({**spec, "asker": os.getpid()})
        except BaseException:
            self.close()
            raise
        self.notes: tuple[str, ...] = tuple(ready.header["notes"])
        self.spool = ready.descriptors[0]

    def ask(self, header: Mapping[str, Any], payload: bytes = b"", descriptors: Sequence[int] = ()) -> Frame:
        """Send a request and wait for the answer. Raises PlaceError when the helper is gone."""
        with self._lock:
            frame = self._exchange(header, payload, descriptors)
        if "failed" in frame.header:
            raise PlaceError(f"the place could not do this: {frame.header['failed']}")
        return frame

    def close(self) -> None:
        """End the helper, and with it what runs in its place."""
        self._channel.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()
        if hasattr(self, "spool"):
            os.close(self.spool)
            del self.spool

    def _first_answer(self, spec: Mapping[str, Any]) -> Frame:
        frame = self._exchange(spec)
        if "refused" in frame.header:
            raise PlaceError(refusal_text(frame.header["refused"], frame.header["errno"], frame.header["path"]))
        return frame

    def _exchange(self, header: Mapping[str, Any], payload: bytes = b"", descriptors: Sequence[int] = ()) -> Frame:
        try:
            send(self._channel, header, payload, descriptors)
            frame = receive(self._channel)
        except OSError as error:
            raise PlaceError(self._obituary()) from error
        except BaseException:
            self._channel.shutdown(socket.SHUT_RDWR)  # interrupted within a frame: nothing after it could be understood
            raise
        if frame is None:
            raise PlaceError(self._obituary())
        return frame

    def _obituary(self) -> str:
        """Why the helper is gone, by its last words."""
        if self._process.stderr is None or self._process.poll() is None:
            return "the helper of this place is gone"
        words = self._process.stderr.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(words) if line.strip()), f"exit status {self._process.returncode}")
        return f"the helper of this place ended: {last}"


def _start_helper(descriptor: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", _BOOT, str(SOURCE), str(descriptor)]
    try:
        return subprocess.Popen(
            command,
            pass_fds=(descriptor,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise PlaceError(f"the helper can't be started with {sys.executable}: {error.strerror}") from error
