"""What installing or uninstalling came to, plugin by plugin."""

from dataclasses import dataclass

from traces.shim.look import State
from traces.shim.node import Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was done at one plugin's place."""

    spot: Spot
    before: State
    after: State
    did: str
    """In a word: wrapped, renewed, kept, restored, cleaned up, nothing."""
    trouble: str = ""
    """Why it is not as asked for; empty, if it is."""
