"""Makes the pictures in screenshots/: ``python -m tests.make_screenshots``. The same code, the same pictures.

They show the bundled demo, so that nothing of the machine that makes them is in them.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from app.debugger_app import DebuggerApp
from app.screens.compare import CompareScreen
from panels.render.glyphs import UNICODE
from tests.support.moving_svg import moving_svg
from tests.support.screens import HeldClock, backend_of, screen_lines, screen_of, until
from tests.support.stepped import SteppedRun
from tests.support.traces import failing_add, recorded
from traces.model.trace import Branch, Trace
from traces.session.demos import DEMOS
from traces.timeline.playback import Motion

FOLDER = Path(__file__).parent.parent / "screenshots"
WIDE, NARROW, SMALL = (150, 44), (80, 24), (96, 28)
FRAME = 0.25
"""Seconds between two frames of the picture that moves."""
Script = Callable[[Pilot[None], HeldClock], Awaitable[None]]


async def under_way(pilot: Pilot[None], clock: HeldClock) -> None:
    """The request to portmap is on its way."""
    await pilot.press("n", "comma", "space")
    clock.passed += 0.3
    screen_of(pilot).tick()
    await pilot.pause()


async def at_the_failure(pilot: Pilot[None], clock: HeldClock) -> None:
    """The reply of the failing link."""
    await pilot.press("n", "full_stop")
    await pilot.pause()


async def editing(pilot: Pilot[None], clock: HeldClock) -> None:
    """The editor on prevResult, with something wrong in it."""
    await pilot.press("n", "n", "e", "p")
    await pilot.pause(0.2)
    await pilot.press(*["down"] * 13, "end", "left", *["backspace"] * 4)
    await pilot.pause(0.6)


async def inside_multus(pilot: Pilot[None], clock: HeldClock) -> None:
    """A reply within the chain that multus runs, and what it did not carry over."""
    await pilot.press("home", *["full_stop"] * 6)
    await pilot.pause(0.2)


async def the_kernel(pilot: Pilot[None], clock: HeldClock) -> None:
    """What bridge changed in the kernel."""
    await pilot.press("home", "full_stop", "full_stop", "full_stop", "W")
    await pilot.pause(0.2)


async def held(pilot: Pilot[None], clock: HeldClock) -> None:
    """A run of our own, held before its second link."""
    await until(pilot, lambda: bool(screen_of(pilot).held))
    await pilot.press("n")
    await until(pilot, lambda: [mark.plugin for mark in screen_of(pilot).held] == ["portmap"])
    await pilot.press("end")
    await pilot.pause(0.2)


async def compared(pilot: Pilot[None], clock: HeldClock) -> None:
    """A branch beside its parent."""
    await pilot.press("d")
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen) and pilot.app.screen.beside is not None)
    await pilot.pause(0.2)


async def searched(pilot: Pilot[None], clock: HeldClock) -> None:
    """The third hit of a search."""
    await pilot.press("slash", *"10.88")
    await until(pilot, lambda: any("hits" in line for line in screen_lines(pilot)))
    await pilot.press("enter", "enter", "enter")
    await pilot.pause(0.2)


PICTURES: tuple[tuple[str, str, tuple[int, int], Script], ...] = (
    ("demo", "demo", WIDE, under_way),
    ("narrow", "demo", NARROW, under_way),
    ("failure", "failure", WIDE, at_the_failure),
    ("edit", "demo", WIDE, editing),
    ("multus", "multus", WIDE, inside_multus),
    ("kernel", "demo", WIDE, the_kernel),
    ("held", "run", WIDE, held),
    ("compare", "branch", WIDE, compared),
    ("search", "demo", WIDE, searched),
)


_PARENT = replace(recorded(), id="its-parent")
_SUBJECTS: dict[str, Callable[[], tuple[Trace, ...]]] = {
    "demo": DEMOS["portmap"].recording,
    "multus": DEMOS["multus"].recording,
    "failure": lambda: (failing_add(),),
    "branch": lambda: (replace(failing_add(), branch_of=Branch(trace="its-parent", link=1)), _PARENT),
    "run": lambda: (_PARENT,),
}


async def picture(name: str, subject: str, size: tuple[int, int], script: Script) -> None:
    """Run the screen, do what the script does, and keep what it shows."""
    traces = _SUBJECTS[subject]()
    clock = HeldClock()
    run = SteppedRun(*traces) if subject == "run" else None
    backend, trace = (run.backend, None) if run else (backend_of(traces), traces[0])
    app = DebuggerApp(backend, trace, motion=Motion.FULL, theme="cnistep-dark", glyphs=UNICODE, clock=clock.clock)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await script(pilot, clock)
        svg = app.export_screenshot(title="cnistep")
        if run:
            run.stop.set()
            run.stepper.go_on()
    (FOLDER / f"{name}.svg").write_text(private(svg), encoding="utf-8")


async def moving_picture(name: str) -> None:
    """The demo's ADD from its beginning to its end, as one picture that moves."""
    traces, clock, frames = DEMOS["portmap"].recording(), HeldClock(), list[str]()
    app = DebuggerApp(
        backend_of(traces),
        traces[0],
        playing=True,
        motion=Motion.FULL,
        theme="cnistep-dark",
        glyphs=UNICODE,
        clock=clock.clock,
    )
    async with app.run_test(size=SMALL) as pilot:
        while screen_of(pilot).current == traces[0].id:
            await pilot.pause()
            frames.append(private(app.export_screenshot(title="cnistep")))
            clock.passed += FRAME
            screen_of(pilot).tick()
    (FOLDER / f"{name}.svg").write_text(moving_svg(frames, FRAME), encoding="utf-8")


def private(svg: str) -> str:
    """The picture without the fonts that it would fetch from elsewhere, and with ids that don't change."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg).replace("Fira Code", "ui-monospace, DejaVu Sans Mono")


async def _all() -> None:
    for name, subject, size, script in PICTURES:
        await picture(name, subject, size, script)
    await moving_picture("playing")


if __name__ == "__main__":
    asyncio.run(_all())
