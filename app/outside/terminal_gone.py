"""Finds out that a terminal was closed, where no signal says so: whoever has no controlling terminal gets no SIGHUP."""

import asyncio
import select

_LOOK = 0.25
"""Seconds between two looks: Textual's writer ends at the first error, and the frames that it then no longer takes
stop the program once there are 30 of them."""


async def until_gone(terminal: int, *, every: float = _LOOK) -> None:
    """Return once the terminal of that descriptor is hung up, or can't be asked any more."""
    ends = select.poll()
    ends.register(terminal, 0)
    while not ends.poll(0):
        await asyncio.sleep(every)
