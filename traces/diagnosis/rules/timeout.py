"""A call that a deadline cut off, or that never ended: who used the time up, and what it waited for."""

import re
from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    holding,
    in_short,
    link_calls,
    link_of,
    names,
    quoted,
    show_command,
    span,
    stream,
    the_end,
    the_error,
    the_note,
    was_stopped,
    who,
    whose,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.glyphs import ASCII
from traces.timeline.measure import duration_text
from traces.timeline.steps import links_in_order

_NOTE = re.compile(r"the deadline of (?P<seconds>[\d.]+) s passed while link (?P<link>\d+), ")
_LOCK = re.compile(
    rb"xtables lock|[Ww]aiting for (the )?lock|another app is currently holding|"
    rb"cannot acquire (the )?lock|flock|lock held|resource temporarily unavailable"
)
_TAKEN = re.compile(rb"holding the xtables lock|cannot acquire (the )?lock|xtables lock")
"""What iptables says that does not wait, or has waited enough (exit status 4)."""
_AROUND = 80
"""Bytes before such words that are quoted with them."""
_LINE = 240
"""The same of a line in which a lock is spoken of, on each side of the words."""
_BY_IPTABLES = ("portmap", "firewall", "bandwidth-iptables", "istio-cni", "linkerd-cni", "calico", "antrea", "kindnet")
"""Plugins that run iptables, which is queued behind one lock for the whole node (iptables(8), --wait)."""
_MOST = 0.9
"""Of the deadline: who used so much of it used it up alone."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or was_stopped(trace):
        return
    passed = next((found for note in trace.notes if (found := _NOTE.match(note))), None)
    call = _cut_off(trace, passed)
    if call is None:
        yield from _given_up(trace)
        return
    deadline = float(passed["seconds"]) * 1e9 if passed else None
    waits = _lock(trace, call, case.symptom.text if case.symptom else "")
    if waits:
        yield _lock_contention(trace, call, waits, passed)
    elif call.plugin in _BY_IPTABLES:
        yield _lock_contention(trace, call, (), passed)
    elif deadline is not None and (slow := _slower(trace, call, deadline)):
        yield _deadline(trace, call, slow, passed)
    else:
        yield _hang(trace, call, passed)


def _given_up(trace: Trace) -> Iterator[Finding]:
    """A call that did not wait, or not to the end: it failed by itself because the lock was taken."""
    call = broken_call(trace)
    side = "stdout" if call is not None and call.stdout.strip() else "stderr"
    match = _TAKEN.search(getattr(call, side)) if call is not None and call.failed else None
    if call is not None and match is not None:
        seen = span(trace, call, side, max(0, match.start() - _AROUND), match.end())
        yield _lock_contention(trace, call, (seen,), None)


def _cut_off(trace: Trace, passed: re.Match[str] | None) -> Call | None:
    """The innermost call that was at work when the time was over, or that is at work in a trace that has ended."""
    if passed:
        at = next((each for each in reversed(trace.calls) if each.link == int(passed["link"])), None)
        below = [each for each in trace.calls if at and each.parent == at.id and _is_unended(each)]
        return below[-1] if below else at
    if not trace.finished:
        return None
    call = broken_call(trace)
    text = trace.failure.text if trace.failure else ""
    is_late = call is not None and ("context deadline exceeded" in text or "context canceled" in text)
    return call if call is not None and (is_late or call.outcome is Outcome.RUNNING) else None


def _is_unended(call: Call) -> bool:
    return call.outcome in (Outcome.RUNNING, Outcome.LOST, Outcome.KILLED)


def _lock(trace: Trace, call: Call, symptom: str) -> Sequence[Evidence]:
    """Where a lock is spoken of."""
    found = [(each, match) for each in (call, *_below(trace, call)) if (match := _LOCK.search(each.stderr))]
    seen = [span(trace, each, "stderr", *_line_around(each.stderr, match)) for each, match in found]
    reported = symptom.encode(errors="replace")
    if match := _LOCK.search(reported):
        start, end = _line_around(reported, match)
        seen.append(Evidence(where="what was reported", quote=reported[start:end].decode(errors="replace")))
    return seen


def _line_around(content: bytes, match: re.Match[bytes]) -> tuple[int, int]:
    """Where the line of those words begins and ends; of a long line what is near them."""
    before, after = max(0, match.start() - _LINE), min(len(content), match.end() + _LINE)
    start = content.rfind(b"\n", before, match.start()) + 1 or before
    end = content.find(b"\n", match.end(), after)
    return start, end if end >= 0 else after


def _below(trace: Trace, call: Call) -> Sequence[Call]:
    return [each for each in trace.calls if each.parent == call.id]


def _slower(trace: Trace, call: Call, deadline: float) -> Call | None:
    """Another link that took more of the time than the one that was killed, where that one did not use it up alone."""
    own = call.duration or 0
    if own >= _MOST * deadline:
        return None
    others = [each for each in link_calls(trace) if each.link != link_of(trace, call)]
    longest = max(others, key=lambda each: each.duration or 0, default=None)
    return longest if longest is not None and (longest.duration or 0) > own else None


def _times(trace: Trace) -> Evidence:
    """How long each link took, in the order of the verb."""
    told = [f"{who(trace, each)} {duration_text(each.duration or 0, ASCII)}" for each in link_calls(trace)]
    return Evidence(where="time that each link took", quote=", ".join(told[:12]))


def _never(trace: Trace) -> str:
    """The links that the verb never came to."""
    called = {each.link for each in trace.calls}
    left = [whose(trace, link) for link in links_in_order(trace) if link not in called]
    return f"; {names(left[:4])} never began" if left else ""


def _seen(trace: Trace, call: Call, passed: re.Match[str] | None) -> Sequence[Evidence]:
    note = [the_note(trace, passed.string)] if passed else [the_error(trace)] if trace.failure else []
    return [the_end(trace, call), _times(trace), *note]


def _lock_contention(trace: Trace, call: Call, waits: Sequence[Evidence], passed: re.Match[str] | None) -> Finding:
    took = duration_text(call.duration or 0, ASCII)
    ended = "was cut off" if passed or call.outcome is not Outcome.ERROR else "gave up"
    why = (
        "it waited for a lock that another process held"
        if waits
        else ("it runs iptables, which waits for the one xtables lock of the node behind whoever else uses it")
    )
    return Finding(
        kind="timeout/lock-contention",
        severity=Severity.ERROR,
        cause=f"{who(trace, call)} {ended} at {in_short(call.verb)} after {took}: {why}{_never(trace)}",
        evidence=(*waits, *_seen(trace, call, passed)),
        advice="see who holds the lock and how many wait; fewer pods at once, or nftables instead of iptables, ends it",
        next_step="lsof /run/xtables.lock; grep -c . /proc/locks; pgrep -a iptables",
        specification="https://man7.org/linux/man-pages/man8/iptables.8.html",
        is_proven=bool(waits),
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


def _deadline(trace: Trace, call: Call, slow: Call, passed: re.Match[str] | None) -> Finding:
    share = f"{duration_text(slow.duration or 0, ASCII)} of the {passed['seconds'] if passed else '?'} s"
    return Finding(
        kind="timeout/deadline",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, slow)} took {share} that the runtime gives the whole {in_short(trace.verb)}, "
            f"so that nothing was left for {who(trace, call)}, which was killed{_never(trace)}"
        ),
        evidence=(the_end(trace, slow), *_seen(trace, call, passed)),
        advice="look at the slow link, not at the one that the error names; a longer deadline only hides it",
        next_step=show_command(trace),
        specification=RULE.specification,
        call=slow.id,
        link=link_of(trace, slow),
        verb=slow.verb,
    )


def _hang(trace: Trace, call: Call, passed: re.Match[str] | None) -> Finding:
    took = f"for {duration_text(call.duration, ASCII)} " if call.duration is not None else ""
    ended = "and never ended" if call.outcome is Outcome.RUNNING else "until it was killed"
    last = call.stderr.rstrip().rsplit(b"\n", 1)[-1].decode(errors="replace")
    words = f"{who(trace, call)} ran {took}at {in_short(call.verb)} {ended}: it hangs or waits{_never(trace)}"
    evidence = [*_seen(trace, call, passed), *([holding(trace, call, "stderr", last)] if last else [])]
    return Finding(
        kind="timeout/hang",
        severity=Severity.ERROR,
        cause=words,
        evidence=(*evidence, stream(trace, call, "stdin")),
        advice="see what it waits for while it hangs: its own daemon's socket, the API server, a lock",
        next_step=f"cat /proc/$(pgrep -n -x {quoted(call.plugin[:15])})/{{wchan,stack}}",
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


RULE = Rule(
    id="timeout",
    looks_at="the end of the call that was cut off, the time that each link took, and what is said of locks",
    specification="https://www.cni.dev/docs/spec/#section-3-execution-of-network-configurations",
    check=_check,
)
