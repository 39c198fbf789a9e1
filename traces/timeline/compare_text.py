"""A comparison as text: in columns, or line by line for screen readers. Everything recorded is made safe here."""

from collections.abc import Iterator, Sequence

from traces.model.trace import Trace
from traces.timeline.compare_model import Aspect, Comparison, Difference
from traces.timeline.fold import fold_words
from traces.timeline.glyphs import Glyphs, glyphs
from traces.timeline.headline import network_name, outcome_words, place_words, pod_name
from traces.timeline.measure import clip, count_text, one_line

_WORDS = {
    Aspect.VERB: "the verbs differ",
    Aspect.NETWORK: "the network is configured otherwise",
    Aspect.ATTACHMENT: "the attachments differ",
    Aspect.POLICY: "the failure policies differ",
    Aspect.PLACE: "they ran in different places",
    Aspect.SIMULATED: "other plugins were simulated",
    Aspect.CALL: "was called in one of them only",
    Aspect.PLUGIN: "is another plugin",
    Aspect.PATH: "was executed from another path",
    Aspect.ENV: "was given another environment",
    Aspect.STDIN: "was given another stdin",
    Aspect.END: "ended otherwise",
    Aspect.STDOUT: "answered otherwise",
    Aspect.STDERR: "wrote something else to stderr",
    Aspect.KERNEL: "did something else to the kernel",
    Aspect.ERROR: "the errors differ",
    Aspect.RESULT: "the results differ",
}
_OF_THE_TRACE = frozenset(
    {
        Aspect.VERB,
        Aspect.NETWORK,
        Aspect.ATTACHMENT,
        Aspect.POLICY,
        Aspect.PLACE,
        Aspect.SIMULATED,
        Aspect.ERROR,
        Aspect.RESULT,
    }
)
_LONGEST = 400
"""Characters of a value that are shown; the JSON document has all of it."""
_ASPECT_WIDTH = max(map(len, Aspect))
_AT_WIDTH = 24
_NOTHING = "nothing"


def comparison_text(left: Trace, right: Trace, comparison: Comparison, *, width: int, ascii: bool = False) -> str:
    """The two traces, the first cause, and the differences call by call, each with its values.

    Lines are at most `width` cells long. Ends with a newline.
    """
    marks = glyphs(ascii)
    heads = [f"{name}  {trace_line(trace, marks)}" for name, trace in (("A", left), ("B", right))]
    lines = [row for head in heads for row in fold_words(head, width, "   ")]
    lines += ["", *fold_words(cause_sentence(comparison), width, "  ")]
    groups: dict[str, list[Difference]] = {}
    for each in comparison.differences:
        groups.setdefault(each.subject, []).append(each)
    for subject, found in groups.items():
        lines += ["", *_group(subject, found, width, marks)]
    closing = _closing(comparison)
    lines += [row for line in ("", *closing) for row in fold_words(line, width, "  ")] if closing else []
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text.encode("ascii", "backslashreplace").decode() if ascii else text


def comparison_plain(left: Trace, right: Trace, comparison: Comparison) -> str:
    """The same told line by line: a heading, one numbered line a difference, the first cause."""
    marks = glyphs(True)
    lines = [f"{name}: {trace_line(trace, marks)}." for name, trace in (("A", left), ("B", right))]
    for number, each in enumerate(comparison.differences, 1):
        follows = " This only follows." if each.follows else ""
        where = f" {_safe(each.at)}" if each.at else ""
        lines.append(f"{number}. {_safe(each.subject)}, {each.aspect}{where}: {_values(each)}.{follows}")
    lines += [f"{line}." for line in _closing(comparison)]
    return "\n".join([*lines, cause_sentence(comparison)])


def cause_sentence(comparison: Comparison) -> str:
    """One sentence that names the first cause, or says that there is none. Safe to show."""
    cause = comparison.first_cause
    if cause is None:
        return "No differences."
    whose = "the edit that made the branch: " if cause.edited else "changed by hand: " if cause.touched else ""
    lead = "Only what surrounds the runs differs, first:" if cause.surrounding else "First cause:"
    who = "" if cause.aspect in _OF_THE_TRACE else f"{_safe(cause.subject)} "
    where = f" at {_safe(cause.at)}" if cause.at else ""
    return f"{lead} {whose}{who}{_WORDS[cause.aspect]}{where}: {_values(cause)}."


def trace_line(trace: Trace, marks: Glyphs) -> str:
    """What a trace is, how it ended and when it was made, in safe words."""
    made = one_line(trace.created[:19].replace("T", " "))
    branch = f"branch of {one_line(trace.branch_of.trace)} from link {trace.branch_of.link}" if trace.branch_of else ""
    what = f"{one_line(trace.id)}  {one_line(trace.verb)} {network_name(trace)}"
    facts = (what, outcome_words(trace, marks), branch, pod_name(trace.attachment), place_words(trace), made)
    return ", ".join(filter(None, facts))


def _group(subject: str, found: Sequence[Difference], width: int, marks: Glyphs) -> Iterator[str]:
    count = count_text(len(found), "difference", "differences")
    yield clip(f"{_safe(subject)}  {count}", width)
    for each in found:
        yield from _rows(each, width, marks)


def _rows(each: Difference, width: int, marks: Glyphs) -> Iterator[str]:
    """The place and both values in columns where they fit, otherwise the values below it."""
    follows = " (follows)" if each.follows else ""
    head = f"  {each.aspect:<{_ASPECT_WIDTH}}  {_safe(each.at)}"
    before, after = _shown(each.before), _shown(each.after)
    line = f"{head:<{_ASPECT_WIDTH + 4 + _AT_WIDTH}}  {before} {marks.arrow} {after}{follows}"
    if len(head) <= _ASPECT_WIDTH + 4 + _AT_WIDTH and clip(line, width) == line:
        yield line
        return
    lead = " " * (_ASPECT_WIDTH + 4)
    yield from fold_words(f"{head.rstrip()}{follows}", width, lead)
    for name, value in _sides(each):
        rows = fold_words(value, max(1, width - len(lead) - len(name) - 2))
        yield from (f"{lead}{' ' * len(name) if place else name}  {row}" for place, row in enumerate(rows))


def _sides(each: Difference) -> Iterator[tuple[str, str]]:
    """The values with the trace that has them."""
    if each.before is None or each.after is None:
        yield ("only A", _shown(each.before)) if each.after is None else ("only B", _shown(each.after))
        return
    yield from (("A", _shown(each.before)), ("B", _shown(each.after)))


def _closing(comparison: Comparison) -> list[str]:
    """Which calls are the same, and what was not compared."""
    same = [f"same: {_safe(', '.join(comparison.same), 2_000)}"] if comparison.same else []
    return [*same, *(f"note: {_safe(note)}" for note in comparison.notes)]


def _values(each: Difference) -> str:
    return f"A: {_shown(each.before)}; B: {_shown(each.after)}"


def _shown(value: str | None) -> str:
    return _NOTHING if value is None else clip(_safe(value), _LONGEST) or '""'


def _safe(text: str, longest: int = _LONGEST) -> str:
    return one_line(text, longest)
