"""A fault as the answer that a held call is given in its plugin's place: what a failing plugin would have said."""

from collections.abc import Callable, Mapping

from traces.model.answer import Answer
from traces.model.fault import Fault, FaultKind
from traces.simulate.fault_scripts import error_text, panic_text


def fault_answer(fault: Fault, cni_version: str) -> Answer | None:
    """The answer, or None for a kind that is none: one that never ends, never starts, or needs the plugin itself."""
    make = _ANSWERS.get(fault.kind)
    return make(fault, cni_version) if make is not None else None


def _error(fault: Fault, cni_version: str) -> Answer:
    return Answer(stdout=_bytes(error_text(fault, cni_version)), exit_code=1)


def _exit(fault: Fault, cni_version: str) -> Answer:
    return Answer(stderr=_bytes(f"{fault.text}\n"), exit_code=int(fault.number))


def _signal(fault: Fault, cni_version: str) -> Answer:
    return Answer(signal=int(fault.number))


def _empty(fault: Fault, cni_version: str) -> Answer:
    return Answer()


def _panic(fault: Fault, cni_version: str) -> Answer:
    return Answer(stderr=_bytes(panic_text(fault)), exit_code=2)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


_ANSWERS: Mapping[FaultKind, Callable[[Fault, str], Answer]] = {
    FaultKind.ERROR: _error,
    FaultKind.EXIT: _exit,
    FaultKind.SIGNAL: _signal,
    FaultKind.EMPTY: _empty,
    FaultKind.PANIC: _panic,
}
