"""What a step says in a few words: the label on its arrow, and the facts beside it."""

import json
from functools import lru_cache
from signal import Signals
from typing import Any

from traces.model.call import Call, Outcome
from traces.timeline.changes import dropped
from traces.timeline.glyphs import Glyphs
from traces.timeline.measure import count_text, duration_text, line_count, one_line, size_text

_CACHED_CALLS = 1024
_MINUTE = 60_000_000_000
_TOUCHED = {"stdin": "stdin edited by hand", "env": "environment edited by hand", "answer": "answered by hand"}
_PANICS = (b"panic: ", b"fatal error: ")
"""How the first line of a Go program's last words begins (runtime/panic.go); the calls that led there follow it."""


@lru_cache(maxsize=_CACHED_CALLS)
def request_label(call: Call) -> str:
    """The verb and the size of the prevResult that goes along: «ADD prevResult 614 B»."""
    document = _object(call.stdin)
    if "prevResult" not in document:
        return one_line(call.verb)
    try:
        compact = json.dumps(document["prevResult"], separators=(",", ":"), ensure_ascii=False)
    except RecursionError:
        return f"{one_line(call.verb)} prevResult"
    return f"{one_line(call.verb)} prevResult {size_text(len(compact.encode(errors='surrogatepass')))}"


@lru_cache(maxsize=_CACHED_CALLS)
def request_note(call: Call) -> str:
    """The capability arguments that the link was given: «portMappings»."""
    runtime_config = _object(call.stdin).get("runtimeConfig")
    return one_line(", ".join(runtime_config)) if isinstance(runtime_config, dict) else ""


@lru_cache(maxsize=_CACHED_CALLS)
def delegate_note(caller: Call, call: Call) -> str:
    """What a delegate is to its caller: its IPAM plugin, or any other delegate."""
    ipam = _object(caller.stdin).get("ipam")
    is_ipam = isinstance(ipam, dict) and ipam.get("type") == call.plugin
    return "ipam" if is_ipam else "delegate"


@lru_cache(maxsize=_CACHED_CALLS)
def reply_label(call: Call) -> str:
    """What the plugin answered: «1 ip 3 if», or what went wrong, without the cross in front."""
    if call.outcome is Outcome.OK:
        return _result_label(call)
    if call.outcome is Outcome.ERROR:
        return _error_label(_object(call.stdout))
    if call.outcome is Outcome.KILLED:
        return f"killed by {signal_name(call.signal or 0)}"
    if call.outcome is Outcome.UNREADABLE:
        return f"not a result: {one_line(call.stdout)}" if call.stdout.strip() else "no result on stdout"
    if call.outcome is Outcome.NOT_STARTED:
        return _with_stderr("could not be executed", call)
    if call.outcome is Outcome.FAILED:
        return _with_stderr("no error object", call)
    return "its end was not seen"


def _with_stderr(words: str, call: Call) -> str:
    """The words, and what stderr says of it: «no error object: panic: nil map»."""
    told = _telling_line(call)
    return one_line(f"{words}{'' if told.startswith('(') else ':'} {told}" if told else words)


def dropped_mark(call: Call, marks: Glyphs) -> str:
    """How much of its prevResult the plugin did not carry over: «-3 dropped»; empty where nothing."""
    count = len(dropped(call))
    return f"{marks.dropped}{count} dropped" if count else ""


def end_words(call: Call) -> str:
    """The end in two words: «exit 0», «SIGKILL», «never started»."""
    if call.signal is not None:
        return signal_name(call.signal)
    if call.exit_code is not None:
        return f"exit {call.exit_code}"
    return {Outcome.RUNNING: "running", Outcome.NOT_STARTED: "never started"}.get(call.outcome, "end not seen")


def signal_name(number: int) -> str:
    """The name of a signal: SIGKILL; its number where it has no name."""
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"


def touched_words(call: Call, *, answer: bool) -> str:
    """What a user changed of the call's request, or of its answer: «stdin edited by hand»; empty where nothing."""
    parts = [part for part in call.touched if (part == "answer") is answer]
    return ", ".join(_TOUCHED.get(part, f"{one_line(part)} changed by hand") for part in parts)


def reply_facts(call: Call, marks: Glyphs, *, short: bool = False) -> list[str]:
    """How long it took and how it ended: «3.2 ms», «exit 0», «2 lines stderr»; short «3.2 ms», «!2».

    First of all, that a user answered in the plugin's place: «answered by hand».
    """
    by_hand = touched_words(call, answer=True)
    facts = [by_hand] if by_hand else []
    if call.duration is not None:
        facts.append(f"{duration_text(call.duration, marks):>6}")
    if call.exit_code is not None and (call.failed or not short):
        facts.append(f"exit {call.exit_code}")
    if call.stderr:
        lines = line_count(call.stderr)
        facts.append(_few_lines(lines) if short else count_text(lines, "line stderr", "lines stderr"))
    if call.truncated:
        facts.append(f"{one_line(', '.join(call.truncated))} cut off")
    return facts


def running_note(call: Call, now: int, marks: Glyphs) -> str:
    """How long a call has been running; `now` in nanoseconds since the epoch, 0 where nobody knows."""
    if not now:
        return f"running{marks.ellipsis}"
    passed = max(0, now - call.started)
    return f"running {passed / 1e9:.1f} s" if passed < _MINUTE else f"running {duration_text(passed, marks)}"


def _result_label(call: Call) -> str:
    result = _object(call.stdout)
    counts = [
        (_length(result, "ips") or ("ip4" in result) + ("ip6" in result), "ip", "ips"),
        (_length(result, "interfaces"), "if", "if"),
        (_length(result, "routes"), "route", "routes"),
        (_length(result, "supportedVersions"), "version", "versions"),
    ]
    words = [count_text(count, one, many) for count, one, many in counts if count]
    if words:
        return " ".join(words)
    return "empty result" if call.verb == "ADD" else "ok"


def _error_label(error: dict[str, Any]) -> str:
    code = error.get("code")
    number = f"code {code} " if isinstance(code, int) else ""
    parts = [str(error[key]) for key in ("msg", "details") if error.get(key)]
    return number + one_line("; ".join(parts))


def _few_lines(count: int) -> str:
    """A number of stderr's lines for where there is little room: «!2», «250 lines», «165k lines»."""
    if count < 100:
        return f"!{count}"
    return f"{count} lines" if count < 10_000 else f"{count // 1000}k lines"


def _telling_line(call: Call) -> str:
    """The line of stderr that says why: of a Go program that panicked the first one, else the last whole one."""
    panicked = next((line for line in call.stderr.splitlines() if line.startswith(_PANICS)), None)
    if panicked is not None:
        return panicked.strip().decode(errors="backslashreplace")
    if "stderr" in call.truncated:
        return "(of stderr only the beginning was kept)"
    stderr = call.stderr.rstrip()
    return stderr[stderr.rfind(b"\n") + 1 :].strip().decode(errors="backslashreplace")


def _length(document: dict[str, Any], key: str) -> int:
    value = document.get(key)
    return len(value) if isinstance(value, list) else 0


@lru_cache(maxsize=1)
def _object(text: bytes) -> dict[str, Any]:
    """The JSON object in the bytes, only to be read; an empty one where there is none, however hostile the text.

    A row asks for the same payload several times. No more than the last is kept: it may be very large.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
