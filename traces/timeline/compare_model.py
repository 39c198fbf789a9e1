"""What a comparison of two traces comes to: differences in the order of time, as values."""

from dataclasses import dataclass
from enum import StrEnum

from traces.timeline.json_diff import Spot


class Aspect(StrEnum):
    """What of a trace, or of one of its calls, is not the same."""

    VERB = "verb"
    NETWORK = "network"
    ATTACHMENT = "attachment"
    POLICY = "policy"
    PLACE = "place"
    SIMULATED = "simulated"
    CALL = "call"
    """It was called in one of the traces only."""
    PLUGIN = "plugin"
    PATH = "path"
    ENV = "env"
    STDIN = "stdin"
    END = "end"
    """Exit code, signal and outcome."""
    STDOUT = "stdout"
    STDERR = "stderr"
    KERNEL = "kernel"
    """What the link changed there."""
    ERROR = "error"
    RESULT = "result"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not the same. All words are as recorded: they are to be made safe where they are shown."""

    subject: str
    """«trace», or the call: «link 0 bridge > host-local»."""
    aspect: Aspect
    at: str = ""
    """The JSON Pointer, the variable, the line or the kernel's entry; empty where the aspect says all."""
    before: str | None = None
    """What the left trace has, None where it has nothing; JSON text where is_json."""
    after: str | None = None
    is_json: bool = False
    link: int | None = None
    """The link that the call works for."""
    edited: bool = False
    """Whether it is the very edit that a branch was made by."""
    touched: bool = False
    """Whether the user of a stepped run made it so by hand, in one of the traces."""
    follows: bool = False
    """Whether it is only a consequence of one before it."""
    surrounding: bool = False
    """Whether it is what the runs stood in, not what they did: the environment of another shell beside CNI's own
    variables, or what is found otherwise in a kernel that was built for a link.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two traces beside each other."""

    left: str
    """The id of the left trace."""
    right: str
    differences: tuple[Difference, ...] = ()
    """In the order of time: what was given to the chain, then call by call, then what came of it."""
    same: tuple[str, ...] = ()
    """The calls that both have and that are the same, in their order."""
    masked: frozenset[str] = frozenset()
    """Those of them in which something was taken for the same that is not equal: see Masking."""
    notes: tuple[str, ...] = ()
    """What could not be compared, or was left out, and why."""

    @property
    def equal(self) -> bool:
        """Whether there is no difference."""
        return not self.differences

    @property
    def first_cause(self) -> Difference | None:
        """The first difference that is not only a consequence: of the surroundings only where there is no other."""
        causes = [found for found in self.differences if not found.follows]
        return next((found for found in causes if not found.surrounding), causes[0] if causes else None)


def at_spot(subject: str, aspect: Aspect, spot: Spot, *, below: str = "", link: int | None = None) -> Difference:
    """A document's difference as one of a trace; ``below`` is put before its place."""
    return Difference(
        subject=subject,
        aspect=aspect,
        at=f"{below}{spot.at}",
        before=spot.before,
        after=spot.after,
        is_json=spot.is_json,
        link=link,
    )
