"""A mark that a user has put on a step of a trace, with a note. It is kept in the trace."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One mark. The step is named by what it is about, not by its number: that is the same however a trace grows."""

    call: str | None = None
    """The id of the call whose request or reply it is on; None for a link that has no call."""
    link: int | None = None
    """The link, where there is no call."""
    reply: bool = False
    """Whether it is on the call's reply."""
    note: str = ""
    """What the user wrote; may be empty."""
