"""A finding: something that is wrong with a chain, how one knows, and what to do next."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is."""

    ERROR = "error"
    """Pods fail, or will, or something leaks."""
    WARNING = "warning"
    """It works, and will not for long, or not as its author believes."""
    NOTE = "note"
    """Worth knowing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One thing that was seen, quoted."""

    where: str
    """Where it was seen, in words: «stdout of portmap, ADD», «/etc/cni/net.d/10-a.conf:1:2», «bridge cni0 (kernel)»."""
    quote: str
    """What was seen there, as it stands; recorded text, to be scrubbed on its way to a screen."""
    call: str | None = None
    """The id of the call in the trace, where it was seen in one."""
    side: str = ""
    """With a call: stdin, stdout, stderr, env or exit."""
    start: int | None = None
    end: int | None = None
    """With a side: the bytes of it that are quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one rule found."""

    kind: str
    """The rule's id and the fault's name: «binary/missing»."""
    severity: Severity
    cause: str
    """The likely cause in one sentence."""
    evidence: tuple[Evidence, ...]
    """At least one."""
    next_step: str = ""
    """A command that fixes it or shows more; empty where there is none."""
    advice: str = ""
    """What to do, in words, where a command alone does not say it."""
    specification: str = ""
    """A link to the part of the CNI specification, or to the source, that the rule rests on."""
    is_proven: bool = True
    """Whether the evidence leaves no other cause."""
    call: str | None = None
    """The call of the trace that it is about."""
    link: int | None = None
    """The link that it is about: the culprit, which the error need not name."""
    verb: str = ""
