"""A plugin that crashed by a fault of its own: a Go panic or another runtime's trace on stderr."""

import re
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.known_faults import known_fault
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    by_hand_command,
    faults_put_in,
    in_short,
    link_of,
    span,
    stream,
    the_end,
    who,
)
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_CRASH = re.compile(
    rb"^(panic: |fatal error: |runtime: goroutine stack exceeds|Traceback \(most recent call last\):)", re.M
)
_FRAME = re.compile(rb"^(?P<name>[\w./*()\-]+)\([^\n]*\)$", re.M)
"""A frame of a Go trace: «main.cmdAdd(...)»."""
_NOT_ITS_OWN = (b"panic(", b"runtime.", b"runtime/", b"created by ")
_PYTHON = b"Traceback"


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    known = broken_call(trace) if trace is not None and known_fault(trace) is not None else None
    for call in trace.calls if trace else ():
        crash = _CRASH.search(call.stderr) if call.failed and call is not known else None
        if trace is not None and crash is not None:
            yield _finding(trace, call, crash)


def _finding(trace: Trace, call: Call, crash: re.Match[bytes]) -> Finding:
    line = _line(call.stderr, crash.start())
    frame = _own_frame(call.stderr)
    where = f", in {in_short(frame['name'])}" if frame else ""
    evidence: list[Evidence] = [span(trace, call, "stderr", crash.start(), crash.start() + len(line))]
    if frame:
        evidence.append(span(trace, call, "stderr", frame.start(), frame.end()))
    evidence += [the_end(trace, call), stream(trace, call, "stdin")]
    ours = any(fault[1] == call.plugin and fault[3] == "panics" for fault in faults_put_in(trace))
    return Finding(
        kind="output/panic",
        severity=Severity.ERROR,
        cause=f"{who(trace, call)} crashed at {in_short(call.verb)}{where}: {in_short(line)}"
        + (", as cnistep was told to make it" if ours else ", a fault of the plugin's own code"),
        evidence=tuple(evidence),
        advice="replay the call with single fields of its stdin taken out to find what it does not bear; then report it"
        " with its version, or go back to the version before",
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


def _line(text: bytes, start: int) -> bytes:
    """The line that says what happened: of a Python trace the last one."""
    if text.startswith(_PYTHON, start):
        return text[start:].rstrip().rsplit(b"\n", 1)[-1] if b"\n" in text[start:] else text[start:]
    return text[start:].split(b"\n", 1)[0].rstrip()


def _own_frame(stderr: bytes) -> re.Match[bytes] | None:
    return next((frame for frame in _FRAME.finditer(stderr) if not frame[0].startswith(_NOT_ITS_OWN)), None)


RULE = Rule(
    id="output/panic",
    looks_at="stderr and the end of every call that failed",
    specification="https://www.cni.dev/docs/spec/#error",
    check=_check,
)
