"""This very process as a place: where no mount namespace can be had, plugins are executed as subprocess does it."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from traces.runner.chores import find, listdir, read, remove, write
from traces.runner.executor import Completed, Execution, Running
from traces.runner.place import NeverRan
from traces.runner.streams import Streams


class Entries(Mapping[str, str]):
    """Environment entries that keep their order and their repeated names on the way through subprocess."""

    def __init__(self, entries: Sequence[str]) -> None:
        """Entries are NAME=VALUE."""
        self._pairs = [(name, value) for name, _, value in (entry.partition("=") for entry in entries)]

    def __getitem__(self, name: str) -> str:
        return dict(reversed(self._pairs))[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def items(self) -> Sequence[tuple[str, str]]:  # type: ignore[override]
        """Every entry, in order."""
        return self._pairs


class LocalRunning:
    """A child of this process (traces.runner.executor.Running)."""

    def __init__(self, process: int, streams: Streams) -> None:
        """The streams reap it."""
        self._process, self._streams = process, streams
        self._completed: Completed | None = None

    def wait(self, seconds: float) -> Completed | None:
        """How it ended, or None if it still runs."""
        if self._completed is None:
            self._completed = self._streams.wait(seconds)
        return self._completed

    def kill(self) -> None:
        """Kill it; wait() then doesn't wait for others who hold its output."""
        self._streams.hurry = True
        if self._streams.ending_open:
            os.kill(self._process, signal.SIGKILL)


class LocalExecutor:
    """Executes in the caller's own namespaces; the recorders, if any, stand first on CNI_PATH."""

    def __init__(self, *, spool: Path | None = None) -> None:
        """The spool is a real folder, mode 0700."""
        self._spool = spool
        self.bell: int | None = None
        """Ends the waiting early (see Executor)."""

    @property
    def spool(self) -> Path | None:
        """Where the recorders write."""
        return self._spool

    def find(self, plugin: str, dirs: Sequence[str]) -> str | None:
        """The path of a plugin (see Executor)."""
        path: str | None = find({"plugin": plugin, "dirs": dirs}, b"")[0]["path"]
        return path

    def start(self, execution: Execution) -> Running:
        """Execute a plugin."""
        try:
            process = subprocess.Popen(
                [execution.path],
                env=Entries(execution.env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            return NeverRan(error.errno or 0)
        return LocalRunning(process.pid, _take_streams(process, execution.stdin, self.bell))

    def read(self, path: str) -> bytes | None:
        """A file, or None where there is none. Raises OSError."""
        header, content = read({"path": path}, b"")
        return None if "missing" in header else content

    def write(self, path: str, content: bytes) -> None:
        """Write a file (see Executor). Raises OSError."""
        write({"path": path}, content)

    def remove(self, path: str) -> None:
        """Remove a file, if it is there. Raises OSError."""
        remove({"path": path}, b"")

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted. Raises OSError."""
        return tuple(listdir({"path": path}, b"")[0]["names"])


def _take_streams(process: "subprocess.Popen[bytes]", stdin: bytes, bell: int | None) -> Streams:
    """The process's pipes and its end, out of the hands of subprocess."""
    assert process.stdin and process.stdout and process.stderr
    pipes = [os.dup(pipe.fileno()) for pipe in (process.stdin, process.stdout, process.stderr)]
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()

    def reap(descriptor: int) -> int:
        code = process.wait()
        return -code if code < 0 else code << 8

    return Streams(stdin, (pipes[0], pipes[1], pipes[2], os.pidfd_open(process.pid)), reap, bell)
