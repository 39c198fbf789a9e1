"""One side of a pair, row by row: what both were given or said, their environments, how they ended, the kernel."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from traces.model.call import Call
from traces.timeline.beside import Beside, Pair, place_of
from traces.timeline.compare import wanted_places
from traces.timeline.compare_calls import end_of, kernel_entry, kernel_pairs, told, variables, variables_by_hand
from traces.timeline.compare_model import Aspect
from traces.timeline.diff_rows import DiffRow, document_rows, folded, text_row, text_rows
from traces.timeline.json_tree import State
from traces.timeline.kernel_steps import KernelStep, comparable_changes, kernel_step
from traces.timeline.measure import duration_text, one_line

_ABOUT_THE_END: tuple[tuple[Aspect, Callable[[Call], str]], ...] = (
    (Aspect.VERB, lambda call: f"verb {call.verb}"),
    (Aspect.PLUGIN, lambda call: f"plugin {call.plugin}"),
    (Aspect.PATH, lambda call: f"path {call.path}"),
    (Aspect.END, end_of),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRows:
    """What stands on one side."""

    rows: tuple[DiffRow, ...] = ()
    note: str = ""
    """What there is to say where there are no rows, or above them: safe text."""


def side_rows(beside: Beside, pair: Pair, side: str, *, fold: bool = True) -> SideRows:
    """The rows of a side of a pair; with ``fold`` parts that are the same are folded into one."""
    if pair.meeting is not None:
        return _call_rows(beside, pair, side, fold)
    if side == "given":
        return _given_rows(beside, pair)
    rows = _error_rows(beside) if side == "error" else _result_rows(beside, fold)
    return SideRows(rows=rows, note="" if rows else f"neither has {'an error' if side == 'error' else 'a result'}")


def side_size(pair: Pair, beside: Beside, side: str) -> int:
    """How many bytes there are to compare: what is large takes its time."""
    if side in ("stdin", "stdout", "stderr"):
        return sum(len(getattr(call, side)) for call in pair.calls if call is not None)
    if side == "result":
        return sum(len(trace.result or b"") for trace in (beside.left, beside.right))
    return 0


def _call_rows(beside: Beside, pair: Pair, side: str, fold: bool) -> SideRows:
    left, right = pair.calls
    if side == "kernel":
        return _kernel_rows(beside, left, right, fold)
    if side in ("env", "exit"):
        rows = list(_env_rows(beside, pair) if side == "env" else _exit_rows(left, right))
        return SideRows(rows=tuple(folded(rows)) if fold and side == "env" else tuple(rows))
    return _stream_rows(beside, pair, side, fold)


def _stream_rows(beside: Beside, pair: Pair, side: str, fold: bool) -> SideRows:
    one, other = (b"" if call is None else getattr(call, side) for call in pair.calls)
    if side == "stderr":
        rows = text_rows(one, other, beside.masking, fold=fold)
    else:
        places = wanted_places(beside.left, beside.right, pair.meeting) if pair.meeting and side == "stdin" else None
        wanted = (*places.edited, *places.by_hand) if places else ()
        rows = document_rows(one, other, beside.masking, wanted, fold=fold)
    return SideRows(rows=rows, note="" if rows else f"{side} is empty in both")


def _env_rows(beside: Beside, pair: Pair) -> Iterator[DiffRow]:
    left, right = pair.calls
    calls = [call for call in (left, right) if call is not None]
    wanted = {name for call in calls for name in variables_by_hand(call)}
    if pair.meeting is not None:
        wanted.update(wanted_places(beside.left, beside.right, pair.meeting).variables)
    for name in variables(*calls):
        ours, theirs = (
            None if call is None or name not in call.env else f"{name}={call.env[name]}" for call in (left, right)
        )
        yield text_row((ours, theirs), None if name in wanted else beside.masking, name)


def _exit_rows(left: Call | None, right: Call | None) -> Iterator[DiffRow]:
    calls = (left, right)
    if left is None or right is None:
        yield text_row(["was not called" if call is None else "was called" for call in calls], None, Aspect.CALL)
    for aspect, words in _ABOUT_THE_END:
        yield text_row([None if call is None else words(call) for call in calls], None, aspect)
    took = [None if call is None or call.duration is None else f"took {duration_text(call.duration)}" for call in calls]
    if any(took):
        yield DiffRow(left=took[0], right=took[1])


def _kernel_rows(beside: Beside, left: Call | None, right: Call | None, fold: bool) -> SideRows:
    ours, theirs = (
        KernelStep(why_unknown="it was not called") if call is None else kernel_step(trace, call.id)
        for trace, call in ((beside.left, left), (beside.right, right))
    )
    if ours.why_unknown or theirs.why_unknown:
        whys = [f"{name}: {step.why_unknown}" for name, step in (("A", ours), ("B", theirs)) if step.why_unknown]
        return SideRows(note="; ".join(whys))
    rows = []
    for one, other, is_same in kernel_pairs(*comparable_changes(ours, theirs), beside.masking):
        texts = [None if each is None else f"{kernel_entry(each)}  {told(each)}" for each in (one, other)]
        change = one or other
        at = kernel_entry(change) if change else ""
        rows.append(text_row(texts, beside.masking if is_same else None, at))
    return SideRows(rows=tuple(folded(rows) if fold else rows), note="" if rows else "neither changed anything")


def _given_rows(beside: Beside, pair: Pair) -> SideRows:
    rows = []
    for stop in beside.stops:
        each = stop.difference
        if each.subject == pair.subject:
            at = place_of(each)
            texts = (None if value is None else f"{at}: {value}" for value in (each.before, each.after))
            rows.append(text_row(texts, None, at))
    for name in ("container_id", "netns", "ifname"):
        ours, theirs = (getattr(trace.attachment, name) for trace in (beside.left, beside.right))
        row = text_row((f"{name}: {ours}", f"{name}: {theirs}"), beside.masking)
        rows += [row] if row.state is State.MASKED else []
    said = "they were given the same: network, attachment, policy, place"
    return SideRows(rows=tuple(rows), note="" if any(row.is_unlike for row in rows) else said)


def _result_rows(beside: Beside, fold: bool) -> tuple[DiffRow, ...]:
    return document_rows(beside.left.result or b"", beside.right.result or b"", beside.masking, fold=fold)


def _error_rows(beside: Beside) -> tuple[DiffRow, ...]:
    traces = (beside.left, beside.right)
    if not any(trace.failure for trace in traces):
        return ()
    codes = (None if trace.error_code is None else f"code {trace.error_code}" for trace in traces)
    errors = (trace.error for trace in traces)
    row = text_row(errors, beside.masking, Aspect.ERROR)
    code = text_row(codes, None, f"{Aspect.ERROR} code")
    return (code, row) if code.left or code.right else (row,)


def title_of(pair: Pair) -> str:
    """What the pair is, in safe words."""
    return {"trace": "what they were given", "outcome": "what came of it"}.get(pair.subject, one_line(pair.subject))
