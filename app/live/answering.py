"""What the screen asks before a held call is answered in its plugin's place."""

import json
from collections.abc import Mapping

from app.live.faulting import FAULT_KEYS
from app.screens.choice import Choice
from app.screens.edit import EditTask
from panels.render.edit_text import Check, editable, verdict
from traces.cni.complaints import Complaint
from traces.model.answer import Answer
from traces.model.fault import Fault, FaultKind
from traces.model.network import Network
from traces.session.held import HeldCall
from traces.simulate.fault_answer import fault_answer
from traces.simulate.faults import kind_words, plain_fault
from traces.timeline.measure import one_line

ERROR_CODE = 11
"""«Try again later» in the CNI specification: the code that an error starts with."""
ANSWERS = (
    Choice(key="r", label="a result: what a skip would give, to be edited", description="Exit 0."),
    Choice(key="e", label="a CNI error: code and msg, to be edited", description="Exit 1."),
)
_NOT_AN_ANSWER: Mapping[FaultKind, str] = {
    FaultKind.HANG: "a call that hangs gives no answer: X stops the run, --timeout ends it",
    FaultKind.SLOW: "the plugin itself would have to run",
    FaultKind.NOISE: "the plugin itself would have to answer",
    FaultKind.TWO_DOCUMENTS: "the plugin itself would have to answer",
    FaultKind.MISSING: "its caller has found it already",
    FaultKind.NO_EXEC: "its caller has started it already: it is held before it does anything",
}
"""Why a fault can't be put in as the answer of a call that is held."""


def skip_text(held: HeldCall, cni_version: str) -> str:
    """What a skip of the call would give, to be edited: nothing where its verb has no result."""
    if held.verb != "ADD":
        return ""
    empty = json.dumps({"cniVersion": cni_version}).encode()
    return editable(held.previous if held.previous else empty)


def answer_task(key: str, held: HeldCall, cni_version: str, trace: str) -> EditTask:
    """The editor of an answer: of a result, or of an error object."""
    is_error = key == "e"
    error = {"cniVersion": cni_version, "code": ERROR_CODE, "msg": "answered by hand", "details": ""}
    is_result = held.verb == "ADD" and not is_error
    check = Check(find=_nothing_or_json, good="nothing, or valid JSON") if not (is_result or is_error) else None
    return EditTask(
        text=json.dumps(error, indent=2) if is_error else skip_text(held, cni_version),
        what=f"the {'error' if is_error else 'answer'} in the place of {held.plugin}",
        trace=trace,
        consequence=f"{one_line(held.plugin)} is not executed: its caller gets this, and exit {int(is_error)}.",
        cni_version=cni_version if is_result else None,
        check=check,
        submit="Answer",
    )


def answer_of(key: str, text: str) -> Answer:
    """The answer that the editor's text comes to."""
    return Answer(stdout=text.encode(errors="surrogateescape"), exit_code=int(key == "e"))


def held_fault(held: HeldCall, kind: FaultKind) -> Fault:
    """A fault of that kind at the call that is held."""
    return plain_fault(kind, held.plugin, held.verb, held.link)


def fault_answers(held: HeldCall, network: Network) -> dict[str, Answer]:
    """The faults that can be given as answers to the held call, by their keys in the dialog."""
    made = {key: fault_answer(held_fault(held, kind), network.cni_version) for key, kind in FAULT_KEYS.items()}
    return {key: answer for key, answer in made.items() if answer is not None}


def held_fault_choices(answers: Mapping[str, Answer]) -> tuple[Choice, ...]:
    """The kinds that can be answered."""
    return tuple(
        Choice(key=key, label=f"{kind}: {kind_words(kind)}") for key, kind in FAULT_KEYS.items() if key in answers
    )


def held_fault_question(held: HeldCall, answers: Mapping[str, Answer]) -> tuple[str, str]:
    """The dialog's title and what it says, and which kinds are not offered, with the reasons."""
    reasons: dict[str, list[str]] = {}
    for key, kind in FAULT_KEYS.items():
        if key not in answers:
            reasons.setdefault(_NOT_AN_ANSWER.get(kind, "it is no answer"), []).append(kind)
    missing = "; ".join(f"{', '.join(kinds)} ({reason})" for reason, kinds in reasons.items())
    text = "It is not executed; its caller is answered as if it had failed in the way that you choose."
    return f"Let {one_line(held.plugin)} fail", f"{text} Not here: {missing}." if missing else text


def _nothing_or_json(text: str) -> Complaint | None:
    return verdict(text, None) if text.strip() else None
