"""What a held call is answered where it is to fail."""

import json
from signal import SIGSEGV

import pytest

from traces.model.answer import Answer
from traces.model.fault import FaultKind
from traces.simulate.fault_answer import fault_answer
from traces.simulate.faults import plain_fault


def answer(kind: FaultKind) -> Answer | None:
    return fault_answer(plain_fault(kind, "portmap", "ADD", 1), "1.0.0")


def test_an_error_is_an_error_object_and_exit_one() -> None:
    made = answer(FaultKind.ERROR)
    assert made is not None and made.exit_code == 1
    assert json.loads(made.stdout)["code"] == 11 and json.loads(made.stdout)["cniVersion"] == "1.0.0"


def test_the_other_ends_are_those_of_a_failing_plugin() -> None:
    assert answer(FaultKind.SIGNAL) == Answer(signal=SIGSEGV)
    assert answer(FaultKind.EMPTY) == Answer()
    left, panic = answer(FaultKind.EXIT), answer(FaultKind.PANIC)
    assert left is not None and (left.exit_code, left.stdout) == (1, b"") and left.stderr.endswith(b"\n")
    assert panic is not None and panic.exit_code == 2 and panic.stderr.startswith(b"panic: ")


@pytest.mark.parametrize("kind", ["hang", "slow", "noise", "two-documents", "missing", "no-exec"])
def test_what_needs_the_plugin_is_no_answer(kind: str) -> None:
    assert answer(FaultKind(kind)) is None
