"""What is still there after a DEL that went well, held to the snapshots of ADD: a silent leak."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from traces.cni.anyjson import ipam_of
from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import by_hand_command, in_short, names, the_end, the_note, whose
from traces.model.call import Call
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_LEFT = re.compile(r"LEFT BEHIND by link (?P<link>\d+), .*?: (?P<what>.*)")
_TOLD = 3


def _check(case: Case) -> Iterator[Finding]:
    """A DEL that failed leaves things behind because it stopped: that is told with its failure."""
    trace = case.trace
    if trace is None or trace.verb != "DEL" or trace.failure is not None:
        return
    found = [match for note in trace.notes if (match := _LEFT.fullmatch(note))]
    for link, notes in groupby(found, key=lambda match: int(match["link"])):
        call = next((each for each in reversed(trace.calls) if each.link == link), None)
        told = [note for note in notes if not _is_ipams(trace, call, link, note["what"])]
        if told:
            yield _finding(trace, call, link, told)


def _is_ipams(trace: Trace, call: Call | None, link: int, what: str) -> bool:
    """Whether it is a reservation that the link never told its IPAM plugin to give back: another fault."""
    if not what.startswith("reservation ") or call is None:
        return False
    entry = next((each for each in trace.network.links if each.index == link), None)
    ipam = ipam_of(entry.config).get("type") if entry else None
    return bool(ipam) and not any(each.parent == call.id for each in trace.calls)


def _finding(trace: Trace, call: Call | None, link: int, notes: Sequence[re.Match[str]]) -> Finding:
    what = names([in_short(note["what"]) for note in notes[:_TOLD]])
    more = f" and {len(notes) - _TOLD} more" if len(notes) > _TOLD else ""
    shown = tuple(the_note(trace, note.string) for note in notes[:_TOLD])
    return Finding(
        kind="del/leak",
        severity=Severity.ERROR,
        cause=f"{whose(trace, link)} ended DEL well and left behind what its ADD had made: {what}{more}",
        evidence=(*shown, the_end(trace, call)) if call else shown,
        advice="compare what ADD was asked with what DEL was: a name or an argument that differs makes it miss",
        next_step=by_hand_command(trace, call) if call else "",
        specification=RULE.specification,
        call=call.id if call else None,
        link=link,
        verb="DEL",
    )


RULE = Rule(
    id="del/leak",
    looks_at="the kernel and the reservations after DEL, beside what ADD had made",
    specification="https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications",
    check=_check,
)
