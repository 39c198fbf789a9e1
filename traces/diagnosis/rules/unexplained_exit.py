"""A plugin that failed, told by the form in which it did: what is said where no other rule knows more."""

from collections.abc import Iterator
from signal import SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGTERM, Signals

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.documents import is_error
from traces.diagnosis.known_faults import known_fault
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_calls,
    by_hand_command,
    in_short,
    link_of,
    ran_past_deadline,
    said,
    stream,
    the_end,
    was_stopped,
    who,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_CRASHES = (SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE)


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or was_stopped(trace) or known_fault(trace) is not None:
        return
    for call in broken_calls(trace):
        if call.outcome in (Outcome.ERROR, Outcome.FAILED):
            yield _exit(trace, call)
        elif call.outcome is Outcome.KILLED and not ran_past_deadline(trace, call):
            yield _signal(trace, call)


def _exit(trace: Trace, call: Call) -> Finding:
    plugin, verb, code = who(trace, call), in_short(call.verb), call.exit_code
    first = next((line for line in call.stderr.splitlines() if line.strip()), b"")
    if is_error(any_object(call.stdout)) or call.outcome is Outcome.ERROR:
        number = any_object(call.stdout).get("code")
        words = (
            f"{plugin} ended {verb} with an error of its own, code {in_short(str(number))}: «{in_short(said(call))}»"
        )
        return _finding(trace, call, "exit/error-object", words, stream(trace, call, "stdout"))
    if call.stdout.strip():
        words = f"{plugin} ended {verb} with exit {code} and text on stdout that is no error object"
        return _finding(trace, call, "exit/text", f"{words}: «{in_short(call.stdout)}»", stream(trace, call, "stdout"))
    if first:
        words = f"{plugin} ended {verb} with exit {code} and says why on stderr only: «{in_short(first)}»"
        return _finding(trace, call, "exit/stderr-only", words, stream(trace, call, "stderr"))
    words = f"{plugin} ended {verb} with exit {code} and says nothing, neither on stdout nor on stderr"
    return _finding(trace, call, "exit/silent", words, stream(trace, call, "stdout"))


def _signal(trace: Trace, call: Call) -> Finding:
    number = call.signal or 0
    name = next((each.name for each in Signals if each == number), f"signal {number}")
    words = f"{who(trace, call)} was killed by {name} at {in_short(call.verb)}"
    if number in _CRASHES:
        words += ": the plugin's own code crashed"
        advice, step = "report it with its version and the input that is recorded here", by_hand_command(trace, call)
    elif number in (SIGKILL, SIGTERM):
        words += ": somebody ended it, as a runtime does at its deadline and the kernel when memory runs out"
        advice = "look whether memory ran out, and how long the runtime waits for a plugin"
        step = "dmesg -T | grep -i -E 'out of memory|oom|killed process' | tail"
    else:
        advice, step = "look who sent it", by_hand_command(trace, call)
    return _finding(trace, call, "exit/signal", words, *_stderr(trace, call), advice=advice, step=step)


def _stderr(trace: Trace, call: Call) -> tuple[Evidence, ...]:
    return (stream(trace, call, "stderr"),) if call.stderr else ()


def _finding(
    trace: Trace, call: Call, kind: str, cause: str, *evidence: Evidence, advice: str = "", step: str = ""
) -> Finding:
    more = () if call.outcome is Outcome.KILLED or kind == "exit/stderr-only" else _stderr(trace, call)
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=cause,
        evidence=(*evidence, *more, the_end(trace, call)),
        next_step=step or by_hand_command(trace, call),
        advice=advice or "run the call again by hand with what it was given, and change one thing at a time",
        specification=RULE.specification,
        is_proven=False,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


RULE = Rule(
    id="exit",
    looks_at="the calls that the verb's failure began in: their exit, stdout and stderr",
    specification="https://www.cni.dev/docs/spec/#error",
    check=_check,
)
