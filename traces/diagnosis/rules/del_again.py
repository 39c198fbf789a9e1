"""A plugin that did its DEL and fails when it is asked once more: runtimes ask again, and it must bear that."""

from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    by_hand_command,
    faults_put_in,
    in_short,
    link_calls,
    link_of,
    ran_past_deadline,
    said,
    stream,
    the_end,
    was_stopped,
    who,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_ENDED = (Outcome.ERROR, Outcome.FAILED, Outcome.KILLED)


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "DEL" or was_stopped(trace) or faults_put_in(trace):
        return
    call = broken_call(trace)
    link = link_of(trace, call) if call else None
    if call is None or link is None or call.outcome not in _ENDED or ran_past_deadline(trace, call):
        return
    earlier = _done_before(trace, _since_add(trace, case.series), link, call.plugin)
    if earlier is not None:
        yield _finding(trace, call, link, *earlier)


def _since_add(trace: Trace, series: Sequence[Trace]) -> Sequence[Trace]:
    """The DELs of the series since the last ADD before this trace, which may itself be in the series."""
    before: list[Trace] = []
    for other in series:
        if other.id == trace.id or (trace.created and other.created > trace.created):
            continue
        if other.verb == "ADD":
            before = []
        elif other.verb == "DEL":
            before.append(other)
    return before


def _done_before(trace: Trace, earlier: Sequence[Trace], link: int, plugin: str) -> tuple[Trace, Call] | None:
    """The DEL in which the link did well."""
    for other in reversed(earlier):
        if other.network.name != trace.network.name or other.attachment.ifname != trace.attachment.ifname:
            continue
        done = next((each for each in link_calls(other) if each.link == link and not each.failed), None)
        if done is not None and (done.plugin == plugin or any(each.plugin == plugin for each in other.calls)):
            return other, done
    return None


def _finding(trace: Trace, call: Call, link: int, earlier: Trace, done: Call) -> Finding:
    why = in_short(said(call) or call.stderr.strip() or call.stdout.strip())
    return Finding(
        kind="del/not-idempotent",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} did its DEL once and fails when it is asked again{f': «{why}»' if why else ''}; "
            "a runtime asks until it succeeds, so the pod stays Terminating"
        ),
        evidence=(
            the_end(earlier, done),
            stream(trace, call, "stdout" if call.stdout.strip() or not call.stderr else "stderr"),
            the_end(trace, call),
        ),
        advice="a DEL of what is gone already must succeed: report it to the plugin's authors",
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=link,
        verb="DEL",
    )


RULE = Rule(
    id="del/not-idempotent",
    looks_at="the DELs of one attachment since its ADD, link by link",
    specification="https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications",
    check=_check,
)
