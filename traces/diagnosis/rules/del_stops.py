"""A DEL that stops at a link that fails: the links before it in the chain are never asked to clean up."""

from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    by_hand_command,
    in_short,
    link_of,
    names,
    ran_past_deadline,
    said,
    stream,
    the_end,
    the_note,
    was_stopped,
    who,
    whose,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.steps import links_in_order

_ENDED = (Outcome.ERROR, Outcome.FAILED, Outcome.KILLED)
_LEFT = "LEFT BEHIND by "
_TOLD = 3


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "DEL" or trace.policy != "libcni" or was_stopped(trace):
        return
    call = broken_call(trace)
    if call is None or call.outcome not in _ENDED or ran_past_deadline(trace, call):
        return
    called = {each.link for each in trace.calls}
    never = [link for link in links_in_order(trace) if link not in called]
    if never and (failed := link_of(trace, call)) is not None:
        yield _finding(trace, call, failed, never)


def _finding(trace: Trace, call: Call, failed: int, never: Sequence[int]) -> Finding:
    why = in_short(said(call) or call.stderr.strip() or call.stdout.strip())
    left = [note for note in trace.notes if note.startswith(_LEFT)]
    never_called = Evidence(
        where=f"links that DEL {in_short(trace.id)} never called", quote=", ".join(whose(trace, link) for link in never)
    )
    return Finding(
        kind="del/tail-error-stops-chain",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} failed at DEL{f' («{why}»)' if why else ''}, and DEL stops at the first error: "
            f"{names([whose(trace, link) for link in never[:_TOLD]])} {'was' if len(never) == 1 else 'were'} never "
            "asked to clean up"
        ),
        evidence=(
            stream(trace, call, "stdout" if call.stdout.strip() or not call.stderr else "stderr"),
            the_end(trace, call),
            never_called,
            *(the_note(trace, note) for note in left[:_TOLD]),
        ),
        advice=(
            "a plugin must bear a DEL for what is gone already; until it does, run DEL past it "
            "(cnistep run NETWORK DEL --del-policy continue) and see what is left"
        ),
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=failed,
        verb="DEL",
    )


RULE = Rule(
    id="del/tail-error-stops-chain",
    looks_at="the failed link of a DEL, the links that it never called, and what is left behind",
    specification="https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications",
    check=_check,
)
