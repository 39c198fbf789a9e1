"""Faults that cnistep put in, and what a user did in a plugin's place: so that nobody looks for their cause."""

from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import faults_put_in, in_short, link_of, stream, the_note, who
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_HELP = "https://www.cni.dev/docs/spec/#section-2-execution-protocol"


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None:
        return
    for link, plugin, verb, what in faults_put_in(trace):
        where = f"{in_short(plugin)} (link {link})" if link is not None else in_short(plugin)
        note = next(each for each in trace.notes if what in each and plugin in each)
        call = next((each for each in reversed(trace.calls) if each.plugin == plugin and each.link == link), None)
        words = (
            f"what {where} did at {verb} was asked for with --fault ({in_short(what)}): it is no fault of the plugin"
        )
        yield _finding("cnistep/fault", words, (the_note(trace, note),), call, link, verb)
    for call in trace.calls:
        if call.touched:
            yield _by_hand(trace, call)


def _by_hand(trace: Trace, call: Call) -> Finding:
    plugin = who(trace, call)
    if "answer" in call.touched:
        words = f"{plugin} never ran at {in_short(call.verb)}: its answer was made by hand, whatever followed from it"
        return _finding(
            "cnistep/answer", words, (stream(trace, call, "stdout"),), call, link_of(trace, call), call.verb
        )
    edited = " and ".join("environment" if each == "env" else each for each in call.touched)
    words = f"{edited} of {plugin} was edited by hand at {in_short(call.verb)}: its runtime had sent it otherwise"
    side = "stdin" if "stdin" in call.touched else ""
    seen = (
        stream(trace, call, "stdin") if side else Evidence(where=f"environment of {plugin}", quote=edited, call=call.id)
    )
    return _finding("cnistep/edit", words, (seen,), call, link_of(trace, call), call.verb)


def _finding(
    kind: str, cause: str, evidence: tuple[Evidence, ...], call: Call | None, link: int | None, verb: str
) -> Finding:
    return Finding(
        kind=kind,
        severity=Severity.NOTE,
        cause=cause,
        evidence=evidence,
        specification=_HELP,
        call=call.id if call else None,
        link=link,
        verb=verb,
    )


RULE = Rule(
    id="cnistep",
    looks_at="the trace's notes and what was touched in its calls",
    specification=_HELP,
    check=_check,
)
