"""Waiting until the screen has done its work, for as long as that takes and no longer.

Textual's own wait sleeps 20 ms at a time until such a time passes without work, twice for each key that a test presses:
much of a test is sleep. The loop itself knows when nothing is left to do. What changed is drawn every sixtieth of a
second; here sooner, as nobody looks.
"""

import asyncio
import threading
from time import monotonic, process_time
from typing import Any

import textual.app
import textual.pilot
import textual.screen

_AHEAD = 0.06
"""Seconds: what a timer will do within this time is waited for; Textual's three waits of a key and a pause take it."""
_LOOK = 0.005
"""Seconds that other threads, where there are some, are looked at."""
_LITTLE = 0.001
"""Seconds of the processor that are no work."""
_DRAWN = 0.004
"""Seconds between two times that what changed is drawn."""


async def idle(_: float = 0, max_sleep: float = 1) -> None:
    """Wait until the loop has nothing ready, no timer is due soon, no thread works; ``max_sleep`` seconds at most."""
    loop: Any = asyncio.get_running_loop()
    until = monotonic() + max_sleep
    while monotonic() < until:
        await _ready(loop, until)
        worked, horizon = process_time(), loop.time() + _AHEAD
        while (due := _next(loop)) < horizon:
            await asyncio.sleep(due - loop.time())
            await _ready(loop, until)
        if threading.active_count() > 1:
            await asyncio.sleep(_LOOK)
        if process_time() - worked < _LITTLE:
            return


async def _ready(loop: Any, until: float) -> None:
    """Let the loop do all that it can do now."""
    await asyncio.sleep(0)
    while loop._ready and monotonic() < until:
        await asyncio.sleep(0)


def _next(loop: Any) -> float:
    """When the next timer is due, by the loop's clock."""
    return min((each.when() for each in loop._scheduled if not each.cancelled()), default=float("inf"))


def quicken() -> None:
    """Let every pilot wait so, and every screen be drawn soon."""
    for module in (textual.app, textual.pilot):
        vars(module)["wait_for_idle"] = idle
    vars(textual.screen)["UPDATE_PERIOD"] = _DRAWN
