"""Runs in a sandbox, stepped on the screen: what plugins get and answer is what the user made."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from app.debugger_app import DebuggerApp
from app.launch import backend_of
from app.screens.choice import ChoiceScreen
from app.screens.confirm import ConfirmScreen
from app.screens.edit import EditScreen
from tests.support.chains import ANSWERS, RESULT, scripts
from tests.support.needs import PLUGIN_DIR, needs_compiler, needs_namespaces, needs_plugins
from tests.support.screens import NARROW, screen_lines, screen_of, until
from traces.cni.conflist import load_file
from traces.model.call import Call
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.session.goals import Mode
from traces.session.session import Session
from traces.session.stepper import Stepper
from traces.timeline.playback import Motion

pytestmark = needs_namespaces
POD = Attachment(container_id="c0ffee", netns="/run/netns/pod", ifname="eth0")
CHAIN = {
    "cniVersion": "1.0.0",
    "name": "stepped",
    "plugins": [
        {
            "type": "bridge",
            "bridge": "cni-step",
            "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.77.0.0/24"}]]},
        },
        {"type": "tuning"},
        {"type": "portmap", "capabilities": {"portMappings": True}},
    ],
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(plugin_dirs=[PLUGIN_DIR], sandbox=True, state_dir=tmp_path / "state", snapshots="none") as made:
        yield made


@asynccontextmanager
async def stepped(session: Session, folder: Path) -> AsyncIterator[Pilot[None]]:
    """The screen on an ADD whose first link's call is held."""
    conf = folder / "stepped.conflist"
    conf.write_text(json.dumps(CHAIN))
    stepper = Stepper(mode=Mode.LINKS)
    events = session.follow("ADD", load_file(str(conf)), POD, stepper=stepper)
    backend = replace(backend_of(session, stepper=stepper), live=events)
    async with DebuggerApp(backend, motion=Motion.NONE).run_test(size=NARROW, notifications=True) as pilot:
        try:
            await held(pilot, "bridge")
            yield pilot
        finally:
            session.stop.set()
            stepper.go_on()


async def held(pilot: Pilot[None], plugin: str) -> None:
    """Wait until a plugin's call is held."""
    await until(pilot, lambda: [mark.plugin for mark in screen_of(pilot).held] == [plugin])


async def finished(pilot: Pilot[None]) -> Trace:
    """The trace, when it is over."""
    screen = screen_of(pilot)
    await until(pilot, lambda: screen.trace is not None and screen.trace.finished and not screen.is_run_under_way)
    assert screen.trace is not None
    return screen.trace


def call_of(trace: Trace, plugin: str) -> Call:
    return next(call for call in trace.calls if call.plugin == plugin)


@needs_plugins
async def test_an_edited_stdin_makes_what_it_says(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("e", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        area = pilot.app.screen.query_one(TextArea)
        area.text = area.text.replace("10.77.0.0/24", "10.78.0.0/24")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: screen_of(pilot).held[0].edited == ("stdin",))
        await pilot.press("c")
        trace = await finished(pilot)
    assert trace.error is None and b"10.78.0.2/24" in (trace.result or b"")
    bridge = call_of(trace, "bridge")
    assert bridge.touched == ("stdin",) and b"10.77.0.0/24" in (bridge.sent_stdin or b"")


@needs_plugins
async def test_a_skipped_link_is_never_executed(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("n")
        await held(pilot, "tuning")
        await pilot.press("S")
        await held(pilot, "portmap")
        await pilot.press("c")
        trace = await finished(pilot)
    assert trace.error is None
    assert call_of(trace, "tuning").touched == ("answer",)
    assert json.loads(call_of(trace, "tuning").stdout)["ips"][0]["address"] == "10.77.0.2/24"


@needs_plugins
async def test_an_error_by_hand_fails_the_chain(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("n")
        await held(pilot, "tuning")
        await pilot.press("M", "e")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        await pilot.press("ctrl+r")
        trace = await finished(pilot)
    assert trace.error is not None and "answered by hand" in trace.error and trace.error_code == 11


@needs_plugins
async def test_a_fault_is_put_in_where_it_is_held(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("t", "p")
        trace = await finished(pilot)
    assert trace.error is not None and call_of(trace, "bridge").exit_code == 2


@needs_plugins
async def test_one_steps_into_a_delegate_and_out_again(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("s")
        await held(pilot, "host-local")
        assert "Held before host-local" in screen_lines(pilot)[0]
        await pilot.press("u")
        await held(pilot, "tuning")
        await pilot.press("full_stop")
        await held(pilot, "portmap")
        await pilot.press("space")
        assert (await finished(pilot)).error is None


@needs_plugins
async def test_stopping_while_held_keeps_the_trace(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("n")
        await held(pilot, "tuning")
        await pilot.press("X", "y")
        trace = await finished(pilot)
        assert session.library.open(trace.id).error == trace.error
    assert trace.error is not None and "stopped" in trace.error


@needs_plugins
async def test_from_a_recording_to_a_live_run_and_back(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("c")
        await finished(pilot)
        screen = screen_of(pilot)
        await screen.run_action("do('run.delete')")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await pilot.pause()
        assert any("Run DEL of this network, stepped?" in line for line in screen_lines(pilot))
        await pilot.press("y")
        await held(pilot, "portmap")
        assert screen.trace is not None and screen.trace.verb == "DEL"
        await pilot.press("c")
        assert (await finished(pilot)).error is None


@needs_plugins
async def test_a_stepped_rerun_is_held_at_its_link(session: Session, tmp_path: Path) -> None:
    async with stepped(session, tmp_path) as pilot:
        await pilot.press("c")
        await finished(pilot)
        await pilot.press("g", "n", "e", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        pilot.app.screen.query_one(TextArea).text += "\nTUNED=1"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("s", "m")
        await held(pilot, "tuning")
        screen = screen_of(pilot)
        assert screen.call is not None and b"TUNED=1" in screen.call.environment
        await pilot.press("c")
        trace = await finished(pilot)
    assert trace.branch_of is not None and trace.branch_of.link == 1


@needs_compiler
async def test_calls_made_at_once_are_held_together(tmp_path: Path) -> None:
    outer = f"""cat >/tmp/in; for name in inner inner; do "${{CNI_PATH%%:*}}/$name" </tmp/in >/dev/null & done; wait
printf '%s' '{RESULT}'"""
    binaries = scripts(tmp_path / "bin", outer=outer, inner=ANSWERS)
    conf = tmp_path / "two.conflist"
    conf.write_text(json.dumps({"cniVersion": "1.0.0", "name": "two", "plugins": [{"type": "outer"}]}))
    with Session(plugin_dirs=[binaries], sandbox=True, state_dir=tmp_path / "state", simulate="none") as session:
        stepper = Stepper(mode=Mode.CALLS)
        events = session.follow("ADD", load_file(str(conf)), POD, stepper=stepper)
        backend = replace(backend_of(session, stepper=stepper), live=events)
        async with DebuggerApp(backend, motion=Motion.NONE).run_test(size=(120, 24)) as pilot:
            screen = screen_of(pilot)
            await held(pilot, "outer")
            await pilot.press("s")
            await until(pilot, lambda: len(screen.held) == 2)
            await until(pilot, lambda: "held calls: 2 (H)" in screen_lines(pilot)[0])
            await pilot.press("H")
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
            await pilot.pause()
            assert sum("inner ADD, called by outer" in line for line in screen_lines(pilot)) == 2
            await pilot.press("2")
            second = screen.held[1].call
            await until(pilot, lambda: screen.call is not None and screen.call.id == second)
            await pilot.press("a")
            await until(pilot, lambda: [mark.call for mark in screen.held] != [] and len(screen.held) == 1)
            assert screen.held[0].call != second
            await pilot.press("A")
            trace = await finished(pilot)
        assert trace.error is None and len(trace.calls) == 3
