"""A trace as a report in Markdown, fit to be pasted into an issue: facts first, each call's bytes folded away.

Whatever was recorded stands in code, inline or fenced, so that no text of it can be markup, a link or a mention.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from traces.cni.anyjson import any_json
from traces.export.mermaid import mermaid_text
from traces.model.call import Call
from traces.model.finding import Finding
from traces.model.trace import Trace
from traces.timeline.changes import Change, changes
from traces.timeline.glyphs import UNICODE
from traces.timeline.headline import failure_line, network_name, outcome_words, place_words, pod_name, remark_lines
from traces.timeline.kernel_steps import call_claims, disputed, end_claims
from traces.timeline.kernel_words import claim_text, kernel_text
from traces.timeline.marks import mark_lines
from traces.timeline.measure import one_line, size_text
from traces.timeline.printable import printable
from traces.timeline.stands_out import stands_out
from traces.timeline.steps import Visit, walk
from traces.timeline.text import sequence_text
from traces.timeline.words import end_words, reply_label, touched_words

_LONGEST_PAYLOAD = 20_000
"""Characters of a payload in a report: an issue has room for 65,536."""


def markdown_text(traces: Sequence[Trace], findings: Mapping[str, Sequence[Finding]] | None = None) -> str:
    """The reports of the traces, one below the other, each with what is wrong in it, by the trace's id."""
    known = findings or {}
    return "\n---\n\n".join("\n".join(_report(trace, known.get(trace.id, ()))) + "\n" for trace in traces)


def _report(trace: Trace, findings: Sequence[Finding]) -> Iterator[str]:
    yield f"# cnistep: {_code(f'{trace.verb} {network_name(trace)}')}: {_code(outcome_words(trace))}"
    yield ""
    yield from _facts(trace)
    yield from _wrong(findings)
    yield from ("", "## Sequence", "", *_fenced(sequence_text(trace), "text"))
    yield from ("", *_fenced(mermaid_text(trace), "mermaid"))
    yield from _section("Marks", [_code(line) for line in mark_lines(trace)])
    yield from _section("What stands out", [_code(f"{mark.step + 1}: {mark.sentence}") for mark in stands_out(trace)])
    yield from _section("Remarks", [_code(line) for line in (failure_line(trace), *remark_lines(trace)) if line])
    yield from _section("What the plugins did to the result", _changes(trace))
    yield from _section("What the kernel says otherwise", _disputes(trace))
    yield from ("", "## Calls")
    for visit in walk(trace.calls):
        if not visit.ends:
            yield from ("", *_call(trace, visit))
    result = trace.result
    if result is not None:
        yield from ("", "## Result", "", *_payload(result))


def _facts(trace: Trace) -> Iterator[str]:
    attachment = trace.attachment
    rows = {
        "trace": trace.id,
        "network": f"{network_name(trace)} from {trace.network.source}",
        "chain": ", ".join(link.type for link in trace.network.links),
        "for": f"{pod_name(attachment)}, {attachment.ifname} in {attachment.netns or '(no netns)'}",
        "container": attachment.container_id,
        "ran": f"{place_words(trace)}, as {trace.policy} runs it, {trace.created}".rstrip(", "),
        "secrets": "replaced by placeholders" if trace.redacted else "NOT replaced: this report is raw",
    }
    yield from (f"- {name}: {_code(value)}" for name, value in rows.items())


def _section(title: str, entries: Sequence[str]) -> Iterator[str]:
    if entries:
        yield from ("", f"## {title}", "", *(f"- {entry}" for entry in entries))


def _wrong(findings: Sequence[Finding]) -> Iterator[str]:
    """What is wrong: each cause an entry, and below it what was seen where, and what to do."""
    if findings:
        yield from ("", "## What is wrong", "")
    for finding in findings:
        cause, *below = _finding(finding)
        yield f"- {cause}"
        yield from (f"  - {line}" for line in below)


def _finding(finding: Finding) -> Iterator[str]:
    place = [] if finding.link is None else [f"link {finding.link}"]
    facts = [str(finding.severity), finding.kind, *place, *([] if finding.is_proven else ["likely, not proven"])]
    yield f"**{_html(', '.join(facts))}**: {_code(finding.cause)}"
    yield from (f"seen in {_code(each.where)}: {_code(each.quote)}" for each in finding.evidence)
    told = {"do": finding.advice, "next": finding.next_step, "read": finding.specification}
    yield from (f"{name}: {_code(text)}" for name, text in told.items() if text)


def _changes(trace: Trace) -> list[str]:
    calls = [visit.call for visit in walk(trace.calls) if not visit.ends]
    return [f"{_name(call)} {change.kind}: {_code(_change(change))}" for call in calls for change in changes(call)]


def _change(change: Change) -> str:
    both = change.before and change.after
    values = f"{change.before} {UNICODE.arrow} {change.after}" if both else change.before or change.after
    return f"{change.what}  {values}".rstrip()


def _disputes(trace: Trace) -> list[str]:
    claims = [(_name(call), call_claims(trace, call.id)) for call in trace.calls if call.link is not None]
    claims.append(("in the end", end_claims(trace)))
    return [
        f"{who} claims {_code(claim_text(row))}, but {_code(kernel_text(row))}"
        for who, rows in claims
        for row in disputed(rows)
    ]


def _name(call: Call) -> str:
    return f"{_code(call.plugin)}" if call.link is None else f"link {call.link}, {_code(call.plugin)},"


def _call(trace: Trace, visit: Visit) -> Iterator[str]:
    call = visit.call
    where = f"link {call.link}" if call.link is not None else "delegate"
    caller = f" of {_html(trace.call(call.parent).plugin)}" if visit.depth and call.parent is not None else ""
    words = f"{_html(call.plugin)}</code>, {where}{caller}: {_html(reply_label(call))}, {_html(end_words(call))}"
    by_hand = [each for answer in (False, True) if (each := touched_words(call, answer=answer))]
    words += "".join(f", {_html(each)}" for each in by_hand)
    yield from ("<details>", f"<summary><code>{words}</summary>", "")
    yield from (f"{_code(call.path)}, call {_code(call.id)}", "", *_environment(call))
    for name in ("stdin", "stdout", "stderr"):
        content = getattr(call, name)
        cut = ", of which the recorder kept only this beginning" if name in call.truncated else ""
        yield from ("", f"{name}, {size_text(len(content))}{cut}:" if content else f"{name}: nothing")
        yield from ("", *_payload(content)) if content else ()
    yield from ("", "</details>")


def _environment(call: Call) -> Iterator[str]:
    """CNI's own variables; of the others only how many there are, as they are the runtime's."""
    own = [entry for entry in call.environment if entry.startswith(b"CNI_")]
    others = len(call.environment) - len(own)
    yield from _fenced("\n".join(printable(entry) for entry in own), "sh")
    if others:
        yield from ("", f"and {others} more of the runtime's environment")


def _payload(content: bytes) -> Iterator[str]:
    text, language = _readable(content)
    yield from _fenced(text[:_LONGEST_PAYLOAD], language)
    if len(text) > _LONGEST_PAYLOAD:
        yield from ("", f"the first {_LONGEST_PAYLOAD} characters of {len(text)}")


def _readable(content: bytes) -> tuple[str, str]:
    """JSON with a member a line, any other text as it is; and its language."""
    try:
        return printable(json.dumps(any_json(content), indent=2, ensure_ascii=False), lines=True), "json"
    except (ValueError, RecursionError):
        return printable(content, lines=True), "text"


def _fenced(text: str, language: str) -> Iterator[str]:
    """A block of code, with a fence that is longer than any in it."""
    fence = "`" * max(3, _longest_run(text) + 1)
    yield from (f"{fence}{language}", text.rstrip("\n"), fence)


def _code(text: str) -> str:
    """Code in a line, with more backticks around it than are in it."""
    line = one_line(text, _LONGEST_PAYLOAD).strip()
    fence = "`" * (_longest_run(line) + 1)
    space = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{space}{line}{space}{fence}"


def _html(text: str) -> str:
    """Text inside of HTML, where Markdown's own marks count too."""
    return re.sub(r"[^\w .,/+-]|_", lambda found: f"&#{ord(found[0])};", one_line(text))


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
