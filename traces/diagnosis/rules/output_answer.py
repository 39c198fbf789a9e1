"""A call that ended with exit 0 and did not answer what ADD and VERSION must be answered with."""

from collections.abc import Iterator, Mapping

from traces.cni.anyjson import any_json
from traces.cni.versions import KNOWN
from traces.diagnosis.case import Case
from traces.diagnosis.documents import is_error, is_result, pieces
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import by_hand_command, in_short, link_of, stream, the_end, who
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_ANSWERED = ("ADD", "VERSION")


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None:
        return
    for call in trace.calls:
        if call.exit_code == 0 and call.verb in _ANSWERED and "stdout" not in call.truncated:
            yield from _looked_at(trace, call)


def _looked_at(trace: Trace, call: Call) -> Iterator[Finding]:
    plugin = who(trace, call)
    if not call.stdout.strip():
        cause = f"{plugin} ended {call.verb} with exit 0 and wrote nothing on stdout, where its answer must be"
        yield _finding(trace, call, "output/exit0-empty", cause)
        return
    try:
        document = any_json(call.stdout.decode(errors="replace"))
    except ValueError:
        if not any(piece.is_answer for piece in pieces(call.stdout)):
            cause = f"{plugin} ended {call.verb} with exit 0, and what it wrote on stdout is no JSON"
            yield _finding(trace, call, "output/not-json", cause)
        return
    if not isinstance(document, Mapping):
        cause = f"{plugin} answered {call.verb} with JSON that is no object"
        yield _finding(trace, call, "output/not-json", cause)
    elif is_error(document) and not is_result({k: v for k, v in document.items() if k != "cniVersion"}):
        cause = (
            f"{plugin} answered {call.verb} with an error object and exit 0: libcni takes it for a result without "
            f"addresses ({in_short(str(document.get('msg')))})"
        )
        yield _finding(trace, call, "output/exit0-empty", cause)
    elif call.verb == "ADD" and call.link is not None:
        yield from _version(trace, call, document.get("cniVersion"))


def _version(trace: Trace, call: Call, version: object) -> Iterator[Finding]:
    if version is None or version == "" or version in KNOWN:
        return
    cause = f"{who(trace, call)} answered in version {in_short(str(version))}, which libcni knows no result type for"
    yield _finding(trace, call, "output/wrong-version", cause)


def _finding(trace: Trace, call: Call, kind: str, cause: str) -> Finding:
    said: list[Evidence] = [stream(trace, call, "stdout"), the_end(trace, call)]
    if call.stderr:
        said.append(stream(trace, call, "stderr"))
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=cause,
        evidence=tuple(said),
        advice=(
            "a plugin that fails must exit non-zero with an error object, one that does well must print its result: "
            "look at what it logs, and report it to its authors"
        ),
        next_step=by_hand_command(trace, call),
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


RULE = Rule(
    id="output/exit0-empty",
    looks_at="stdout and the exit of every call that must answer",
    specification="https://www.cni.dev/docs/spec/#section-5-result-types",
    check=_check,
)
