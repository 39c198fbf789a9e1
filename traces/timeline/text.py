"""The sequence as text: what the screen shows, in lines that can be piped, mailed and read aloud."""

from traces.model.trace import Trace
from traces.timeline.cells import plain
from traces.timeline.diagram import Options, layout
from traces.timeline.glyphs import Glyphs, glyphs
from traces.timeline.headline import closing_lines, network_name, outcome_words, place_words, pod_name
from traces.timeline.heads import draw_heads
from traces.timeline.marks import hand_marks, mark_lines
from traces.timeline.measure import one_line
from traces.timeline.rows import draw_row
from traces.timeline.steps import steps

DEFAULT_WIDTH = 100


def sequence_text(trace: Trace, *, width: int = DEFAULT_WIDTH, ascii: bool = False) -> str:
    """The trace's header, its sequence and, where it failed, the failing link with libcni's words.

    Lines are at most `width` cells long, unless there are more lanes than can be read in that. Ends with a newline.
    """
    diagram = layout(trace, steps(trace), width, Options(ascii_only=ascii))
    indent = " " * diagram.gutter_width
    lines = [header_line(trace, glyphs(ascii)), ""]
    lines += [indent + plain(head) for head in draw_heads(diagram)]
    rows = (draw_row(diagram, index) for index in range(diagram.steps_height))
    by_hand = {mark.step for mark in hand_marks(trace.marks, diagram.steps)}
    for plan, row in zip(diagram.plans, rows, strict=False):
        gutter = plain(row.gutter)
        if plan.step in by_hand:
            gutter = f"{gutter.rstrip()}{diagram.glyphs.mark}".ljust(len(gutter))
        lines.append(gutter + plain(row.body) + plain(row.note))
    closing = [*closing_lines(trace, glyphs(ascii)), *(f"{diagram.glyphs.mark} {line}" for line in mark_lines(trace))]
    lines += ["", *closing] if closing else []
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text.encode("ascii", "backslashreplace").decode() if ascii else text


def header_line(trace: Trace, marks: Glyphs) -> str:
    """Verb, network, attachment, place and outcome on one line."""
    facts = [
        f"{one_line(trace.verb)} {network_name(trace)}",
        pod_name(trace.attachment),
        one_line(trace.attachment.ifname),
        f"{'ran' if trace.finished else 'runs'} {place_words(trace)}",
        outcome_words(trace, marks),
    ]
    return f" {marks.dot} ".join(facts)
