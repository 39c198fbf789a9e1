"""What the kernel says of every link of a trace, as text."""

from collections.abc import Iterator

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.fold import fold_words
from traces.timeline.glyphs import Glyphs, glyphs
from traces.timeline.kernel_moments import snapshots_around
from traces.timeline.kernel_steps import NO_SNAPSHOTS, kernel_step
from traces.timeline.kernel_words import Saying, Tone, call_lines
from traces.timeline.measure import count_text, one_line

_SIGNS = {Tone.ADDED: "+", Tone.CHANGED: "~", Tone.REMOVED: "-"}
_KIND_WIDTH = 12
_LEAST_WIDTH = 40


def trace_kernel_text(trace: Trace, *, width: int, ascii: bool = False) -> str:
    """A paragraph for each call of a link, and of a delegate that was looked at: its claims, and what it changed.

    Ends with a newline.
    """
    if not trace.snapshots:
        return f"{NO_SNAPSHOTS}\n"
    marks = glyphs(ascii)
    told = (call for call in trace.calls if call.link is not None or snapshots_around(trace, call.id)[1] is not None)
    paragraphs = [_paragraph(trace, call, width, marks) for call in told]
    text = "\n\n".join("\n".join(lines) for lines in paragraphs) + "\n"
    return text.encode("ascii", "backslashreplace").decode() if ascii else text


def _paragraph(trace: Trace, call: Call, width: int, marks: Glyphs) -> Iterator[str]:
    step = kernel_step(trace, call.id)
    count = count_text(len(step.own_changes), "change", "changes")
    known = "" if step.why_unknown else f", {count} in the kernel"
    yield f"{_who(trace, call)}, {one_line(call.verb)}{known}"
    for line in call_lines(step, marks):
        yield from (row.rstrip() for row in _rows(line, max(width, _LEAST_WIDTH), marks))


def _who(trace: Trace, call: Call) -> str:
    plugin = one_line(call.plugin)
    if call.link is not None or call.parent is None:
        return f"link {call.link}, {plugin}"
    return f"{plugin}, called by {one_line(trace.call(call.parent).plugin)}"


def _rows(line: Saying, width: int, marks: Glyphs) -> Iterator[str]:
    if line.tone is Tone.GAP:
        return iter(())
    if line.tone in (Tone.SIDE, Tone.NOTE):
        return _folded("  ", line.text, width)
    if line.tone is Tone.DISPUTED:
        return _folded(f"  {marks.disputed} ", f"claims {line.text} {marks.dot} {line.detail}", width)
    lead = f"    {line.kind:<{_KIND_WIDTH}}{_SIGNS[line.tone]} "
    return _folded(lead, f"{line.text}  {line.detail}".rstrip(), width)


def _folded(lead: str, text: str, width: int) -> Iterator[str]:
    rows = fold_words(text, width - len(lead))
    yield from (f"{' ' * len(lead) if place else lead}{row}" for place, row in enumerate(rows))
