"""A trace as a sequence diagram in Mermaid's language (mermaid.js.org/syntax/sequenceDiagram.html).

Whatever was recorded is written with Mermaid's entity codes, so that no name can end a line or begin a statement.
"""

import re
from collections.abc import Iterator

from traces.model.trace import Trace
from traces.timeline.glyphs import UNICODE
from traces.timeline.headline import failure_line
from traces.timeline.lanes import Lanes, place_lanes
from traces.timeline.measure import one_line
from traces.timeline.steps import Step, StepKind, steps
from traces.timeline.words import dropped_mark, reply_facts, reply_label, request_label, touched_words

_ROOM = 1_000_000
"""Cells for the lanes: so many that none is folded on another."""
_LONGEST = 120
_PLAIN = re.compile(r"[^A-Za-z0-9 .,_/+()\u00a0-\U0010ffff-]|\bend\b", re.IGNORECASE)
"""What means something to Mermaid: its punctuation, and the word that ends a block."""


def mermaid_text(trace: Trace) -> str:
    """The diagram: a participant for each lane, an activation for each call, a cross on what failed."""
    found = steps(trace)
    lanes = place_lanes(trace, found, _ROOM)
    lines = ["sequenceDiagram", *(f"    {line}" for line in _statements(trace, found, lanes))]
    return "\n".join(lines) + "\n"


def _statements(trace: Trace, found: tuple[Step, ...], lanes: Lanes) -> Iterator[str]:
    for place, lane in enumerate(lanes.lanes):
        words = f" ({lane.subtitles[0]})" if lane.subtitles[0] else ""
        yield f"participant p{place} as {_safe(f'{lane.title}{words}')}"
    for step in found:
        yield from _call(trace, step, lanes) if step.call else _without_call(step, lanes)
    if trace.failure is not None:
        yield f"Note over p0,p{len(lanes.lanes) - 1}: {_safe(failure_line(trace))}"


def _call(trace: Trace, step: Step, lanes: Lanes) -> Iterator[str]:
    call = trace.call(step.call or "")
    mine = lanes.lane_of_call[call.id]
    caller = lanes.lane_of_call[call.parent] if step.depth and call.parent is not None else 0
    if step.is_request:
        by_hand = touched_words(call, answer=False)
        asked = f"{request_label(call)} ({by_hand})" if by_hand else request_label(call)
        yield f"p{caller}->>p{mine}: {_safe(asked)}"
        yield f"activate p{mine}"
        return
    arrow = "--x" if step.failed else "-->>"
    facts = ", ".join(fact.strip() for fact in reply_facts(call, UNICODE))
    yield f"p{mine}{arrow}p{caller}: {_safe(f'{reply_label(call)} ({facts})' if facts else reply_label(call))}"
    yield f"deactivate p{mine}"
    dropped = dropped_mark(call, UNICODE)
    if dropped:
        yield f"Note right of p{mine}: {_safe(dropped)}"


def _without_call(step: Step, lanes: Lanes) -> Iterator[str]:
    mine = lanes.lane_of_link[step.link] if step.link is not None else 0
    if step.kind is StepKind.NOT_STARTED:
        yield f"p0-xp{mine}: {_safe('failed before it could be executed')}"
    else:
        yield f"Note over p{mine}: {_safe('not reached')}"


def _safe(text: str) -> str:
    """The text as one that Mermaid shows as it is."""
    line = one_line(text, _LONGEST + 1)
    line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}{UNICODE.ellipsis}"
    return _PLAIN.sub(lambda found: f"#{ord(found[0][0])};{found[0][1:]}", line).strip() or "#45;"
