"""The one seam between a chain and the machine: find a plugin, execute it, reach the result cache.

libcni has the same seam (pkg/invoke/exec.go, `Exec`). The sandbox, the host and the fakes of the tests stand behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """What to execute: the whole of it, nothing is added."""

    path: str
    stdin: bytes
    env: tuple[str, ...]
    """The whole environment, as NAME=VALUE; argv is the path alone, as libcni gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """How an execution ended."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int | None = None
    signal: int | None = None
    start_error: str | None = None
    """Why it never started, in the kernel's words as Go prints them («permission denied»)."""


class Running(Protocol):
    """An execution under way."""

    def wait(self, seconds: float) -> Completed | None:
        """How it ended, or None if it still runs after so many seconds."""
        ...

    def kill(self) -> None:
        """Kill the process, as a runtime does at its deadline; wait() then says so."""
        ...


class Executor(Protocol):
    """A place to run plugins in."""

    bell: int | None
    """A descriptor: where it is readable, Running.wait() of what is started from then on returns early."""

    @property
    def spool(self) -> Path | None:
        """The directory in which the recorders of this place write, readable from here."""
        ...

    def find(self, plugin: str, dirs: Sequence[str]) -> str | None:
        """The path of the plugin as seen in the place: the first directory that has a regular file of that name.

        Links are followed and the execute bit is not looked at (libcni pkg/invoke/find.go).
        """
        ...

    def start(self, execution: Execution) -> Running:
        """Execute a plugin."""
        ...

    def read(self, path: str) -> bytes | None:
        """The content of a file of the place, or None where there is none."""
        ...

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the place, mode 0600, in folders of mode 0700 (libcni, cacheAdd)."""
        ...

    def remove(self, path: str) -> None:
        """Remove a file of the place, if it is there."""
        ...

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a folder of the place, sorted; none where it is missing."""
        ...
