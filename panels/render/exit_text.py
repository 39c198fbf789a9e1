"""How a call ended, as a page: the outcome in words, the plugin's error, what the specification says of its code."""

import json
from dataclasses import dataclass
from typing import Any

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.moment import clock_time
from panels.render.page import Kind, Line, Page, Span, page, recorded, wrap
from traces.model.call import Call, Outcome
from traces.timeline.glyphs import glyphs as diagram_glyphs
from traces.timeline.measure import duration_text
from traces.timeline.printable import printable
from traces.timeline.words import end_words, touched_words

SPECIFIED_CODES = {
    1: "Incompatible CNI version.",
    2: "Unsupported field in the network configuration; the message must name the field and its value.",
    3: "The container is unknown or gone; the runtime need not clean up after it (no DEL).",
    4: "An invalid or missing environment variable (CNI_COMMAND and the like); the message must name it.",
    5: "I/O failure, such as a network configuration that could not be read from stdin.",
    6: "Content that could not be decoded, such as a network configuration that is not JSON.",
    7: "The network configuration is invalid.",
    8: "The network namespace is invalid.",
    11: "Try again later: a passing condition, the runtime should repeat the operation.",
    50: "The plugin is not available: it cannot serve ADD now.",
    51: "The plugin is not available, and containers in the network may have limited connectivity.",
}
"""CNI specification 1.1.0, «Well-known Error Codes» and STATUS; 8 from libcni (pkg/types, ErrInvalidNetNS)."""
_INTERNAL = 999

_WORDS = {
    Outcome.RUNNING: ("RUNNING", "no reply yet"),
    Outcome.OK: ("OK", "the plugin did what it was asked"),
    Outcome.ERROR: ("ERROR", "it answered with a CNI error and a non-zero exit"),
    Outcome.FAILED: ("FAILED", "a non-zero exit without a CNI error on stdout"),
    Outcome.KILLED: ("KILLED", "a signal ended it"),
    Outcome.UNREADABLE: ("UNREADABLE", "exit 0, but stdout is not the result that the verb must give"),
    Outcome.NOT_STARTED: ("NOT STARTED", "the plugin could not be executed"),
    Outcome.LOST: ("LOST", "the recorder was killed before the plugin's end was seen"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CniError:
    """The error object of a plugin."""

    code: int | None
    msg: str
    details: str


def cni_error(stdout: bytes) -> CniError | None:
    """The error object on stdout, or None where there is none."""
    try:
        document: Any = json.loads(stdout)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not ("code" in document or "msg" in document):
        return None
    code = document.get("code")
    return CniError(
        code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        msg=_text(document.get("msg")),
        details=_text(document.get("details")),
    )


def code_meaning(code: int) -> str:
    """What an error code means: by the specification, or whose it is."""
    if code in SPECIFIED_CODES:
        return SPECIFIED_CODES[code]
    if code == _INTERNAL:
        return "An internal error: the number that the plugins' library gives to errors without one of their own."
    if code >= 100:
        return "The plugin's own number: see its documentation."
    return "Reserved by the specification, which gives it no meaning."


def exit_page(call: Call, width: int, glyphs: Glyphs = UNICODE) -> Page:
    """How the call ended."""
    lines: list[Line] = [*_headline(call, width, glyphs)]
    error = cni_error(call.stdout) if call.failed else None
    if error is not None:
        lines += ((), *_error(error, width))
    elif call.failed and not call.stdout and call.stderr:
        lines += ((), (Span("stdout is empty, so libcni makes its message from stderr", Kind.NOTE),))
    lines += ((), *_facts(call, width, glyphs))
    return page(lines)


def _headline(call: Call, width: int, glyphs: Glyphs) -> list[Line]:
    word, meaning = _WORDS[call.outcome]
    kind = {Outcome.OK: Kind.GOOD, Outcome.RUNNING: Kind.WARNING, Outcome.LOST: Kind.WARNING}.get(
        call.outcome, Kind.BAD
    )
    rows = wrap(meaning, width - len(word) - 4)
    head = Span(f"{glyphs.outcome(call.outcome)} {word}", kind)
    gap = Span("  ")
    return [
        (head, gap, Span(row, Kind.NOTE)) if not index else (Span(" " * (len(word) + 4)), Span(row, Kind.NOTE))
        for index, row in enumerate(rows)
    ]


def _error(error: CniError, width: int) -> list[Line]:
    lines = [(Span("  ", Kind.BAD), *line) for line in recorded(error.msg or "(no message)", width - 2, Kind.HEADING)]
    if error.details:
        lines += [(Span("  "), *line) for line in recorded(error.details, width - 2)]
    if error.code is None:
        return [
            *lines,
            (),
            (Span("code  ", Kind.LABEL), Span("none, which the specification does not allow", Kind.WARNING)),
        ]
    label = f"code {error.code}"
    meaning = list(wrap(code_meaning(error.code), width - len(label) - 2))
    lines += [(), (Span(label, Kind.BAD), Span(f"  {meaning[0]}", Kind.NOTE))]
    return lines + [(Span(" " * (len(label) + 2)), Span(row, Kind.NOTE)) for row in meaning[1:]]


def _facts(call: Call, width: int, glyphs: Glyphs) -> list[Line]:
    facts = [("ended by", end_words(call))] if call.ended is not None or call.failed else []
    if call.duration is not None:
        facts.append(("took", duration_text(call.duration, diagram_glyphs(glyphs.ascii_only))))
    if call.started:
        until = f" to {clock_time(call.ended)}" if call.ended is not None else ""
        facts.append(("from", f"{clock_time(call.started)}{until} UTC"))
    facts.append(("plugin", printable(call.path or call.plugin)))
    touched = [words for answer in (False, True) if (words := touched_words(call, answer=answer))]
    if touched:
        facts.append(("by hand", ", ".join(touched)))
    return [
        (Span(label.ljust(10) if not index else " " * 10, Kind.LABEL), Span(row))
        for label, value in facts
        for index, row in enumerate(wrap(value, width - 10))
    ]


def _text(value: Any) -> str:
    """A member that should be a string; anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
