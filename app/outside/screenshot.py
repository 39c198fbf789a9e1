"""A picture of the screen that may leave: drawn again without secrets, and nothing in it is loaded from elsewhere."""

import asyncio
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from rich.console import Console
from rich.segment import Segment, Segments
from textual.screen import Screen
from textual.strip import Strip

from app.outside.cleaning import Clean
from app.screens.playing import PlayingScreen
from app.stage import Score
from traces.errors import InputError
from traces.timeline.steps import steps

_ELSEWHERE = re.compile(r"@font-face\s*\{[^{}]*\}\s*|<!--.*?-->\s*", re.DOTALL)
"""Rich names fonts on a server of somebody else's; the letters are there without."""
_MASK = "x"


async def clean_picture(screen: PlayingScreen, clean: Clean) -> str:
    """The screen as SVG, with the trace's placeholders on it.

    Raises InputError where the trace on the screen is another one by now, as that of a run is.
    """
    player, given = screen.player, screen.summaries
    if player.stage is None or player.stage.trace is not clean.given:
        raise InputError("the trace grew while the picture was drawn: try again when the run stands still")
    player.stage = replace(player.stage, score=Score(trace=clean.trace, steps=steps(clean.trace)))
    try:
        screen.summaries = clean.redactor.value(given)
        screen.show()
        await _drawn(screen)
        return picture(screen, clean.redactor.text)
    finally:
        if player.stage.trace is clean.trace:
            player.stage = replace(player.stage, score=Score(trace=clean.given, steps=steps(clean.given)))
        screen.summaries = given
        screen.show()


def picture(screen: Screen[None], cleaned: Callable[[str], str] = str) -> str:
    """The screen as it stands, as SVG; what `cleaned` changes in a row is hidden."""
    width, height = screen.app.size
    console = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    for strip in screen._compositor.render_strips():
        console.print(Segments([*_hidden(strip, cleaned), Segment.line()]), end="")
    head, end, rest = console.export_svg(title="cnistep").partition("</style>")
    return _ELSEWHERE.sub("", head) + end + rest


async def _drawn(screen: Screen[None]) -> None:
    """Wait until everything that was changed has been drawn, and what the panels say of it too."""
    for _ in range(3):
        done = asyncio.get_running_loop().create_future()
        screen.call_after_refresh(done.set_result, None)
        await done


def _hidden(strip: Strip, cleaned: Callable[[str], str]) -> Iterable[Segment]:
    """The row, with letters over all between the first and the last character that the cleaning changes."""
    text = strip.text
    new = cleaned(text)
    if new == text:
        return strip
    start = next((at for at, (one, other) in enumerate(zip(text, new, strict=False)) if one != other), 0)
    end = _common_end(text, new, start)
    return list(_masked(list(strip), start, len(text) - end))


def _common_end(text: str, new: str, start: int) -> int:
    most = min(len(text), len(new)) - start
    return next((at for at in range(most) if text[-1 - at] != new[-1 - at]), most)


def _masked(segments: Sequence[Segment], start: int, end: int) -> Iterator[Segment]:
    at = 0
    for text, style, control in segments:
        first, last = max(start - at, 0), max(end - at, 0)
        hidden = Segment(text[first:last]).cell_length
        yield Segment(f"{text[:first]}{_MASK * hidden}{text[last:]}" if hidden else text, style, control)
        at += len(text)
