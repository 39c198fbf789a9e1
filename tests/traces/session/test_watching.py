import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS
from tests.support.needs import needs_compiler
from tests.support.runtime import Job
from tests.support.watched_node import WatchedNode, ended, once_watched
from traces.errors import InputError
from traces.model.events import ChainChanged, NodeEvent
from traces.session.watching import watch

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path) -> WatchedNode:
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS, two=ANSWERS)
    return made


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


def pods(events: list[NodeEvent]) -> list[str]:
    return [trace.attachment.container_id for trace in ended(events)]


def until(events: Iterator[NodeEvent], pod: str) -> list[NodeEvent]:
    """The events up to the end of that pod's trace."""
    seen: list[NodeEvent] = []
    for event in events:
        seen.append(event)
        if pods([event]) == [f"c-{pod}"]:
            return seen
    raise AssertionError(f"the watch ended before {pod}")


def test_what_was_and_what_comes_is_told(rig: WatchedNode, stop: threading.Event) -> None:
    conf = rig.network("one", "two")
    rig.runtime.run(Job(conf=conf, pod="before"))
    events = watch(rig.traces(), str(rig.cache), stop)
    assert pods(until(events, "before")) == ["c-before"]
    rig.runtime.run(*(Job(conf=conf, pod=f"p{number}") for number in range(4)), at_once=4)
    rig.runtime.run(Job(conf=conf, pod="last"))
    assert sorted(pods(until(events, "last"))) == ["c-last", "c-p0", "c-p1", "c-p2", "c-p3"]
    stop.set()
    assert list(events) == []


def test_without_the_past_only_what_comes_is_told(rig: WatchedNode, stop: threading.Event) -> None:
    conf = rig.network("one", "two")
    rig.runtime.run(Job(conf=conf, pod="before"))
    fresh = watch(rig.traces(), str(rig.cache), stop, past=False)
    with once_watched(rig, Job(conf=conf, pod="new")):
        assert pods(until(fresh, "new")) == ["c-new"]


def test_a_spool_that_comes_later_is_followed(rig: WatchedNode, stop: threading.Event) -> None:
    rig.spool.rmdir()
    events = watch(rig.traces(), str(rig.cache), stop)

    def install() -> None:
        rig.spool.mkdir(mode=0o700)
        rig.runtime.run(Job(conf=rig.network("one"), pod="first"))

    threading.Timer(0.2, install).start()
    assert pods(until(events, "first")) == ["c-first"]


def test_a_chain_that_changes_under_its_pods_is_told(rig: WatchedNode, stop: threading.Event) -> None:
    conf = rig.network("one", "two")
    events = watch(rig.traces(), str(rig.cache), stop)
    rig.runtime.run(Job(conf=conf, pod="web-0"))
    until(events, "web-0")
    rig.network("two")
    change = next(event for event in events if isinstance(event, ChainChanged))
    assert (change.source, change.pods) == (conf, ("pod shop/web-0",))


def test_a_spool_of_others_ends_the_watch(rig: WatchedNode, stop: threading.Event) -> None:
    rig.spool.chmod(0o777)
    with pytest.raises(InputError, match="may be written in by others"):
        next(watch(rig.traces(), str(rig.cache), stop))
