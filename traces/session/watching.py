"""Follows a node: what its runtime runs, while it runs it, and what changes under its pods."""

import threading
from collections.abc import Iterator
from pathlib import Path

from traces.model.events import NodeEvent, Seen
from traces.session.chain_watch import ChainWatch
from traces.session.node import NodeTraces
from traces.session.wake import Wake

_BUSY = 0.25
"""Seconds between two looks while something is under way: what a plugin that runs has written tells nobody."""
_IDLE = 0.5
"""Seconds between two looks otherwise: a folder that is not there yet tells nobody, nor does one without inotify."""
_GATHER = 0.04
"""Seconds in which what happens at the same time is gathered, so that a burst is not read call by call."""


def watch(
    node: NodeTraces, cache_dir: str, stop: threading.Event, *, past: bool = True, wake: Wake | None = None
) -> Iterator[NodeEvent]:
    """What happens on the node until ``stop`` is set; first, with ``past``, what the spool has already.

    The spool may come later, vanish, and come again. Raises InputError where it may not be believed, or read.
    """
    chains = ChainWatch(node.conflists, cache_dir)
    told_of_old = past
    with wake or Wake(node.spool, Path(node.conflists.conf_dir)) as sleeper:
        while not stop.is_set():
            for event in node.poll():
                if told_of_old or not (isinstance(event, Seen) and event.trace.finished):
                    yield event
            told_of_old = True
            yield from chains.look()
            sleeper.sleep(_BUSY if node.is_busy or chains.is_waiting else _IDLE)
            stop.wait(_GATHER)
