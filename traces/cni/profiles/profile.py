"""What a runtime profile is: a few rules, each with why it is so and where the runtime's source says it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from traces.model.network import Attachment, Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A rule of a profile that decided something."""

    profile: str
    subject: str
    """What it is about: «the file», «DEL's configuration»."""
    decided: str
    why: str
    source: str
    """The file of the runtime's source, and the function."""

    def line(self) -> str:
        """The decision in one line."""
        return f"{self.profile}: {self.subject} is {self.decided}: {self.why} ({self.source})"

    def document(self) -> dict[str, str]:
        """The decision as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The network that a profile chose, and how it came to it."""

    network: Network
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One network to run a verb over, for one attachment."""

    network: Network
    attachment: Attachment
    decisions: tuple[Decision, ...] = ()
    """What made it so, where that could only be known at the verb."""


Chooser = Callable[[str, str | None, Sequence[str]], Choice]
"""From a configuration folder, the name of a network where one is named, and the plugin folders.

Raises ConfigError, in the runtime's own words wherever it has some.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgsRule:
    """The CNI_ARGS that a runtime sends."""

    own: tuple[str, ...] = ()
    """The names that it always sends, in its order; IgnoreUnknown and the container's ID are known, the rest is the
    pod's."""
    others: bool = True
    """Whether it passes further ones."""
    why: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityRule:
    """The capability arguments that a runtime passes on."""

    passed: frozenset[str] | None = None
    """Their names; None: whatever it is given."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Why some are not among them."""
    why: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRule:
    """The verbs that a runtime runs with what libcni's cache kept at ADD."""

    verbs: frozenset[str] = frozenset()
    """With the cached configuration, args and capabilities; the other verbs with today's."""
    whole_container: bool = False
    """DEL goes over every attachment of the container that the cache has, whatever today's network is."""
    bare_config: bool = False
    """A cached configuration of a single plugin is read too."""
    why: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopbackRule:
    """How a pod gets its loopback interface."""

    network: Network | None = None
    """The network of the runtime's own, attached on `lo`; None where no plugin is called for it."""
    why: str
    source: str


def never_forgiven(error: str, netns: str) -> str:
    """The rule of those runtimes that take every failure of a DEL for one."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalRule:
    """What a runtime makes of a DEL that failed."""

    forgives: Callable[[str, str], str] = never_forgiven
    """From the text of the error and the netns: why the DEL is taken for done, or nothing."""
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How one runtime uses libcni."""

    name: str
    choose: Chooser
    args: ArgsRule
    capabilities: CapabilityRule
    cache: CacheRule
    loopback: LoopbackRule
    removal: RemovalRule
    unsent: Mapping[str, str] = field(default_factory=dict)
    """The verbs that it never sends, each with where that is to be seen."""

    def decided(self, subject: str, decided: str, why: str, source: str) -> Decision:
        """A decision of this profile."""
        return Decision(profile=self.name, subject=subject, decided=decided, why=why, source=source)
