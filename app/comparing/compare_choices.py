"""With which trace one may want to compare one: its branches, the one before it, the good one beside the bad."""

from collections.abc import Iterator, Sequence

from app.screens.choice import Choice
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.trace_outcome import outcome_word

_MOST = 9


def compare_choices(
    trace: Trace, summaries: Sequence[Summary], *, is_marked: bool
) -> tuple[tuple[Choice, ...], dict[str, str]]:
    """The choices, the likeliest first, and which trace each key stands for.

    ``is_marked`` says that a trace is marked for comparing: then the mark can be taken off with 0.
    """
    found: dict[str, tuple[str, Summary]] = {}
    for why, summary in _candidates(trace, summaries):
        found.setdefault(summary.id, (why, summary))
    listed = list(found.values())[:_MOST]
    choices = [
        Choice(key=str(number), label=f"{one_line(each.verb)} {one_line(each.id)}: {why}", description=_about(each))
        for number, (why, each) in enumerate(listed, 1)
    ]
    if is_marked:
        choices.append(Choice(key="0", label="None: take the mark off"))
    return tuple(choices), {str(number): each.id for number, (_, each) in enumerate(listed, 1)}


def _candidates(trace: Trace, summaries: Sequence[Summary]) -> Iterator[tuple[str, Summary]]:
    """Why each may be wanted, the likeliest first."""
    others = [each for each in summaries if each.id != trace.id and each.finished]
    alike = [each for each in others if each.verb == trace.verb and each.network == trace.network.name]
    newest = sorted(alike, key=lambda each: each.created, reverse=True)
    before = [each for each in newest if each.created <= trace.created]
    parent = trace.branch_of.trace if trace.branch_of else None
    yield from (("its parent", each) for each in others if each.id == parent)
    yield from (("a branch of it", each) for each in others if each.branch_of == trace.id)
    yield from (("the one before it for this pod", each) for each in before if each.series == trace.series)
    is_bad = trace.failure is not None
    unlike = [each for each in (*before, *newest) if (each.error is None) == is_bad]
    yield from (("it went well" if is_bad else "it failed", each) for each in unlike[:2])
    yield from (("the same verb over this network", each) for each in newest)
    same_series = sorted((each for each in others if each.series == trace.series), key=lambda each: each.created)
    yield from (("of the same pod", each) for each in same_series)


def _about(summary: Summary) -> str:
    who = summary.pod or summary.container_id[:13]
    when = summary.created[:19].replace("T", " ")
    return ", ".join(one_line(part) for part in (outcome_word(summary), who, summary.place, when) if part)
