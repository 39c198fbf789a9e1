"""A call: one execution of one plugin, with everything that went in and came out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property


class Outcome(StrEnum):
    """How a call ended, in one word."""

    RUNNING = "running"
    OK = "ok"
    ERROR = "error"
    """A CNI error object on stdout and a non-zero exit."""
    FAILED = "failed"
    """A non-zero exit without an error object."""
    KILLED = "killed"
    """Died by a signal."""
    UNREADABLE = "unreadable"
    """Exit code 0, but stdout is not the result that the verb must give."""
    NOT_STARTED = "not-started"
    """The recorder could not execute the plugin."""
    LOST = "lost"
    """The recorder was killed before the plugin's end was seen."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One execution of one plugin. A link's call has a link number, a delegate's a parent instead."""

    id: str
    plugin: str
    path: str
    verb: str
    link: int | None = None
    parent: str | None = None
    argv: tuple[str, ...] = ()
    environment: tuple[bytes, ...] = ()
    """The entries as the runtime passed them, in order, repeated names included."""
    stdin: bytes = b""
    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int | None = None
    signal: int | None = None
    started: int = 0
    """Nanoseconds since the epoch."""
    ended: int | None = None
    """Nanoseconds since the epoch; None while it runs, or where the end was not seen."""
    outcome: Outcome = Outcome.RUNNING
    truncated: tuple[str, ...] = ()
    """The streams of which the recorder kept only the beginning."""
    touched: tuple[str, ...] = ()
    """What the user of a stepped run changed: stdin, env (both before the plugin ran), answer (it never ran)."""
    sent_stdin: bytes | None = None
    """With stdin touched: what the caller had sent; `stdin` is what the plugin got."""
    sent_environment: tuple[bytes, ...] | None = None
    """With env touched: what the caller had passed."""

    @cached_property
    def env(self) -> Mapping[str, str]:
        """The environment by name; of a repeated name the first entry, as getenv finds it."""
        pairs: dict[str, str] = {}
        for entry in self.environment:
            name, _, value = entry.decode(errors="surrogateescape").partition("=")
            pairs.setdefault(name, value)
        return pairs

    @property
    def failed(self) -> bool:
        """Whether the plugin did not do what it was asked."""
        return self.outcome not in (Outcome.OK, Outcome.RUNNING)

    @property
    def duration(self) -> int | None:
        """Nanoseconds from start to end, or None where the end is not known."""
        return None if self.ended is None else self.ended - self.started

    def as_asked(self) -> "Call":
        """The call as it stood before its plugin answered."""
        return replace(
            self, stdout=b"", stderr=b"", exit_code=None, signal=None, ended=None, outcome=Outcome.RUNNING, truncated=()
        )
