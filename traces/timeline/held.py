"""What is said of a stepped run that stands still: before which call, for how long, and what was edited of it."""

from dataclasses import dataclass

from traces.timeline.glyphs import Glyphs
from traces.timeline.measure import duration_text, one_line

_SECOND = 1_000_000_000
EDITED_WORDS = {"stdin": "stdin edited", "env": "environment edited"}
"""What is said of what the user changed and the plugin has not been given yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldMark:
    """Where a run stands: at the start of a call, at its end, or, without a call, between two verbs."""

    call: str | None = None
    """The id of the call."""
    plugin: str = ""
    is_ended: bool = False
    """Whether the plugin has answered: its caller waits for it."""
    since: int = 0
    """Nanoseconds since the epoch; 0 where nobody knows."""
    edited: tuple[str, ...] = ()
    """What of the call waits, edited, to be given: stdin, env."""
    why: str = ""
    """What it is held for: «step», or a breakpoint's text."""


def held_words(mark: HeldMark) -> str:
    """Where the run stands, as safe text: «held before portmap»."""
    if mark.call is None:
        return "held between two verbs"
    return f"held {'after' if mark.is_ended else 'before'} {one_line(mark.plugin)}"


def held_time(mark: HeldMark, now: int, marks: Glyphs) -> str:
    """For how long: «12 s»; empty where nobody knows, or before the first second has passed."""
    passed = (now - mark.since) // _SECOND * _SECOND if now and mark.since else 0
    return (f"{passed // _SECOND} s" if passed < 60 * _SECOND else duration_text(passed, marks)) if passed > 0 else ""


def edited_words(mark: HeldMark) -> str:
    """What waits to be given: «stdin edited, environment edited»; empty where nothing was changed."""
    return ", ".join(EDITED_WORDS.get(name, name) for name in mark.edited)


def held_notes(mark: HeldMark, now: int, marks: Glyphs) -> tuple[str, ...]:
    """What stands beside the arrow of a held call, the fullest first: whoever has less room takes a later one."""
    words, time, edited = held_words(mark), held_time(mark, now, marks), edited_words(mark)
    short = "edited" if mark.edited else ""
    ways = ((words, edited, time), (words, short, time), ("held", edited, time), ("held", short, time), ("held", short))
    return (*(", ".join(filter(None, way)) for way in ways), "edited" if mark.edited else "held", "held")
