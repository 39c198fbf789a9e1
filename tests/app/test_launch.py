"""The screen on a node with real recorders: what its runtime runs comes on it while it runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.debugger_app import DebuggerApp
from app.launch import watching_backend
from tests.support.chains import ANSWERS, FAILS
from tests.support.needs import needs_compiler, needs_namespaces
from tests.support.runtime import Job
from tests.support.screens import WIDE, screen_lines, screen_of, until
from tests.support.watched_node import WatchedNode, delegates_to
from traces.session.session import Session
from traces.timeline.playback import Motion
from traces.timeline.trace_filter import TraceFilter

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path) -> WatchedNode:
    made = WatchedNode(tmp_path).set_up()
    hangs = f"cat >/dev/null; while [ ! -e {tmp_path}/go ]; do sleep 0.05; done; {FAILS.splitlines()[1]}; exit 1"
    made.plugins(one=ANSWERS, caller=delegates_to("one"), hangs=hangs)
    return made


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(sandbox=True, state_dir=tmp_path / "state") as made:
        yield made


def app_on(rig: WatchedNode, session: Session, wanted: TraceFilter | None = None) -> DebuggerApp:
    backend = watching_backend(session, rig.traces(), str(rig.cache), wanted or TraceFilter())
    return DebuggerApp(backend, motion=Motion.NONE)


def text(pilot: Pilot[None]) -> str:
    return "\n".join(screen_lines(pilot))


async def test_a_hanging_plugin_is_seen_before_it_ends(rig: WatchedNode, session: Session) -> None:
    async with app_on(rig, session).run_test(size=WIDE) as pilot:
        await until(pilot, lambda: "nothing recorded yet" in text(pilot))
        started = rig.runtime.start([Job(conf=rig.network("caller", "hangs"), pod="web-0")])
        await until(pilot, lambda: screen_of(pilot).count == 5)
        assert "LIVE node" in text(pilot) and "pod shop/web-0" in text(pilot) and "running" in text(pilot)
        (rig.folder / "go").touch()
        await until(pilot, lambda: "FAIL@hangs" in text(pilot))
        started.seen()


async def test_what_was_recorded_before_is_there_and_filtered(rig: WatchedNode, session: Session) -> None:
    conf = rig.network("caller")
    rig.runtime.run(*(Job(conf=conf, pod=pod) for pod in ("web-0", "web-1", "db-0")))
    async with app_on(rig, session, TraceFilter(pod="web-*")).run_test(size=WIDE) as pilot:
        await until(pilot, lambda: "TRACES 2 of 3" in text(pilot))
        await until(pilot, lambda: "pod shop/web-1" in screen_lines(pilot)[0])


@needs_namespaces
async def test_a_trace_of_the_node_is_rerun_and_kept_beside_its_branch(rig: WatchedNode, session: Session) -> None:
    rig.runtime.run(Job(conf=rig.network("one", "caller"), pod="web-0"))
    async with app_on(rig, session).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.trace is not None and screen.trace.finished)
        parent = screen.trace
        assert parent is not None and not session.library.holds(parent.id)
        await pilot.press("G", "r", "f")
        await until(pilot, lambda: screen.made_here and not screen.is_run_under_way)
        assert screen.trace is not None and screen.trace.branch_of is not None
        assert screen.trace.branch_of.trace == parent.id
        assert session.library.open(parent.id) == parent
        await until(pilot, lambda: "TRACES 2" in text(pilot))
