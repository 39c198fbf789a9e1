"""A kind of fault, as far as a text alone tells it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The likely cause in one sentence and what to do next, with the fields of the text in braces."""

    cause: str
    next_step: str = ""
    """A command; fields in it that a shell could take for something else are left as capital letters."""
    advice: str = ""


def fault(cause: str, next_step: str = "", advice: str = "") -> Fault:
    """A fault in short."""
    return Fault(cause=cause, next_step=next_step, advice=advice)
