"""Faults as a user writes them, and as they are told: LINK:VERB:KIND[=VALUE]."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from signal import Signals

from traces.errors import InputError
from traces.model.fault import Fault, FaultKind
from traces.model.network import Network

FORM = "LINK:VERB:KIND[=VALUE]"
VERBS = ("ADD", "DEL", "CHECK", "GC", "STATUS", "VERSION")
_MADE_BY_US = "a fault put in by cnistep"
_DEADLY = tuple(
    number.name.removeprefix("SIG")
    for number in Signals
    if number.name not in ("SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU")
)
"""The signals that end a process which does not care for them (signal(7))."""
_LONGEST = 86_400.0
"""Seconds that a plugin may be made to sleep: a day."""

NEED_THE_PLUGIN = frozenset({FaultKind.NOISE, FaultKind.TWO_DOCUMENTS, FaultKind.SLOW})
"""The kinds that let the plugin itself answer."""
HARMLESS_UNREAD = frozenset({FaultKind.EMPTY, FaultKind.NOISE, FaultKind.TWO_DOCUMENTS})
"""The kinds that spoil nothing but an answer."""
ANSWERED = ("ADD", "VERSION")
"""The verbs of which libcni reads the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A kind in words."""

    form: str
    """How it is written."""
    what: str
    """What it does, for who chooses one."""
    number: float = 0
    text: str = ""


_FORMS: Mapping[FaultKind, _Form] = {
    FaultKind.ERROR: _Form(
        form="error[=CODE,MESSAGE]", what="answers a CNI error object, exit 1", number=11, text=_MADE_BY_US
    ),
    FaultKind.EXIT: _Form(form="exit[=N]", what="says why on stderr only, exit 1", number=1, text=_MADE_BY_US),
    FaultKind.SIGNAL: _Form(form="signal[=NAME]", what="dies by SIGSEGV", number=Signals.SIGSEGV),
    FaultKind.HANG: _Form(form="hang", what="reads its input and never ends, until it is killed"),
    FaultKind.EMPTY: _Form(form="empty", what="exits with 0 and answers nothing"),
    FaultKind.NOISE: _Form(
        form="noise[=TEXT]",
        what="writes a log line on stdout before its answer",
        text=f"level=info msg={_MADE_BY_US!r}",
    ),
    FaultKind.TWO_DOCUMENTS: _Form(form="two-documents", what="writes its answer twice"),
    FaultKind.MISSING: _Form(form="missing", what="its binary is in no plugin folder"),
    FaultKind.NO_EXEC: _Form(form="no-exec", what="its binary may not be executed: permission denied"),
    FaultKind.PANIC: _Form(form="panic", what="panics as a Go program does, exit 2", text=_MADE_BY_US),
    FaultKind.SLOW: _Form(form="slow[=SECONDS]", what="sleeps 3 seconds before it works", number=3),
}


def parse_faults(texts: Sequence[str], network: Network, verbs: Sequence[str]) -> tuple[Fault, ...]:
    """The faults for a network of which these verbs are to run.

    A name that several links have stands for each of them; one that no link has is taken for a delegate. Raises
    InputError, with the text and what was expected.
    """
    faults: dict[tuple[str, int | None, str], Fault] = {}
    for text in texts:
        for fault in _parsed(text, network):
            if fault.verb not in {asked for verb in verbs for asked in asked_by(verb)}:
                raise _refused(
                    text, f"no verb that runs asks a plugin for {fault.verb}; expected one of {_runs(verbs)}"
                )
            key = (fault.plugin, fault.link, fault.verb)
            if key in faults:
                raise _refused(text, f"{_whose(fault)} has a fault already: {sentence(faults[key])}")
            faults[key] = fault
    return tuple(faults.values())


def asked_by(verb: str) -> tuple[str, ...]:
    """What plugins are asked for in a verb: its own CNI_COMMAND; GC begins with the DEL of stale attachments."""
    return {"VALIDATE": ("VERSION",), "GC": ("GC", "DEL")}.get(verb, (verb,))


def plain_fault(kind: FaultKind, plugin: str, verb: str, link: int | None) -> Fault:
    """A fault of that kind, with the value that it has where none is said. The verb may be VALIDATE too."""
    form = _FORMS[kind]
    asked = asked_by(verb)[0]
    return Fault(plugin=plugin, verb=asked, kind=kind, link=link, number=form.number, text=form.text)


def kind_words(kind: FaultKind) -> str:
    """What a fault of that kind does, where no value is said."""
    return _FORMS[kind].what


def sentence(fault: Fault) -> str:
    """The fault in words: «link 1, portmap, ADD: answers error 11»."""
    return f"{_whose(fault)}: {_does(fault)}"


def _whose(fault: Fault) -> str:
    link = "" if fault.link is None else f"link {fault.link}, "
    return f"{link}{fault.plugin}, {fault.verb}"


def _does(fault: Fault) -> str:
    number = f"{fault.number:g}"
    return {
        FaultKind.ERROR: f"answers error {number}",
        FaultKind.EXIT: f"exits with {number} and says why on stderr only",
        FaultKind.SIGNAL: f"dies by {_signal_name(fault)}",
        FaultKind.HANG: "reads its input and never ends",
        FaultKind.EMPTY: "exits with 0 and answers nothing",
        FaultKind.NOISE: "writes a log line on stdout before its answer",
        FaultKind.TWO_DOCUMENTS: "writes its answer twice",
        FaultKind.MISSING: "is not found",
        FaultKind.NO_EXEC: "may not be executed",
        FaultKind.PANIC: "panics",
        FaultKind.SLOW: f"sleeps {number} s before it works",
    }[fault.kind]


def _signal_name(fault: Fault) -> str:
    return Signals(int(fault.number)).name if fault.kind is FaultKind.SIGNAL else ""


def _parsed(text: str, network: Network) -> list[Fault]:
    parts = text.split(":", 2)
    if len(parts) < 3:
        raise _refused(text, f"expected {FORM}, as 1:ADD:error")
    where, verb, what = parts
    fault = _valued(text, what, _verb(text, verb))
    return [replace(fault, plugin=plugin, link=link) for plugin, link in _targets(text, where, network)]


def _targets(text: str, where: str, network: Network) -> list[tuple[str, int | None]]:
    """The plugin and the link of each call that is meant."""
    if where.isdecimal():
        if int(where) >= len(network.links):
            there = "; ".join(f"{link.index}, {link.type}" for link in network.links)
            raise _refused(text, f"there is no link {where}; expected one of {there}")
        return [(network.links[int(where)].type, int(where))]
    if not where or "/" in where:
        raise _refused(text, "expected a link's number or a plugin's name before the first colon")
    return [(link.type, link.index) for link in network.links if link.type == where] or [(where, None)]


def _verb(text: str, verb: str) -> str:
    asked = {"VALIDATE": "VERSION"}.get(verb.upper(), verb.upper())
    if asked not in VERBS:
        raise _refused(text, f"{verb or '(nothing)'} is no verb; expected one of {', '.join(VERBS)}")
    return asked


def _valued(text: str, what: str, verb: str) -> Fault:
    """The fault of that kind and value, of nobody yet."""
    name, equals, value = what.partition("=")
    kind = next((kind for kind in FaultKind if kind.value == name), None)
    if kind is None:
        raise _refused(text, f"{name or '(nothing)'} is no kind of fault; expected one of {', '.join(FaultKind)}")
    fault = plain_fault(kind, "", verb, None)
    if not equals:
        return fault
    read = _VALUES.get(kind)
    if read is None:
        raise _refused(text, f"{kind} takes no value; expected {kind} alone")
    try:
        return read(fault, value)
    except ValueError as error:
        raise _refused(text, f"expected {_FORMS[kind].form}, {error}") from None


def _error(fault: Fault, value: str) -> Fault:
    code, comma, message = value.partition(",")
    return replace(fault, number=_whole(code, 1, 2**32 - 1), text=message if comma else fault.text)


def _exit(fault: Fault, value: str) -> Fault:
    return replace(fault, number=_whole(value, 1, 255))


def _signal(fault: Fault, value: str) -> Fault:
    name = value.upper().removeprefix("SIG")
    if name not in _DEADLY:
        raise ValueError(f"with a signal that ends a process: {', '.join(_DEADLY)}")
    return replace(fault, number=Signals[f"SIG{name}"])


def _noise(fault: Fault, value: str) -> Fault:
    return replace(fault, text=value)


def _slow(fault: Fault, value: str) -> Fault:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _LONGEST:
        raise ValueError(f"with more than 0 and at most {_LONGEST:g} seconds")
    return replace(fault, number=seconds)


def _whole(text: str, least: int, most: int) -> int:
    if not (text.isdecimal() and least <= int(text) <= most):
        raise ValueError(f"with a number from {least} to {most}")
    return int(text)


_VALUES: Mapping[FaultKind, Callable[[Fault, str], Fault]] = {
    FaultKind.ERROR: _error,
    FaultKind.EXIT: _exit,
    FaultKind.SIGNAL: _signal,
    FaultKind.NOISE: _noise,
    FaultKind.SLOW: _slow,
}


def _runs(verbs: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(asked for verb in verbs for asked in asked_by(verb)))


def _refused(text: str, why: str) -> InputError:
    return InputError(f"--fault {text}: {why}")
