"""What a chain is to do, and what came of it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum

from traces.model.network import Attachment, Link, Network
from traces.model.trace import Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One verb over one network for one attachment."""

    verb: str
    """ADD, DEL, CHECK, GC, STATUS or VALIDATE."""
    network: Network
    attachment: Attachment
    plugin_dirs: tuple[str, ...]
    cache_dir: str
    """libcni's, as /var/lib/cni: the results are in its folder «results»."""
    base_env: tuple[str, ...] = ()
    """The environment of the runtime, which libcni hands on whole."""
    keeps_cache: bool = True
    """Whether the cache is written, as libcni writes it; it is read in any case."""
    policy: str = "libcni"
    """DEL at a failure: «libcni» stops, «continue» goes on."""
    valid_attachments: tuple[tuple[str, str], ...] = ()
    """GC: container ID and interface name of the attachments still in use."""
    first: int | None = None
    """The link to start from: upwards, for DEL downwards; those before it are not called."""
    prev_result: bytes | None = None
    """With `first`: what that link gets as prevResult; on DEL and CHECK all that follow get it too."""
    rewrite: Callable[[int, bytes], bytes] | None = None
    """The user's edits of a link's stdin, laid over it just before it is executed."""
    rewrite_env: Callable[[int, tuple[str, ...]], tuple[str, ...]] | None = None
    """The user's edits of a link's environment."""
    around: Callable[[str, Link], AbstractContextManager[None]] = lambda verb, link: nullcontext()
    """Entered before a link's plugin is looked for, left when it has ended; told what the link is asked."""
    stands_still: Callable[[], bool] = lambda: False
    """Whether the user holds a plugin that was started: that time counts for no deadline."""
    timeout: float | None = None
    """Seconds that the plugins have for the whole verb: the deadline of the context that a runtime hands to libcni."""


class Fate(StrEnum):
    """What the deadline meets."""

    KILLED = "killed"
    """The plugin ran, and was killed."""
    NOT_STARTED = "not-started"
    """The plugin is not started any more."""
    HELD = "held"
    """The plugin had ended, but a process that it left still held its output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdue:
    """A link that the deadline met."""

    link: int
    fate: Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """An execution that ended by SIGKILL, as the runtime saw it."""

    link: int | None
    """None: whichever was at work."""
    at: int
    """Nanoseconds since the epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainOutcome:
    """How a verb ended."""

    result: bytes | None = None
    """ADD: the result as libcni's caller marshals it; VALIDATE: the capabilities of the network, sorted."""
    failure: Failure | None = None
    cache_before: bytes | None = None
    """The attachment's cache file before the verb; None where there was none."""
    cache_after: bytes | None = None
    reached: tuple[int, ...] = ()
    """The links that the chain came to, in that order, the one whose plugin was not found included."""
    overdue: tuple[Overdue, ...] = ()
    killed: tuple[Killed, ...] = ()
