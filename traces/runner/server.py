"""The helper's loop: takes requests, executes plugins in the place, collects the dead, says how they ended."""

import contextlib
import fcntl
import os
import select
import signal
import socket
import struct
import termios
from collections.abc import Mapping
from typing import Any, NoReturn, Protocol

from traces.kernel.syscalls import execve
from traces.runner.chores import CHORES, Answer, load
from traces.runner.wire import Frame, receive, send


class Place(Protocol):
    """Where children are to run."""

    cwd: str

    def enter(self) -> None:
        """Go there, for good; called in a child."""
        ...


class Server:
    """Answers one asker, one request after the other; executions run meanwhile."""

    def __init__(self, channel: socket.socket, place: Place, asker: int | None = None) -> None:
        """Serve the other end of the channel until it hangs up, or until the asker's descriptor says it is gone."""
        self._channel, self._place = channel, place
        self._running: dict[int, int] = {}
        self._wake, waker = os.pipe()
        for descriptor in (self._wake, waker):
            os.set_blocking(descriptor, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._poll = select.poll()
        for watched in (channel.fileno(), self._wake, asker):
            if watched is not None:
                self._poll.register(watched, select.POLLIN)

    def serve(self) -> None:
        """Until the other end is gone; what still runs is killed then."""
        while True:
            ready = {descriptor for descriptor, _ in self._poll.poll()}
            if self._wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake, 4096)
            self._collect()
            if self._channel.fileno() in ready:
                frame = receive(self._channel)
                if frame is None or not self._answer(frame):
                    break
            elif ready - {self._wake}:
                break
        for process in self._running:
            os.kill(process, signal.SIGKILL)

    def _answer(self, frame: Frame) -> bool:
        operation = frame.header["op"]
        if operation == "start":
            answer: Answer = (self._start(frame.header, frame.descriptors), b"")
            return self._reply(answer)
        if operation == "terminal":
            return self._open_terminal(frame.header, frame.descriptors)
        if operation == "kill":
            if frame.header["id"] in self._running:
                os.kill(frame.header["id"], signal.SIGKILL)
            return self._reply(({}, b""))
        return self._reply(self._do(frame))

    def _reply(self, answer: Answer, descriptors: tuple[int, ...] = ()) -> bool:
        try:
            send(self._channel, *answer, descriptors)
        except OSError:
            return False
        return True

    def _start(self, header: Mapping[str, Any], descriptors: list[int]) -> dict[str, Any]:
        """Execute; descriptors are stdin, stdout and stderr, and the pipe that will be told the end."""
        *streams, ending = descriptors
        failed, failure = os.pipe()
        process = os.fork()
        if process == 0:
            self._become(header, streams, failure)
        for descriptor in (*streams, failure):
            os.close(descriptor)
        number = os.read(failed, 4)
        os.close(failed)
        if number:
            os.close(ending)
            os.waitpid(process, 0)
            return {"errno": struct.unpack("i", number)[0]}
        self._running[process] = ending
        return {"id": process}

    def _become(self, header: Mapping[str, Any], streams: list[int], failure: int) -> NoReturn:
        try:
            self._place.enter()
            os.chdir(self._place.cwd)
            for target, descriptor in enumerate(streams):
                os.dup2(descriptor, target)
            if header.get("terminal"):
                os.setsid()
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(ignored, signal.SIG_DFL)
            signal.set_wakeup_fd(-1)
            execve(header["path"], header["argv"], header["env"])
        except OSError as error:
            os.write(failure, struct.pack("i", error.errno))
        finally:
            os._exit(127)

    def _open_terminal(self, header: Mapping[str, Any], descriptors: list[int]) -> bool:
        """Execute at a pseudo terminal of the place; its master goes to the asker."""
        master, slave = os.openpty()
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", *header["size"], 0, 0))
        streams = [slave, os.dup(slave), os.dup(slave)]
        started = self._start({**header, "terminal": True}, [*streams, *descriptors])
        answered = self._reply((started, b""), (master,))
        os.close(master)
        return answered

    def _do(self, frame: Frame) -> Answer:
        """A chore, done by a child in the place: it has no more rights there than a plugin."""
        if frame.header["op"] == "call":
            load(frame.header)
        here, there = socket.socketpair()
        process = os.fork()
        if process == 0:
            self._do_and_exit(frame, there)
        there.close()
        with here:
            answer = receive(here)
        os.waitpid(process, 0)
        return (answer.header, answer.payload) if answer else ({"failed": frame.header["op"]}, b"")

    def _do_and_exit(self, frame: Frame, there: socket.socket) -> NoReturn:
        header = frame.header
        try:
            self._place.enter()
            send(there, *CHORES[header["op"]](header, frame.payload))
        except OSError as error:
            send(there, {"errno": error.errno or 0, "path": str(error.filename or header.get("path", ""))})
        finally:
            os._exit(0)

    def _collect(self) -> None:
        """Reap every child that has ended, orphans too, and pass the status on."""
        while True:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            ending = self._running.pop(process, None)
            if ending is not None:
                with contextlib.suppress(OSError):
                    os.write(ending, struct.pack("i", status))
                os.close(ending)
