"""Drawing one row of a diagram: its number, its arrow with the label, and its note."""

from collections.abc import Sequence

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.cells import CellRow, Ink, Span
from traces.timeline.diagram import Arrow, Diagram, Row
from traces.timeline.glyphs import Glyphs
from traces.timeline.heads import draw_lifelines
from traces.timeline.kernel_steps import disputed_mark
from traces.timeline.measure import cells, clip, one_line
from traces.timeline.nesting import nested_link
from traces.timeline.steps import Step, StepKind
from traces.timeline.words import (
    delegate_note,
    dropped_mark,
    reply_facts,
    reply_label,
    request_label,
    request_note,
    touched_words,
)

_LEAST_LABEL = 3
_ENOUGH_SAID = 18
"""Cells of a label that was cut off, with which one still knows what it is about."""
_LEAST_REST = 12
_NARROW_NOTE = 18
_LEAST_NOTE = 8
_REPEAT_AFTER = 100
"""Cells of an arrow from which on its label also stands at its far end: both ends are seldom in view."""


def draw_row(diagram: Diagram, index: int, window: range | None = None) -> Row:
    """The row of that index, or, of its body, only the cells in the window. Raises IndexError."""
    plan = diagram.plans[index]
    if plan.closing is not None:
        return _draw_text(diagram, plan.closing, plan.ink)
    body = CellRow(diagram.lanes.width, window)
    draw_lifelines(diagram, body, plan.busy)
    if plan.step is None:
        return Row(CellRow(diagram.gutter_width).spans(), body.spans(), CellRow(diagram.lanes.note_width).spans())
    step, arrow = diagram.steps[plan.step], diagram.arrows[plan.step]
    texts = _labels(diagram, step)
    if arrow is None:
        shown = _draw_unreached(diagram, body, step, texts)
    elif step.is_reply:
        shown = _draw_reply(diagram, body, step, arrow, texts)
    else:
        shown = _draw_call(diagram, body, step, arrow, texts)
    unsaid = "" if shown == texts[0] or cells(shown) >= _ENOUGH_SAID else texts[0]
    if step.is_request and _is_folded(diagram, step):
        unsaid = "" if shown.startswith(texts[-1]) else texts[-1]
    return Row(_gutter(diagram, step), body.spans(), _note(diagram, step, unsaid))


def _draw_text(diagram: Diagram, text: str, ink: Ink) -> Row:
    """A line of text across the lanes and the notes: it has no body, as it does not scroll sideways with the lanes."""
    return Row(CellRow(diagram.gutter_width).spans(), (), (Span(f" {text}", ink),))


def _gutter(diagram: Diagram, step: Step) -> tuple[Span, ...]:
    row = CellRow(diagram.gutter_width)
    row.put(1, f"{step.index + 1:0{diagram.gutter_width - 3}d}", Ink.FAILED if step.failed else Ink.NUMBER)
    if step.failed:
        row.put(diagram.gutter_width - 2, diagram.glyphs.cross, Ink.FAILED)
    return row.spans()


def _labels(diagram: Diagram, step: Step) -> Sequence[str]:
    """What the arrow may say, the fullest first."""
    if step.kind is StepKind.NOT_REACHED:
        return (f"{one_line(step.plugin)} never reached", "never reached")
    if step.call is None:
        return (f"{diagram.glyphs.cross} {_why(diagram.trace)}",)
    call = diagram.calls[step.call]
    if step.is_request:
        label = request_label(call)
        texts = (label, label.replace("prevResult ", ""), one_line(call.verb))
        name = one_line(call.plugin)
        return (*(f"{name} {text}" for text in texts), name) if _is_folded(diagram, step) else texts
    if not step.failed:
        return _answer_labels(reply_label(call), dropped_mark(call, diagram.glyphs))
    return (f"{diagram.glyphs.cross} {reply_label(call) if call.failed else _why(diagram.trace)}",)


def _answer_labels(label: str, mark: str) -> Sequence[str]:
    """The counts of a result, and behind them what was dropped: the counts go first where there is little room."""
    short = " ".join(label.split()[:4])
    least = " ".join(label.split()[:2])
    if not mark:
        return (label, short, short.replace(" ip", "ip").replace(" if", "if"), least)
    number = mark.split()[0]
    return (*(f"{counts}  {mark}" for counts in (label, short, least)), mark, f"{least} {number}", number)


def _why(trace: Trace) -> str:
    return one_line(trace.failure.text) if trace.failure else ""


def _is_folded(diagram: Diagram, step: Step) -> bool:
    return step.call in diagram.lanes.folded_calls


def _fit(texts: Sequence[str], room: int, diagram: Diagram) -> str:
    """The fullest text that fits, else as much of the shortest as there is room for."""
    for text in texts:
        if cells(text) <= room:
            return text
    return clip(texts[-1], room, diagram.glyphs.ellipsis) if room >= _LEAST_LABEL else ""


def _draw_call(diagram: Diagram, row: CellRow, step: Step, arrow: Arrow, texts: Sequence[str]) -> str:
    """A solid arrow to the right; a cross instead of its head where no process came of it."""
    marks = diagram.glyphs
    line, words = (Ink.FAILED, Ink.FAILED) if step.failed else (Ink.CALL, Ink.LABEL)
    first, last = arrow.start + 1, arrow.end - 1
    if not _is_folded(diagram, step):
        row.put(arrow.start, marks.tee, Ink.LIFE)
    row.fill(first, last - first, marks.call, line)
    row.put(last, marks.cross if step.failed else marks.to, line)
    if _is_folded(diagram, step):
        return _draw_beside(diagram, row, arrow.end + 1, texts, words)
    inner = last - first
    lead = 1 if inner < 12 else 2
    label = _fit(texts, inner - lead - 2 - (inner >= 12), diagram)
    if label:
        row.put(first + lead, f" {label} ", words)
        if inner > _REPEAT_AFTER:
            row.put(last - cells(label) - 4, f" {label} ", words)
    return label


def _draw_reply(diagram: Diagram, row: CellRow, step: Step, arrow: Arrow, texts: Sequence[str]) -> str:
    """A dashed arrow to the left, its label next to its head."""
    marks = diagram.glyphs
    line, words = (Ink.FAILED, Ink.FAILED) if step.failed else (Ink.REPLY, Ink.ANSWER)
    first, last = arrow.end + 1, arrow.start - 1
    for x in row.seen(first + 1, last + 1):
        row.put(x, marks.reply if x % 2 == 0 else marks.reply_gap, line)
    row.put(first, marks.back, line)
    if _is_folded(diagram, step):
        return _draw_beside(diagram, row, arrow.start + 1, texts, words)
    inner = last - first
    lead = " " if inner < 12 or not marks.reply_gap.strip() else f"{marks.reply} "
    label = _fit(texts, inner - len(lead), diagram)
    if label:
        row.put(first + 1, lead, line)
        ends = " " * (cells(label) + len(lead) < inner)
        _put_answer(row, first + 1 + len(lead), label + ends, words, marks)
        if inner > _REPEAT_AFTER:
            _put_answer(row, last - cells(label) - 3, f" {label} ", words, marks)
    return label


def _draw_beside(diagram: Diagram, row: CellRow, x: int, texts: Sequence[str], words: Ink) -> str:
    label = _fit(texts, row.width - x - 1, diagram)
    _put_answer(row, x, f"{label} ", words, diagram.glyphs)
    return label


def _put_answer(row: CellRow, x: int, label: str, words: Ink, marks: Glyphs) -> None:
    """The label, and in an answer the number of what was dropped as the warning that it is."""
    row.put(x, label, words)
    place = label.rfind(marks.dropped)
    if words is Ink.ANSWER and place >= 0:
        row.put(x + place, label[place:].rstrip(), Ink.DROPPED)


def _draw_unreached(diagram: Diagram, row: CellRow, step: Step, texts: Sequence[str]) -> str:
    """Faint dots that lead to the lane of a link that was never called."""
    marks, lanes = diagram.glyphs, diagram.lanes
    start, end = lanes.lanes[0].x, lanes.lanes[lanes.lane_of_link[step.link or 0]].x
    for x in row.seen(start + 2, end, 2):
        row.put(x, marks.leader, Ink.UNREACHED)
        row.put(x + 1, " ", Ink.UNREACHED)
    row.put(end, marks.unreached, Ink.UNREACHED)
    if cells(texts[0]) <= end - start - 5:
        row.put(start + 2, f" {texts[0]} ", Ink.UNREACHED)
        return texts[0]
    return _draw_beside(diagram, row, end + 2, texts, Ink.UNREACHED)


def _note(diagram: Diagram, step: Step, unsaid: str) -> tuple[Span, ...]:
    """The facts at the right; for a failure also what the arrow had no room for."""
    row = CellRow(diagram.lanes.note_width)
    if row.width < _LEAST_NOTE:
        return row.spans()
    indent = 2 if row.width > _NARROW_NOTE else 1
    text = _joined(_facts(diagram, step, unsaid, row.width - indent), row.width - indent, diagram.glyphs.ellipsis)
    row.put(indent, text, Ink.FAILED if step.failed else Ink.NOTE)
    for mark in _disputed_marks(diagram, step):
        if mark in text:
            row.put(indent + cells(text[: text.find(mark)]), mark, Ink.DISPUTED)
    return row.spans()


def _joined(facts: Sequence[str], room: int, ellipsis: str) -> str:
    """As many of the facts as there is room for, the first ones first."""
    for count in range(len(facts), 1, -1):
        text = "  ".join(facts[:count])
        if cells(text) <= room:
            return text
    return clip(facts[0], room, ellipsis) if facts else ""


def _facts(diagram: Diagram, step: Step, unsaid: str, room: int) -> list[str]:
    if step.kind is StepKind.NOT_REACHED:
        return []
    if step.call is None:
        return ["no process", *_rest(unsaid, room - 12, diagram)]
    call = diagram.calls[step.call]
    if step.index in diagram.running:
        return [diagram.running_text(step.index, now=0).strip()]
    if step.is_request:
        caller = diagram.calls.get(call.parent or "") if step.depth else None
        facts = _delegate_facts(caller, call) if caller else [request_note(call)]
        by_hand = _by_hand(call, room)
        facts = [by_hand, *filter(None, facts)] if by_hand else facts
        return [unsaid, *facts] if unsaid and _is_folded(diagram, step) else facts
    full, short = (reply_facts(call, diagram.glyphs, short=short) for short in (False, True))
    marks = _disputed_marks(diagram, step)
    if step.failed and unsaid:
        return [*full[:2], *_rest(unsaid, room - 16, diagram), *full[2:]]
    ways = [full, short]
    if marks:
        pairs = ((full, marks[0]), (short, marks[0]), (short, marks[1]))
        ways = [[*facts[:1], mark, *facts[1:]] for facts, mark in pairs]
    return next((facts for facts in ways if cells("  ".join(facts)) <= room), ways[-1])


def _by_hand(call: Call, room: int) -> str:
    """What a user changed of a request, in as many words as there is room for."""
    words = touched_words(call, answer=False)
    parts = ", ".join(one_line(part) for part in call.touched if part != "answer")
    return next((each for each in (words, f"{parts} by hand") if cells(each) <= room), "by hand")


def _disputed_marks(diagram: Diagram, step: Step) -> list[str]:
    """How many claims of an answer the kernel does not bear out, in full and short; none where all hold."""
    if step.call is None or not step.is_reply:
        return []
    call = diagram.calls[step.call]
    marks = (disputed_mark(diagram.trace, call, diagram.glyphs, short=short) for short in (False, True))
    return list(filter(None, marks))


def _delegate_facts(caller: Call, call: Call) -> list[str]:
    """What a delegate is to its caller: for a link of a network that the caller runs, the interface and the network."""
    link = nested_link(caller, call)
    return [one_line(link.ifname), one_line(link.network)] if link else [delegate_note(caller, call)]


def _rest(unsaid: str, room: int, diagram: Diagram) -> list[str]:
    """What the arrow could not say, if a readable part of it fits here."""
    return [clip(unsaid, room, diagram.glyphs.ellipsis)] if unsaid and room > _LEAST_REST else []
