"""A trace in a few words: what ran, for whom, where, and how it ended."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from traces.model.call import Call
from traces.model.network import Attachment
from traces.model.trace import Trace
from traces.timeline.changes import dropped
from traces.timeline.disputes import Disputes
from traces.timeline.glyphs import UNICODE, Glyphs
from traces.timeline.identical import Identical
from traces.timeline.measure import duration_text, one_line
from traces.timeline.steps import Visit, walk
from traces.timeline.words import end_words

_PLACES = {
    "sandbox": "in the sandbox",
    "netns": "on this host",
    "node": "on the node, by its runtime",
}
_SHORT_ID = 13
_LONGEST_ERROR = 4_000
"""Characters of an error's text: as much as one would read; the failing call has all of it."""
LEFT_BEHIND = ("LEFT BEHIND by ", "what this DEL left behind ")
"""How the notes of a DEL begin that tell of what is still there and should not be."""
_LOSSES_NAMED = 10
_CACHED_TRACES = 4
"""A layout asks for its trace's remarks at each new width."""


def pod_name(attachment: Attachment) -> str:
    """«pod shop/web-0» where the runtime named one in CNI_ARGS, otherwise the beginning of the container ID."""
    args = dict(attachment.args)
    name, namespace = args.get("K8S_POD_NAME"), args.get("K8S_POD_NAMESPACE")
    if name:
        return one_line(f"pod {namespace}/{name}" if namespace else f"pod {name}")
    return one_line(f"container {attachment.container_id[:_SHORT_ID]}")


def network_name(trace: Trace) -> str:
    """The network and its version: «five 1.0.0»."""
    return one_line(f"{trace.network.name} {trace.network.cni_version}")


def place_words(trace: Trace) -> str:
    """Where the trace ran, in words that stand behind «ran» or «recorded»."""
    return _PLACES.get(trace.place, one_line(trace.place))


def failing_plugin(trace: Trace) -> str | None:
    """The plugin of the link that the verb failed at, or None."""
    if trace.failure is None or trace.failure.link is None:
        return None
    types = {link.index: link.type for link in trace.network.links}
    called = next((call.plugin for call in trace.calls if call.link == trace.failure.link), None)
    return one_line(called or types.get(trace.failure.link, "?"))


def outcome_words(trace: Trace, marks: Glyphs = UNICODE) -> str:
    """How it ended: «ok, 38 ms», «FAILED at portmap, code 11», or that it still runs; and whether by hand."""
    if not trace.finished:
        return "under way"
    by_hand = ", changed by hand" if any(call.touched for call in trace.calls) else ""
    if trace.failure is not None:
        plugin, how = failing_plugin(trace), failure_words(trace)
        return ", ".join(part for part in (f"FAILED at {plugin}" if plugin else "FAILED", how) if part) + by_hand
    spent = elapsed(trace)
    return (f"ok, {duration_text(spent, marks)}" if spent else "ok") + by_hand


def failure_words(trace: Trace) -> str:
    """How the failing link ended, in a word or two: «code 11», and «exit 1» or «SIGSEGV» where no code is known."""
    if trace.failure is None:
        return ""
    if trace.failure.code:
        return f"code {trace.failure.code}"
    called = next((call for call in reversed(trace.calls) if call.link == trace.failure.link), None)
    if called is None or called.link is None or not called.failed:
        return ""
    return "no result" if called.exit_code == 0 else end_words(called)


def closing_lines(trace: Trace, marks: Glyphs = UNICODE) -> tuple[str, ...]:
    """What is said below the steps: first how it failed, then what there is to remark."""
    failure = failure_line(trace, marks)
    return (*([failure] if failure else []), *remark_lines(trace, marks))


def failure_line(trace: Trace, marks: Glyphs = UNICODE) -> str:
    """libcni's words on the failure, with the link that they are about; empty where nothing failed."""
    if trace.failure is None:
        return ""
    plugin = failing_plugin(trace)
    where = f"link {trace.failure.link}, {plugin}: " if plugin else ""
    text = one_line(trace.failure.text, _LONGEST_ERROR + 1)
    text = text if len(text) <= _LONGEST_ERROR else f"{text[:_LONGEST_ERROR]}{marks.ellipsis}"
    return f"{marks.cross} {where}{text}"


def tells_of_leftovers(line: str) -> bool:
    """Whether a line of the remarks says what is still there after a DEL, and should not be."""
    return line.startswith(tuple(f"note: {words}" for words in LEFT_BEHIND))


def remark_lines(trace: Trace, marks: Glyphs = UNICODE) -> tuple[str, ...]:
    """Where a branch is from, what got lost on the way, what of the claims is not so, the notes, what was simulated."""
    return _remark_lines(Identical(trace), marks)


@lru_cache(maxsize=_CACHED_TRACES)
def _remark_lines(of: Identical[Trace], marks: Glyphs) -> tuple[str, ...]:
    trace = of.value
    notes = (f"note: {one_line(note, _LONGEST_ERROR)}" for note in trace.notes)
    simulated = [f"simulated: {one_line(', '.join(trace.simulated))}"] if trace.simulated else []
    return (*_lineage(trace, marks), *_losses(trace), *_disputes(trace), *notes, *simulated)


def _losses(trace: Trace) -> list[str]:
    """A line for each plugin that dropped something of its prevResult: «link 1, bridge did not carry over: …»."""
    losing = [visit for visit in walk(trace.calls) if not visit.ends and dropped(visit.call)]
    return [f"{_whose(trace, visit)} did not carry over: {_loss_words(visit.call)}" for visit in losing]


def _disputes(trace: Trace) -> list[str]:
    """A line for each link with claims that are not so; what it only passed on is said of the link before."""
    told = Disputes(trace)
    said = [(f"link {call.link}, {one_line(call.plugin)}", told.of_call(call)) for call in trace.calls]
    said.append(("prevResult" if trace.verb == "CHECK" else "the result, in the end,", told.in_the_end()))
    return [f"{who} claims {words}" for who, words in said if words]


def _whose(trace: Trace, visit: Visit) -> str:
    plugin = one_line(visit.call.plugin)
    if visit.depth and visit.call.parent is not None:
        return f"in {one_line(trace.call(visit.call.parent).plugin)}, {plugin}"
    return plugin if visit.link is None else f"link {visit.link}, {plugin}"


def _loss_words(call: Call) -> str:
    lost = [change.short for change in dropped(call)]
    more = len(lost) - _LOSSES_NAMED
    return ", ".join(lost[:_LOSSES_NAMED]) + (f" and {more} more" if more > 0 else "")


def _lineage(trace: Trace, marks: Glyphs) -> list[str]:
    """Of a branch: its parent, each edit, and the names that are others than in the record."""
    branch = trace.branch_of
    if branch is None:
        return []
    how = {"materialise": "built from prevResult", "in-place": "in place, in the pod itself"}.get(
        branch.how, "from the first link"
    )
    lines = [f"branch of {one_line(branch.trace)}: rerun from link {branch.link}, {how}"]
    lines += [f"edited: {edit_words(edit)}" for edit in branch.edits]
    lines += [f"environment edited: {variable_words(name, value)}" for name, value in branch.environment.items()]
    if branch.renamed:
        pairs = (f"{old} {marks.arrow} {new}" for old, new in branch.renamed.items())
        lines.append(f"other names than recorded: {one_line(', '.join(pairs))}")
    return lines


def edit_words(edit: Mapping[str, Any]) -> str:
    """An operation of a JSON Patch: «/prevResult/ips/0/address = "10.1.0.9/16"», «/dns removed»."""
    path = str(edit.get("path"))
    if "value" in edit:
        return one_line(f"{path} = {json.dumps(edit['value'], ensure_ascii=False)}")
    return one_line(f"{path} {edit.get('op')}d" if edit.get("op") == "remove" else f"{path} from {edit.get('from')}")


def variable_words(name: str, value: str | None) -> str:
    """«CNI_ARGS = IgnoreUnknown=1», «FOO taken out»."""
    return one_line(f"{name} taken out" if value is None else f"{name} = {value}")


def elapsed(trace: Trace) -> int:
    """Nanoseconds from the first call's start to the last end that was seen."""
    ends = [call.ended for call in trace.calls if call.ended is not None]
    return max(ends) - min(call.started for call in trace.calls) if ends else 0
