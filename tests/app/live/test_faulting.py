"""The dialog that offers faults."""

from dataclasses import replace

from app.live.faulting import FAULT_KEYS, chosen_fault, fault_choices, fault_question, fault_words
from tests.support.traces import failing_add
from traces.model.fault import FaultKind

TRACE = failing_add()
KEYS_OF_THE_DIALOG = {"j", "k", "q"}


def test_every_kind_has_a_key_of_its_own() -> None:
    assert sorted(FAULT_KEYS.values()) == sorted(FaultKind)
    assert not KEYS_OF_THE_DIALOG & FAULT_KEYS.keys()
    assert [choice.key for choice in fault_choices()] == list(FAULT_KEYS)


def test_a_choice_is_one_row_of_a_narrow_terminal() -> None:
    assert [choice.label for choice in fault_choices() if len(choice.label) > 64] == []


def test_the_question_says_what_will_happen() -> None:
    title, text = fault_question(TRACE, 1)
    assert (title, "ADD is rerun" in text) == ("Try a fault on link 1, portmap", True)


def test_a_chosen_fault_is_of_the_trace_s_own_verb() -> None:
    fault = chosen_fault(replace(TRACE, verb="VALIDATE"), 1, "h")
    assert (fault.plugin, fault.link, fault.verb, fault.kind) == ("portmap", 1, "VERSION", FaultKind.HANG)
    assert fault_words(replace(fault, plugin="\x1b[31mred")).isprintable()
