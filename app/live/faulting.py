"""What the screen asks before a fault is tried: the kinds, and what each does."""

from collections.abc import Mapping

from app.screens.choice import Choice
from traces.model.fault import Fault, FaultKind
from traces.model.trace import Trace
from traces.simulate.faults import kind_words, plain_fault, sentence
from traces.timeline.measure import one_line

FAULT_KEYS: Mapping[str, FaultKind] = {
    "e": FaultKind.ERROR,
    "x": FaultKind.EXIT,
    "s": FaultKind.SIGNAL,
    "p": FaultKind.PANIC,
    "h": FaultKind.HANG,
    "w": FaultKind.SLOW,
    "0": FaultKind.EMPTY,
    "n": FaultKind.NOISE,
    "2": FaultKind.TWO_DOCUMENTS,
    "m": FaultKind.MISSING,
    "o": FaultKind.NO_EXEC,
}
"""The key of each kind in the dialog, whose own keys are j, k and q."""


def fault_question(trace: Trace, link: int) -> tuple[str, str]:
    """The dialog's title and what it says: which call is to fail, and where that happens."""
    plugin = one_line(trace.network.links[link].type)
    title = f"Try a fault on link {link}, {plugin}"
    return title, f"{one_line(trace.verb)} is rerun from it, and its plugin fails in the way that you choose."


def fault_choices() -> tuple[Choice, ...]:
    """The kinds of fault."""
    return tuple(Choice(key=key, label=f"{kind}: {kind_words(kind)}") for key, kind in FAULT_KEYS.items())


def chosen_fault(trace: Trace, link: int, key: str) -> Fault:
    """The fault that a key of the dialog stands for."""
    return plain_fault(FAULT_KEYS[key], trace.network.links[link].type, trace.verb, link)


def fault_words(fault: Fault) -> str:
    """The fault as a sentence that is safe to show: «link 1, portmap, ADD: answers error 11»."""
    return one_line(sentence(fault))
