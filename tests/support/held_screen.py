"""The screen on a run that is held, and what stands on it then."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from textual.pilot import Pilot

from tests.support.screens import NARROW, debugger, screen_lines, screen_of, until
from tests.support.stepped import SteppedRun
from traces.timeline.playback import Motion


@asynccontextmanager
async def held_at_first(
    run: SteppedRun, size: tuple[int, int] = NARROW, *, deadline: bool = False
) -> AsyncIterator[Pilot[None]]:
    """The screen on a run whose first call is held."""
    backend = replace(run.backend, deadline=deadline)
    async with debugger(backend=backend, motion=Motion.NONE).run_test(size=size, notifications=True) as pilot:
        try:
            await until(pilot, lambda: bool(screen_of(pilot).held))
            yield pilot
        finally:
            run.stop.set()
            run.stepper.go_on()


def held(pilot: Pilot[None]) -> list[str]:
    """The plugins whose calls are held."""
    return [mark.plugin for mark in screen_of(pilot).held]


def text(pilot: Pilot[None]) -> str:
    """What stands on the screen."""
    return "\n".join(screen_lines(pilot))


def words(pilot: Pilot[None]) -> str:
    """What stands on the screen, without boxes and line ends."""
    return " ".join(re.sub(r"[│▌▏]", " ", text(pilot)).split())
