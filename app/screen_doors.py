"""Opens the screen for the verbs, when one is needed: here nothing of it, nor of a session, is loaded before."""

import gc
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from app.doors import Screens

if TYPE_CHECKING:
    from traces.model.events import Event
    from traces.session.node import NodeTraces
    from traces.session.session import Session
    from traces.session.stepper import Stepper
    from traces.timeline.trace_filter import TraceFilter


def load_screen() -> None:
    """Load it without looking for garbage, of which there is none yet: that takes a tenth of the time."""
    gc.disable()
    try:
        import_module("app.launch")
    finally:
        gc.freeze()
        gc.enable()


def can_draw() -> bool:
    """Whether this is a terminal that a screen can be drawn on."""
    return sys.stdout.isatty() and sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")


def step_on_screen(session: "Session", events: "Iterator[Event]", stepper: "Stepper", deadline: bool = False) -> int:
    """Open the screen on a run that the stepper holds, and that may have a deadline."""
    load_screen()
    from app.launch import launch
    from app.looks.looks import looks

    return launch(session, looks(), live=events, stepper=stepper, deadline=deadline)


def watch_on_screen(session: "Session", node: "NodeTraces", cache_dir: str, wanted: "TraceFilter") -> int:
    """Open the screen on a node that is watched."""
    load_screen()
    from app.launch import launch_watch
    from app.looks.looks import looks

    return launch_watch(session, node, cache_dir, wanted, looks())


SCREENS = Screens(can_draw=can_draw, step=step_on_screen, watch=watch_on_screen)
"""The doors for the headless verbs."""
