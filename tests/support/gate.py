"""Somebody who stands at a gate and lets calls go, beside the test that waits for what comes of it."""

import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.shim_rig import eventually
from traces.model.answer import Answer
from traces.shim.gate import GateServer, Visit

Act = Callable[[Visit], None]
GATED = "gated"
"""The parameter of the fixture make_rig with which every call comes to a gate."""
also_gated = pytest.mark.parametrize("make_rig", ["", GATED], indirect=True, ids=["alone", GATED])
"""Runs tests twice: as a node's runtime calls plugins, and with a gate that lets every call go."""


def let_go(visit: Visit) -> None:
    """Let it go on as it came."""
    visit.go()


def answering(answer: Answer) -> Act:
    """Say that in the place of each plugin."""
    return lambda visit: visit.go() if visit.is_ended else visit.answer(answer)


def changing(**changes: Any) -> Act:
    """Let each plugin have another stdin, or another environment."""
    return lambda visit: visit.go() if visit.is_ended else visit.go(**changes)


def next_visit(server: GateServer) -> Visit:
    """The visit that comes next, and alone."""
    (visit,) = next_visits(server, 1)
    return visit


def next_visits(server: GateServer, count: int) -> list[Visit]:
    """So many visits that come next, and no more."""
    found: list[Visit] = []

    def are_there() -> bool:
        found.extend(server.poll())
        return len(found) >= count

    assert eventually(are_there)
    assert len(found) == count
    return found


@contextmanager
def attended(path: Path, act: Act = let_go) -> Iterator[list[Visit]]:
    """A gate at the path, and somebody there who acts on each visit; the visits so far, in their order."""
    server, visits, over = GateServer(path), list[Visit](), threading.Event()

    def attend() -> None:
        while not over.is_set():
            select.select([server], [], [], 0.01)
            for visit in server.poll():
                visits.append(visit)
                act(visit)

    keeper = threading.Thread(target=attend)
    keeper.start()
    try:
        yield visits
    finally:
        over.set()
        keeper.join()
        server.close()
