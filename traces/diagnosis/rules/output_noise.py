"""More on stdout than the one JSON document that the protocol has room for: log lines, or a second document."""

import re
from collections.abc import Iterator, Mapping, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.documents import Piece, pieces
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import by_hand_command, in_short, link_of, span, the_end, who
from traces.model.call import Call, Outcome
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_TARGETS = ("LOG_TARGET", "LOG_FILE", "LOGFILE", "LOG_OUTPUT")
"""Variables that tell plugins where to log; libcni hands the runtime's whole environment down (cni#1102)."""

_RECORD = frozenset({"level", "lvl", "severity", "loglevel"})
_LINE = re.compile(rb"(time|level|ts)=\S|[IWEF]\d{4} \d\d:|(INFO|WARN|ERRO|DEBU|FATA)\[|\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:")
"""How the lines of logrus, klog, Go's log and others begin."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    for call in trace.calls if trace else ():
        if trace is not None and _is_read(call) and "stdout" not in call.truncated:
            found = pieces(call.stdout)
            answers = [piece for piece in found if piece.is_answer]
            if len(found) > 1 and answers:
                yield _finding(trace, call, found, answers)
            elif records := [piece for piece in found if _is_record(call, piece)]:
                yield _no_answer(trace, call, records)


def _is_read(call: Call) -> bool:
    """Whether somebody reads its stdout and could not: an answer that can't be read, or an error that can't."""
    return call.outcome in (Outcome.UNREADABLE, Outcome.FAILED)


def _finding(trace: Trace, call: Call, found: Sequence[Piece], answers: Sequence[Piece]) -> Finding:
    noise = [piece for piece in found if not piece.is_answer]
    what = "result" if call.exit_code == 0 else "error"
    plugin, answer = who(trace, call), answers[0]
    if noise:
        kind = "output/log-noise"
        first = "a log record" if noise[0].is_json else "text that is no JSON"
        place = f"its {what} begins at byte {answer.start}" if noise[0].start < answer.start else "behind its answer"
        cause = f"{plugin} wrote {first} on stdout, which is for one JSON document alone: {place}"
        advice = "let it log to stderr or to a file"
        advice += "".join(f"; the environment says {name}={in_short(call.env[name])}" for name in _targets(call))
    else:
        kind = "output/two-documents"
        cause = f"{plugin} wrote {len(answers)} JSON documents on stdout, where the protocol has room for one"
        advice = "let it print once: a wrapper that prints its delegate's result as well as its own does this"
    shown = [noise[0], answer] if noise else list(answers[:2])
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=cause,
        evidence=(*(span(trace, call, "stdout", piece.start, piece.end) for piece in shown), the_end(trace, call)),
        advice=advice,
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


def _is_record(call: Call, piece: Piece) -> bool:
    """Whether it is a record of a log, by its members or by how its line begins."""
    if isinstance(piece.document, Mapping):
        return not _RECORD.isdisjoint(piece.document)
    return bool(_LINE.match(call.stdout, piece.start))


def _no_answer(trace: Trace, call: Call, records: Sequence[Piece]) -> Finding:
    """Log records where the protocol asks for an answer, and no answer behind them."""
    what = "result" if call.exit_code == 0 else "error object"
    return Finding(
        kind="output/log-noise",
        severity=Severity.ERROR,
        cause=f"{who(trace, call)} wrote log records on stdout, which is for one JSON document alone, and no {what}",
        evidence=(
            *(span(trace, call, "stdout", piece.start, piece.end) for piece in records[:2]),
            the_end(trace, call),
        ),
        advice="let it log to stderr or to a file; what it failed of is in these records",
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


def _targets(call: Call) -> Sequence[str]:
    return [name for name in _TARGETS if call.env.get(name)]


RULE = Rule(
    id="output/log-noise",
    looks_at="stdout of every call whose answer could not be read",
    specification="https://www.cni.dev/docs/spec/#section-2-execution-protocol",
    check=_check,
)
