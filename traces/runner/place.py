"""A place behind a helper, as an executor: the sandbox and the host share all of this."""

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from traces.errors import PlaceError
from traces.runner.executor import Completed, Execution, Running
from traces.runner.launch import SOURCE, Connection
from traces.runner.streams import Streams, told_status


class HelperRunning:
    """A process that the helper started (traces.runner.executor.Running)."""

    def __init__(self, connection: Connection, process: int, streams: Streams) -> None:
        """The process's id is the one that the helper knows it by."""
        self._connection, self._process, self._streams = connection, process, streams
        self._completed: Completed | None = None

    def wait(self, seconds: float) -> Completed | None:
        """How it ended, or None if it still runs. Raises PlaceError when the place is gone."""
        if self._completed is None:
            try:
                self._completed = self._streams.wait(seconds)
            except ChildProcessError as error:
                raise PlaceError(str(error)) from error
        return self._completed

    def kill(self) -> None:
        """Kill it; wait() then doesn't wait for others who hold its output."""
        self._streams.hurry = True
        self._connection.ask({"op": "kill", "id": self._process})


class NeverRan:
    """An execution that the kernel refused to start."""

    def __init__(self, number: int) -> None:
        """With the kernel's errno, which Go prints in lower case."""
        self._completed = Completed(start_error=os.strerror(number).lower())

    def wait(self, seconds: float) -> Completed | None:
        """Why it never ran."""
        return self._completed

    def kill(self) -> None:
        """There is nothing to kill."""


class HelperPlace:
    """An executor whose processes and files are in the helper's namespaces; a context manager."""

    def __init__(self, connection: Connection) -> None:
        """Own the connection."""
        self._connection = connection
        self._streams: list[Streams] = []
        self.bell: int | None = None
        """Ends the waiting early (see Executor)."""
        self.notes = connection.notes
        """What is less than it should be, in words for the user."""

    @property
    def spool(self) -> Path:
        """The spool, seen through our descriptor of it: it is mounted in the place only."""
        return Path(f"/proc/{os.getpid()}/fd/{self._connection.spool}")

    def find(self, plugin: str, dirs: Sequence[str]) -> str | None:
        """The path of a plugin in the place (see Executor)."""
        path: str | None = self._ask({"op": "find", "plugin": plugin, "dirs": list(dirs)})["path"]
        return path

    def start(self, execution: Execution) -> Running:
        """Execute a plugin; argv is its path."""
        return self.execute(execution.path, (execution.path,), execution.stdin, execution.env)

    def execute(self, path: str, argv: Sequence[str], stdin: bytes, env: Sequence[str]) -> Running:
        """Execute any program of the place."""
        theirs, ours = _pipes()
        request = {"op": "start", "path": path, "argv": list(argv), "env": list(env)}
        try:
            answer = self._connection.ask(request, descriptors=theirs).header
        except BaseException:
            _close(ours)
            raise
        finally:
            _close(theirs)
        if "errno" in answer:
            _close(ours)
            return NeverRan(answer["errno"])
        streams = Streams(stdin, ours, told_status, self.bell)
        self._streams = [known for known in self._streams if known.open] + [streams]
        return HelperRunning(self._connection, answer["id"], streams)

    def read(self, path: str) -> bytes | None:
        """A file of the place, or None where there is none. Raises OSError."""
        frame = self._connection.ask({"op": "read", "path": path})
        return None if "missing" in _checked(frame.header) else frame.payload

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the place (see Executor). Raises OSError."""
        self._ask({"op": "write", "path": path}, content)

    def remove(self, path: str) -> None:
        """Remove a file of the place, if it is there. Raises OSError."""
        self._ask({"op": "remove", "path": path})

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a folder of the place, sorted. Raises OSError."""
        return tuple(self._ask({"op": "listdir", "path": path})["names"])

    def has_netns(self, path: str) -> bool:
        """Whether a network namespace can be entered at the path."""
        return bool(self._ask({"op": "has_netns", "path": path})["netns"])

    def call(self, module: str, function: str, argument: Any) -> Any:
        """Call a function of a module of traces.kernel in the sandbox: JSON goes in and comes out. Raises OSError."""
        request = {"op": "call", "module": module, "function": function, "import_from": [home_of("pyroute2")]}
        frame = self._connection.ask(request, json.dumps(argument).encode())
        if "errno" in frame.header:
            raise OSError(frame.header["errno"], os.strerror(frame.header["errno"]), frame.header["path"])
        return json.loads(frame.payload)

    def close(self) -> None:
        """End the helper and everything that it started."""
        self._connection.close()
        for streams in self._streams:
            streams.close()
        self._streams = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _ask(self, header: Mapping[str, Any], payload: bytes = b"") -> Mapping[str, Any]:
        return _checked(self._connection.ask(header, payload).header)


def _checked(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    if "errno" in answer:
        raise OSError(answer["errno"], os.strerror(answer["errno"]), answer["path"])
    return answer


def _pipes() -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """Pipes for stdin, stdout, stderr and the ending: the helper's ends, and ours."""
    stdin, stdout, stderr, ending = (os.pipe() for _ in range(4))
    return (stdin[0], stdout[1], stderr[1], ending[1]), (stdin[1], stdout[0], stderr[0], ending[0])


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def import_folders() -> tuple[str, ...]:
    """The folders from which a process in a place imports this package and pyroute2."""
    return tuple(dict.fromkeys((str(SOURCE), home_of("pyroute2"))))


def home_of(package: str) -> str:
    """The folder from which a package is imported."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise PlaceError(f"the Python package {package} is missing")
    return str(Path(spec.origin).parents[1])
