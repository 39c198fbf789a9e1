"""What was said of a failure."""

from dataclasses import replace

from tests.support.traces import FIVE_LINKS, fail, missing_plugin, recorded
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.said import refusals, said
from traces.model.call import Outcome

REFUSED = b'{"code": 5, "msg": "cnistep: cannot execute /opt/cni/bin/host-local", "details": "Exec format error"}\n'


def test_trace_comes_before_the_text() -> None:
    first, second = said(Case(trace=missing_plugin(), symptom=Symptom(text="told")))
    assert (first.is_recorded, first.link, first.verb) == (True, 2, "ADD")
    assert (second.is_recorded, second.text) == (False, "told")


def test_trace_that_went_well_says_nothing() -> None:
    assert said(Case(trace=recorded())) == ()


def test_refusal_is_read_from_a_text() -> None:
    text = "netplugin failed with no error message: fork/exec /opt/cni/bin/x: permission denied"
    (found,) = refusals(Case(symptom=Symptom(text=text)))
    assert (found.path, found.reason) == ("/opt/cni/bin/x", "permission denied")


def test_delegate_that_the_recorder_could_not_start_is_found() -> None:
    trace = fail(recorded(FIVE_LINKS), 0)
    place = next(index for index, call in enumerate(recorded().calls) if call.parent)
    delegate = replace(recorded().calls[place], stdout=REFUSED, outcome=Outcome.NOT_STARTED)
    (found,) = refusals(Case(trace=replace(trace, calls=(*trace.calls, delegate))))
    assert (found.path, found.reason) == ("/opt/cni/bin/host-local", "exec format error")
    assert (found.said.link, found.said.call) == (0, delegate.id)
