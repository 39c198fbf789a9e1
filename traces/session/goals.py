"""Where a stepped run is held next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """What is held by itself, breakpoints aside."""

    RUN = "run"
    """Nothing."""
    LINKS = "links"
    """Every link's call, before it starts."""
    CALLS = "calls"
    """Every call, before it starts: those that plugins make too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a call is in the tree of calls of a trace."""

    trace: str
    """The trace's id."""
    call: str
    above: tuple[str, ...] = ()
    """The calls that it is made by, its caller first."""

    @property
    def caller(self) -> str | None:
        """The call that makes it; None for a link's."""
        return self.above[0] if self.above else None


class Reach(StrEnum):
    """Which calls a goal asks for."""

    ANY = "any"
    LINK = "link"
    OUTSIDE = "outside"
    """Those that are not inside a call."""
    LATER = "later"
    """Those of a later verb."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """The next call to be held."""

    reach: Reach
    trace: str = ""
    call: str = ""
    """With OUTSIDE: the call that is not looked into."""

    def is_met(self, spot: Spot) -> bool:
        """Whether the call at that spot, which is about to start, is the one."""
        if self.reach is Reach.ANY:
            return True
        if self.reach is Reach.LINK:
            return not spot.above
        if spot.trace != self.trace:
            return True
        return self.reach is Reach.OUTSIDE and self.call not in (spot.call, *spot.above)


def over(spot: Spot) -> Goal:
    """The next call that is not inside that one."""
    return Goal(reach=Reach.OUTSIDE, trace=spot.trace, call=spot.call)


def out(spot: Spot) -> Goal:
    """The next call outside of the caller; of a link's call the caller is the verb."""
    if spot.caller is None:
        return Goal(reach=Reach.LATER, trace=spot.trace)
    return Goal(reach=Reach.OUTSIDE, trace=spot.trace, call=spot.caller)


def holds(mode: Mode, above: Sequence[str]) -> bool:
    """Whether a mode holds a call that is about to start, with those calls above it."""
    return mode is Mode.CALLS or (mode is Mode.LINKS and not above)
