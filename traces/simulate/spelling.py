"""Whether a plugin's name is a slip of the pen: no plugin has it, but one has a name that is nearly the same."""

from collections.abc import Iterable
from difflib import get_close_matches

_NEAR = 0.8
"""Of what SequenceMatcher calls the ratio: «bandwdith» to «bandwidth» is 0.89, «macvlan» to «ipvlan» 0.77."""
_SHORTEST = 4
"""Letters: what is shorter is near to too much, as «ptp» to «sbr» of another vendor."""


def meant(name: str, known: Iterable[str]) -> str | None:
    """The one of the known names that is nearly the name, or None; also where the name is known itself."""
    names = tuple(known)
    if name in names or len(name) < _SHORTEST:
        return None
    return next(iter(get_close_matches(name, names, n=1, cutoff=_NEAR)), None)
