"""What a list of traces shows of each, without opening it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One row of the list."""

    id: str
    series: str
    verb: str
    network: str
    container_id: str
    ifname: str
    place: str
    created: str
    """RFC 3339, UTC."""
    calls: int
    error: str | None = None
    failed_plugin: str | None = None
    branch_of: str | None = None
    """The parent's id, for a branch."""
    branch_link: int | None = None
    how: str | None = None
    edited: bool = False
    """Whether the branch was made with an edit."""
    pod: str = ""
    """The pod, where the runtime named one in CNI_ARGS."""
    namespace: str = ""
    """The pod's, where the runtime named one."""
    finished: bool = True
    """False while it is still being run."""
    calls_facts: str = ""
    """What a filter may ask of its calls, packed: traces.model.call_facts reads it."""
