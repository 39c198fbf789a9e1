"""What calls, traces and summaries have for the fields that a query asks for."""

import json
from collections.abc import Callable, Mapping

from traces.cni.call_facts import error_message, result_part
from traces.model.call import Call
from traces.model.call_facts import CallFacts, Span
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.query.fields import COUNTS

_NUMBERS: Mapping[str, Callable[[CallFacts], int | None]] = {
    "link": lambda call: call.link,
    "depth": lambda call: call.depth,
    "exit": lambda call: call.exit_code,
    "signal": lambda call: call.signal,
    "code": lambda call: call.code,
}
_OF_SUMMARY: Mapping[str, Callable[[Summary], str]] = {
    "verb": lambda row: row.verb,
    "pod": lambda row: row.pod,
    "ns": lambda row: row.namespace,
    "net": lambda row: row.network,
    "place": lambda row: row.place,
    "container": lambda row: row.container_id,
    "ifname": lambda row: row.ifname,
    "id": lambda row: row.id,
    "failed_plugin": lambda row: row.failed_plugin or "",
    "error": lambda row: row.error or "",
}
_OF_TRACE: Mapping[str, Callable[[Trace], str]] = {
    "verb": lambda trace: trace.verb,
    "pod": lambda trace: _argument(trace, "K8S_POD_NAME"),
    "ns": lambda trace: _argument(trace, "K8S_POD_NAMESPACE"),
    "net": lambda trace: trace.network.name,
    "place": lambda trace: trace.place,
    "container": lambda trace: trace.attachment.container_id,
    "ifname": lambda trace: trace.attachment.ifname,
    "id": lambda trace: trace.id,
    "failed_plugin": lambda trace: trace.failed_plugin or "",
    "error": lambda trace: trace.error or "",
    "notes": lambda trace: "\n".join(trace.notes),
    "marks": lambda trace: "\n".join(mark.note or "marked" for mark in trace.marks),
}


def number_of(facts: CallFacts, took: Span | None, field: str) -> Span | None:
    """The least and the most that a field's number may be; None where there is none."""
    if field == "ms":
        return took
    if field in COUNTS:
        count = None if facts.counts is None else facts.counts[COUNTS.index(field)]
        return None if count is None else (count, count)
    number = _NUMBERS[field](facts)
    return None if number is None else (number, number)


def text_of_call(call: Call, field: str) -> str | None:
    """A text of a call; of a part of its result its JSON, and None where it has no result."""
    if field == "env":
        return "\n".join(map(_decoded, call.environment))
    if field == "msg":
        return error_message(call)
    if field in COUNTS:
        part = result_part(call, field)
        return None if part is None else json.dumps(part, ensure_ascii=False)
    return _decoded({"stdin": call.stdin, "stdout": call.stdout, "stderr": call.stderr}[field])


def text_of_summary(row: Summary, field: str, *, whole: bool = False) -> str:
    """What a list knows of a trace; with ``whole`` the pod with its namespace."""
    return f"{row.namespace}/{row.pod}" if whole and field == "pod" else _OF_SUMMARY[field](row)


def text_of_trace(trace: Trace, field: str, *, whole: bool = False) -> str:
    """The same of the trace itself."""
    text = _OF_TRACE[field](trace)
    return f"{text_of_trace(trace, 'ns')}/{text}" if whole and field == "pod" else text


def words_of_summary(row: Summary) -> str:
    """What is looked through for a word without a field, case-folded."""
    ended = _outcome(row.error is not None, row.finished, row.failed_plugin)
    fields = (row.id, row.verb, row.network, row.container_id, row.ifname, row.place, row.error, row.failed_plugin)
    more = (row.how, row.created, f"{row.namespace}/{row.pod}" if row.pod else "", "edited" if row.edited else "")
    return "\n".join(text for text in (*fields, *more, ended) if text).casefold()


def words_of_trace(trace: Trace) -> str:
    """The same of the trace itself."""
    ended = _outcome(trace.error is not None, trace.finished, trace.failed_plugin)
    names = [text_of_trace(trace, field) for field in _OF_SUMMARY if field not in ("pod", "ns")]
    pod = text_of_trace(trace, "pod", whole=True) if text_of_trace(trace, "pod") else ""
    branch = trace.branch_of
    edited = "edited" if branch and (branch.edits or branch.environment) else ""
    more = (branch.how if branch else "", trace.created, pod, edited, ended)
    return "\n".join(text for text in (*names, *more) if text).casefold()


def words_of_call(call: Call, trace: Trace) -> str:
    """What is looked through for a word without a field where calls are looked for, case-folded."""
    texts = [text_of_call(call, field) or "" for field in ("env", "stdin", "stdout", "stderr")]
    return "\n".join((call.plugin, call.verb, call.path, *texts, words_of_trace(trace))).casefold()


def _outcome(failed: bool, finished: bool, plugin: str | None) -> str:
    if failed:
        return f"failed at {plugin}" if plugin else "failed"
    return "ok" if finished else "running"


def _argument(trace: Trace, name: str) -> str:
    return dict(trace.attachment.args).get(name, "")


def _decoded(raw: bytes) -> str:
    return raw.decode(errors="backslashreplace")
