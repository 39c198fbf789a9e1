"""An execution under way: its stdin is fed, its stdout and stderr are kept, its end is awaited."""

import os
import select
import struct
import time
from collections.abc import Callable

from traces.runner.executor import Completed

_CHUNK = 1 << 16


class Streams:
    """The pipes to a process: ours are the writing end of its stdin, the reading ends of the others, and of its ending.

    The ending is a descriptor that becomes readable when the process has ended; `status` then tells the wait status, or
    None where it is lost. Like a runtime we take a process to be over when it has ended and nobody holds its stdout and
    stderr any more (Go's exec.Cmd.Wait). In a hurry (after a kill) the status is enough.
    """

    def __init__(
        self,
        stdin: bytes,
        descriptors: tuple[int, int, int, int],
        status: Callable[[int], int | None],
        bell: int | None = None,
    ) -> None:
        """Take the descriptors over: stdin, stdout, stderr, ending. `status` is called with the last.

        The bell stays the caller's, who sees to it that it is not readable for ever.
        """
        stdin_fd, stdout_fd, stderr_fd, ending_fd = descriptors
        self._ask_status = status
        self._input = memoryview(stdin)
        self._stdin: int | None = stdin_fd
        self._output: dict[int, bytearray] = {stdout_fd: bytearray(), stderr_fd: bytearray()}
        self._texts = tuple(self._output.values())
        self._ending: int | None = ending_fd
        self._status: int | None = None
        self._poll = select.poll()
        self._bell = bell
        self.hurry = False
        if bell is not None:
            self._poll.register(bell, select.POLLIN)
        for descriptor in (stdin_fd, stdout_fd, stderr_fd, ending_fd):
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLOUT if descriptor == stdin_fd else select.POLLIN)
        if not stdin:
            self._close_stdin()

    def wait(self, seconds: float) -> Completed | None:
        """Pump until the end, for so many seconds, or until the bell rings.

        Raises ChildProcessError where the end can't be known.
        """
        deadline = time.monotonic() + seconds
        while not self._over():
            left = deadline - time.monotonic()
            ready = [descriptor for descriptor, _ in self._poll.poll(max(0.0, left) * 1000)]
            for descriptor in ready:
                self._serve(descriptor)
            if not self._over() and (self._bell in ready or (not ready and left <= 0)):
                return None
        self.close()
        if self._status is None:
            raise ChildProcessError("the process was lost: the place it ran in has ended")
        stdout, stderr = (bytes(text) for text in self._texts)
        code = os.waitstatus_to_exitcode(self._status)
        if code < 0:
            return Completed(stdout=stdout, stderr=stderr, signal=-code)
        return Completed(stdout=stdout, stderr=stderr, exit_code=code)

    def close(self) -> None:
        """Let the pipes go."""
        self._close_stdin()
        for descriptor in tuple(self._output):
            self._drop_output(descriptor)
        self._drop_ending()

    @property
    def open(self) -> bool:
        """Whether any pipe is still held."""
        return bool(self._output) or self._ending is not None

    @property
    def ending_open(self) -> bool:
        """Whether the process's end was not seen yet."""
        return self._ending is not None

    def _over(self) -> bool:
        if self._ending is not None:
            return False
        return not self._output or self.hurry

    def _serve(self, descriptor: int) -> None:
        if descriptor == self._stdin:
            self._feed()
        elif descriptor in self._output:
            self._keep(descriptor)
        elif descriptor == self._ending:
            self._end()

    def _feed(self) -> None:
        assert self._stdin is not None
        try:
            self._input = self._input[os.write(self._stdin, self._input[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._input = memoryview(b"")
        if not self._input:
            self._close_stdin()

    def _keep(self, descriptor: int) -> None:
        chunk = _read(descriptor)
        if chunk == b"":
            self._drop_output(descriptor)
        elif chunk:
            self._output[descriptor] += chunk

    def _end(self) -> None:
        assert self._ending is not None
        self._status = self._ask_status(self._ending)
        self._drop_ending()
        if self.hurry:
            for descriptor in tuple(self._output):
                self._drain(descriptor)

    def _drain(self, descriptor: int) -> None:
        """Keep what is in the pipe already, though somebody may hold its other end for ever."""
        while chunk := _read(descriptor):
            self._output[descriptor] += chunk

    def _close_stdin(self) -> None:
        if self._stdin is not None:
            self._poll.unregister(self._stdin)
            os.close(self._stdin)
            self._stdin = None

    def _drop_output(self, descriptor: int) -> None:
        self._poll.unregister(descriptor)
        os.close(descriptor)
        del self._output[descriptor]

    def _drop_ending(self) -> None:
        if self._ending is not None:
            self._poll.unregister(self._ending)
            os.close(self._ending)
            self._ending = None


def _read(descriptor: int) -> bytes | None:
    """A chunk; empty at the end, None where nothing is there yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def told_status(descriptor: int) -> int | None:
    """The wait status as the helper writes it to the pipe; None where the helper is gone."""
    word = os.read(descriptor, 4)
    return struct.unpack("i", word)[0] if word else None
