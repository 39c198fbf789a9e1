"""One call as the recorder wrote it down."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How far a record is."""

    RUNNING = "running"
    """The plugin runs."""
    DRAINING = "draining"
    """The plugin has ended; it is held at the gate, or processes that it left hold its stdout, stderr or stdin."""
    COMPLETE = "complete"
    CUT = "cut"
    """The recording broke; the plugin went on unrecorded."""
    LOST = "lost"
    """The recorder was killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ancestor:
    """A process above the recorder."""

    pid: int
    name: str
    """Its comm; empty where it could not be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """A signal that the recorder got and passed on to the plugin."""

    number: int
    sender: int
    """The pid it came from; 0 for the kernel or another pid namespace."""
    at: int
    """Nanoseconds since the epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One call as it was recorded. Times are in nanoseconds since the epoch."""

    name: str
    """The file's name without its suffix: the record's identity."""
    state: State
    real: str
    """The path that was executed."""
    started: int
    last_seen: int
    """The time of the last thing in the record."""
    released: int | None = None
    """When it was let go that had waited at the gate; None before, and for a call that did not wait."""
    ended: int | None = None
    """When the plugin's end was seen."""
    boot_id: str = ""
    pid: int = 0
    """The recorder's own pid."""
    child: int | None = None
    """The plugin's pid."""
    pidns: int = 0
    """The inode of the pid namespace in which the pids count; 0 where it is not known."""
    uid: int = 0
    cwd: str = ""
    ancestors: tuple[Ancestor, ...] = ()
    """The parent first, at most six."""
    argv: tuple[bytes, ...] = ()
    environment: tuple[bytes, ...] = ()
    stdin: bytes = b""
    stdout: bytes = b""
    """With merged, stdout and stderr in the order in which they were written."""
    stderr: bytes = b""
    merged: bool = False
    """Whether the caller gave one file as stdout and stderr."""
    stdin_whole: bool = False
    """Whether the caller has closed stdin."""
    totals: tuple[int, int, int] | None = None
    """Bytes of stdin, stdout and stderr that passed, recorded or not; None before the end."""
    truncated: tuple[str, ...] = ()
    """What was recorded in part only: stdin, stdout, stderr, argv, environment, sent_stdin, sent_environment."""
    exit_code: int | None = None
    """The code that the caller saw: of the plugin, or the recorder's 126 or 127 where it could not be executed."""
    signal: int | None = None
    start_errno: int | None = None
    """Why the plugin could not be executed."""
    signals: tuple[Signal, ...] = ()
    touched: tuple[str, ...] = ()
    """What was changed at the gate: stdin, env, or answer, where the plugin was not executed (model.call.Call)."""
    sent_stdin: bytes | None = None
    """With stdin touched: what the caller had sent; `stdin` is what the plugin was given."""
    sent_environment: tuple[bytes, ...] | None = None
    """With env touched: what the caller had passed."""

    @property
    def is_live(self) -> bool:
        """Whether more may be written to it."""
        return self.state in (State.RUNNING, State.DRAINING)
