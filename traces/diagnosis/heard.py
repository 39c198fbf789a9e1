"""A phrase in what was said of a failure: by the call that it began in, by the error, or by a reported text.

A phrase alone is no symptom: a rule looks for what the phrase speaks of, and quotes both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from traces.diagnosis.case import Case
from traces.diagnosis.telling import (
    LONGEST_QUOTE,
    broken_calls,
    holding,
    link_of,
    said,
    stream,
    the_error,
    was_stopped,
    who,
)
from traces.model.call import Call
from traces.model.finding import Evidence
from traces.model.trace import Trace
from traces.timeline.measure import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The phrase, and where it stands."""

    match: re.Match[str]
    evidence: Evidence
    is_recorded: bool
    """Whether a trace has it; a reported text may be old, or of another machine."""
    plugin: str = ""
    """Whose words they are, as «bridge (link 0)»; safe text, empty where that is not known."""
    verb: str = ""
    link: int | None = None
    call: Call | None = None

    @property
    def call_id(self) -> str | None:
        """The call's id, where one said it."""
        return self.call.id if self.call else None

    def group(self, name: str) -> str:
        """A named part of the phrase, as it stands in a sentence; empty where there is none."""
        return one_line(self.match[name] or "", 200)


def heard(case: Case, phrase: re.Pattern[str]) -> tuple[Heard, ...]:
    """Where the phrase was said: in the trace each call once (or else its error), then the reported text."""
    trace = case.trace
    recorded = () if trace is None or was_stopped(trace) else tuple(_recorded(trace, phrase))
    return (*recorded, *_reported(case, phrase))


def first_heard(case: Case, phrase: re.Pattern[str]) -> Heard | None:
    """The first of them: what is recorded stands before what is reported."""
    return next(iter(heard(case, phrase)), None)


def _recorded(trace: Trace, phrase: re.Pattern[str]) -> Iterator[Heard]:
    found = False
    for call in broken_calls(trace):
        match = next((match for text in _texts(call) if (match := phrase.search(text))), None)
        if match is not None:
            found = True
            side = "stdout" if call.stdout.strip() else "stderr"
            yield Heard(
                match=match,
                evidence=_around(trace, call, side, match[0]),
                is_recorded=True,
                plugin=who(trace, call),
                verb=call.verb,
                link=link_of(trace, call),
                call=call,
            )
    match = phrase.search(trace.failure.text) if trace.failure and not found else None
    if match is not None and trace.failure is not None:
        yield Heard(match=match, evidence=the_error(trace), is_recorded=True, verb=trace.verb, link=trace.failure.link)


def _around(trace: Trace, call: Call, side: str, words: str) -> Evidence:
    """What was said from its beginning, where the words are in that; else from them on."""
    content: bytes = getattr(call, side)
    start = content.find(words.encode(errors="surrogateescape"))
    return holding(trace, call, side, words) if start > LONGEST_QUOTE // 2 else stream(trace, call, side)


def _texts(call: Call) -> Iterator[str]:
    """What it said: its error object's words, else whatever it wrote."""
    told = said(call)
    yield told or call.stdout.decode(errors="replace")
    yield call.stderr.decode(errors="replace")


def _reported(case: Case, phrase: re.Pattern[str]) -> Iterator[Heard]:
    symptom = case.symptom
    match = phrase.search(symptom.text) if symptom is not None else None
    if symptom is not None and match is not None:
        yield Heard(
            match=match,
            evidence=Evidence(where="the reported error", quote=symptom.text),
            is_recorded=False,
            plugin=one_line(symptom.plugin),
            verb=symptom.verb,
        )
