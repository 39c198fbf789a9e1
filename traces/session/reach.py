"""Says of a DEL that failed which links were reached, and which were not."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from traces.model.network import Link
from traces.model.trace import Trace
from traces.timeline.printable import printable


def with_reach(trace: Trace, reached: Sequence[int], first: int | None = None) -> Trace:
    """The trace of a DEL that failed, with a note of both kinds, each in the order in which DEL goes.

    ``reached`` counts a link whose plugin was not found; of a run that was stopped the calls alone tell. ``first`` is
    the link from which a rerun starts: those above it are no part of it.
    """
    if trace.verb != "DEL" or trace.failure is None:
        return trace
    known = {*reached, *(call.link for call in trace.calls if call.link is not None)}
    links = trace.network.links if first is None else trace.network.links[: first + 1]
    parts = {
        "reached": [link for link in reversed(links) if link.index in known],
        "never reached": [link for link in reversed(links) if link.index not in known],
    }
    notes = [f"{kind}: {_listed(found)}" for kind, found in parts.items() if found]
    return replace(trace, notes=(*trace.notes, *notes))


def _listed(links: Iterable[Link]) -> str:
    return "; ".join(f"link {link.index}, {printable(link.type)}" for link in links)
