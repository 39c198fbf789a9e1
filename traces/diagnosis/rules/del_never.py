"""A DEL that a runtime reports and nobody ran: its deadline was over before a plugin was started."""

import re
from collections.abc import Iterator

from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, the_error, the_note, whose
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_NOTE = re.compile(r"the deadline of [\d.]+ s had passed before link (?P<link>\d+), ")
_NOT_STARTED = re.compile(r"netplugin failed with no error message: context (deadline exceeded|canceled)")
"""What libcni says where the context was over before the process was made: of one that was killed it says «signal»."""


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case.trace)
    elif case.symptom is not None and (found := _NOT_STARTED.search(case.symptom.text)):
        yield _of_symptom(case.symptom, found[0])


def _of_trace(trace: Trace) -> Iterator[Finding]:
    noted = next((found for note in trace.notes if (found := _NOTE.match(note))), None)
    if trace.failure is None or not (noted or _NOT_STARTED.search(trace.failure.text)):
        return
    link = int(noted["link"]) if noted else trace.failure.link
    plugin = whose(trace, link) if link is not None else "the plugin"
    if any(call.link == link for call in trace.calls):
        return
    cause = (
        f"{plugin} was never started at {in_short(trace.verb)}: the runtime's deadline was already over, "
        "so the error that reads like the plugin's is the runtime's own"
    )
    none = "none" if not trace.calls else f"{len(trace.calls)}, none of {plugin}"
    recorded = Evidence(where=f"calls recorded in {in_short(trace.id)}", quote=none)
    note = (the_note(trace, noted.string),) if noted else ()
    yield _finding(trace.verb, cause, (the_error(trace), recorded, *note), link, is_proven=True)


def _of_symptom(symptom: Symptom, text: str) -> Finding:
    plugin = f"{in_short(symptom.plugin)} was" if symptom.plugin else "the plugin was"
    verb = symptom.verb or "DEL"
    cause = (
        f"{plugin} never started at {in_short(verb)}: «context deadline exceeded» without «signal: killed» is what "
        "libcni says where the time was over before it began"
    )
    return _finding(verb, cause, (Evidence(where="what was reported", quote=text),), None, is_proven=False)


def _finding(verb: str, cause: str, evidence: tuple[Evidence, ...], link: int | None, *, is_proven: bool) -> Finding:
    kind = "del/never-executed" if verb == "DEL" else "timeout/never-executed"
    leak = "; what ADD made is still there until a DEL runs" if verb == "DEL" else ""
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=f"{cause}{leak}",
        evidence=evidence,
        advice="look at what used the time up before this verb; then send it again with a fresh deadline",
        next_step="cnistep list",
        specification="https://github.com/containernetworking/cni/blob/v1.3.0/pkg/invoke/raw_exec.go",
        is_proven=is_proven,
        link=link,
        verb=verb,
    )


RULE = Rule(
    id="del/never-executed",
    looks_at="the verb's error beside the calls that were recorded",
    specification="https://github.com/containernetworking/cni/blob/v1.3.0/pkg/invoke/raw_exec.go",
    check=_check,
)
