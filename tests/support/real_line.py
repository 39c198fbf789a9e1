"""A line of a public thread, and what it has to be explained as."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RealLine:
    """A line that somebody saw, and what it has to be explained as."""

    address: str
    text: str
    kind: str
    verb: str
    plugin: str = ""
    network: str = ""
    pod: str = ""
    namespace: str = ""
    count: int = 1
    runtime: str = ""
