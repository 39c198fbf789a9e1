"""A call that a stepped run stands still at, and what its user has decided of it."""

from dataclasses import dataclass

from traces.model.answer import Answer
from traces.timeline.query import Query

STEP = "step"
"""Why a call is held that was stepped to."""
INTERCEPT = "intercept"
"""Why a call is held that no breakpoint asks for, while calls are intercepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCall:
    """A call that waits, before its plugin starts or after that has ended."""

    call: str
    """Its id in the trace under way."""
    trace: str
    """The id of that trace."""
    plugin: str
    verb: str
    link: int | None
    parent: str | None
    """The id of the call that made it."""
    is_ended: bool
    why: str
    """«step», «intercept», or the breakpoint's text."""
    since: int
    """Nanoseconds since the epoch."""
    stdin: bytes
    """What the plugin is given, or was: with the edit that waits, if there is one."""
    environment: tuple[bytes, ...]
    previous: bytes | None
    """The prevResult that its caller has sent with it: what skipping it passes on. None: an empty result."""
    edited: tuple[str, ...] = ()
    """What waits to be given instead of what was sent: stdin, env."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What becomes of a held call."""

    held: HeldCall
    stdin: bytes | None = None
    """To be given instead of what its caller has sent."""
    environment: tuple[bytes, ...] | None = None
    answer: Answer | None = None
    """Given in the plugin's place."""
    is_skip: bool = False
    """Whether the answer is what the chain would have had without the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intercept:
    """Holds calls in whatever is run, for as long as it is on."""

    is_on: bool = False
    query: Query | None = None
    """Which; None: every link's call, before it starts."""
