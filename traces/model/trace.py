"""A trace: one verb over one network for one attachment, and where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from traces.model.call import Call
from traces.model.mark import Mark
from traces.model.network import Attachment, Network
from traces.model.snapshot import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The error that a verb ended with."""

    text: str
    """libcni's own words."""
    code: int | None = None
    """The CNI error code, where the error is one."""
    link: int | None = None
    """The link that it is about, where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """What a trace was made from, by an edit and a rerun."""

    trace: str
    """The id of the parent trace."""
    link: int
    """The link from which it was rerun."""
    edits: tuple[Mapping[str, Any], ...] = ()
    """What was changed in that link's stdin: the operations of a JSON Patch (RFC 6902)."""
    environment: Mapping[str, str | None] = field(default_factory=dict)
    """What was changed in that link's environment: by name the new value, None where it was taken out."""
    how: str = "first"
    """The way: first, materialise or in-place."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Names and addresses of the record and what they are in this trace, where they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One verb over one network for one attachment: its calls as a tree, and what came of it."""

    id: str
    series: str
    verb: str
    network: Network
    attachment: Attachment
    place: str = "sandbox"
    """Where it ran: sandbox, netns (the real host) or node (by its runtime)."""
    created: str = ""
    """RFC 3339, UTC."""
    branch_of: Branch | None = None
    calls: tuple[Call, ...] = ()
    """In the order of their start; the tree is in Call.parent."""
    result: bytes | None = None
    failure: Failure | None = None
    cache_before: bytes | None = None
    cache_after: bytes | None = None
    snapshots: tuple[Moment, ...] = ()
    """What the kernel had: before the first link, after each, and at the end."""
    policy: str = "libcni"
    simulated: tuple[str, ...] = ()
    redacted: bool = False
    notes: tuple[str, ...] = ()
    """What differs from how a runtime would have run it, in words for the user."""
    marks: tuple[Mark, ...] = ()
    """What a user has marked, in the order of the steps."""
    finished: bool = True
    """False while it is still being run."""

    @property
    def error(self) -> str | None:
        """libcni's text of the error, or None."""
        return self.failure.text if self.failure else None

    @property
    def error_code(self) -> int | None:
        """The CNI error code, or None."""
        return self.failure.code if self.failure else None

    @property
    def failed_plugin(self) -> str | None:
        """The plugin of the link that the error is about; without a link, of the first call that failed."""
        if self.failure and self.failure.link is not None:
            return self.network.links[self.failure.link].type
        return next((call.plugin for call in self.calls if call.failed), None) if self.failure else None

    def call(self, call_id: str) -> Call:
        """The call of that id. Raises KeyError."""
        for call in self.calls:
            if call.id == call_id:
                return call
        raise KeyError(call_id)
