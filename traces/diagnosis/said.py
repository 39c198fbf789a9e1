"""What was said of a failure, by a trace or by a reported text, as evidence that a rule can quote."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from traces.diagnosis.case import Case
from traces.model.call import Outcome
from traces.model.finding import Evidence

_REFUSED = re.compile(r"fork/exec (/(?:(?!fork/exec )[^:\n])*): ([a-z ]+)")
"""What Go says of a program that the kernel did not start; without looking past the next time that it says so."""
_RECORDED = re.compile(r'"msg": ?"cnistep: cannot execute ((?:[^"\\]|\\.)*)", ?"details": ?"([^"]*)"')
"""The recorder's answer in the place of a plugin that the kernel did not start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A text, and where it stands."""

    text: str
    evidence: Evidence
    is_recorded: bool
    """Whether a trace has it; a reported text may be old, or of another machine."""
    verb: str = ""
    link: int | None = None
    call: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A plugin that the kernel did not start."""

    path: str
    reason: str
    """In lower case: exec format error, permission denied, no such file or directory …"""
    said: Said


def said(case: Case) -> tuple[Said, ...]:
    """The error that the trace ended with, then the reported text."""
    return tuple(_said(case))


def refusals(case: Case) -> tuple[Refusal, ...]:
    """Every plugin of which the case says that the kernel did not start it, each once."""
    found = {each.path: each for each in (*_recorded(case), *_told(case))}
    return tuple(found.values())


def _said(case: Case) -> Iterator[Said]:
    trace, symptom = case.trace, case.symptom
    if trace is not None and trace.failure is not None:
        call = case.failed_call
        yield Said(
            text=trace.failure.text,
            evidence=Evidence(where=f"the error of {trace.verb}", quote=trace.failure.text),
            is_recorded=True,
            verb=trace.verb,
            link=trace.failure.link,
            call=call.id if call else None,
        )
    if symptom is not None and symptom.text:
        evidence = Evidence(where="the reported error", quote=symptom.text)
        yield Said(text=symptom.text, evidence=evidence, is_recorded=False, verb=symptom.verb)


def _told(case: Case) -> Iterator[Refusal]:
    for each in said(case):
        for path, reason in _REFUSED.findall(each.text):
            yield Refusal(path=path, reason=reason.strip(), said=each)


def _recorded(case: Case) -> Iterator[Refusal]:
    """Calls of the trace, delegates included, in which the recorder could not start the plugin."""
    trace = case.trace
    for call in trace.calls if trace else ():
        found = _RECORDED.search(call.stdout.decode(errors="replace")) if call.outcome is Outcome.NOT_STARTED else None
        if found:
            link = call.link if call.link is not None else _link_of(case, call.parent)
            at = Evidence(
                where=f"what came of executing {call.plugin} for {call.verb}",
                quote=f"{call.path}: {found[2]}",
                call=call.id,
                side="stdout",
                start=0,
                end=len(call.stdout),
            )
            text = f"{call.path}: {found[2]}"
            told = Said(text=text, evidence=at, is_recorded=True, verb=call.verb, link=link, call=call.id)
            yield Refusal(path=call.path, reason=found[2].lower(), said=told)


def _link_of(case: Case, parent: str | None) -> int | None:
    calls = {call.id: call for call in case.trace.calls} if case.trace else {}
    while parent in calls:
        if calls[parent].link is not None:
            return calls[parent].link
        parent = calls[parent].parent
    return None
