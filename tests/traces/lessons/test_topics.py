"""Which lessons explain a step."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.lessons import BRIDGE, own_lesson
from tests.support.traces import FLANNEL, MULTUS, fail, failing_add, recorded
from traces.errors import InputError
from traces.lessons.load import bundled
from traces.lessons.topics import lesson_about, lessons_for
from traces.model.call import Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Failure, Trace
from traces.timeline.steps import Step, StepKind, steps

LESSONS = {lesson.id: lesson for lesson in bundled()}


def finding(kind: str, *, call: str | None = None, link: int | None = None) -> Finding:
    evidence = (Evidence(where="here", quote="it"),)
    return Finding(kind=kind, severity=Severity.ERROR, cause="So.", evidence=evidence, call=call, link=link)


def step_of(trace: Trace, plugin: str) -> Step:
    return next(step for step in steps(trace) if step.plugin == plugin)


def explained(trace: Trace, step: Step, *findings: Finding) -> tuple[str, ...]:
    return lessons_for(trace, step, findings, LESSONS)


def test_a_delegate_leads_to_the_ipam_lesson() -> None:
    trace = recorded()
    assert explained(trace, step_of(trace, "host-local"))[0] == "ipam"


@pytest.mark.parametrize(("name", "plugin", "lesson"), [(FLANNEL, "flannel", "flannel"), (MULTUS, "multus", "multus")])
def test_what_flannel_and_multus_call_leads_to_theirs(name: str, plugin: str, lesson: str) -> None:
    trace = recorded(name)
    assert explained(trace, step_of(trace, plugin))[0] == lesson
    assert explained(trace, step_of(trace, "bridge"))[0] == lesson
    assert explained(trace, step_of(trace, "host-local"))[0] == "ipam"


def test_a_failing_del_leads_to_its_lesson() -> None:
    trace = fail(recorded(verb="DEL"), 3)
    failed = [step for step in steps(trace) if step.failed or step.kind is StepKind.NOT_REACHED]
    assert len(failed) > 1
    assert [explained(trace, step)[:2] for step in failed] == [("del-fails", "del")] * len(failed)
    assert explained(recorded(verb="DEL"), steps(recorded(verb="DEL"))[0])[0] == "del"


def test_a_failing_add_leads_to_the_pending_pod() -> None:
    trace = failing_add()
    assert [explained(trace, step)[0] for step in steps(trace) if step.failed] == ["pending"]


def test_a_missing_binary_leads_to_its_lesson() -> None:
    whole = recorded()
    failure = Failure(text="failed to find plugin", link=1)
    trace = replace(whole, calls=tuple(call for call in whole.calls if call.link in (0, None)), failure=failure)
    missing = next(step for step in steps(trace) if step.kind is StepKind.NOT_STARTED)
    assert explained(trace, missing)[0] == "missing"
    assert explained(trace, steps(trace)[0], finding("binary/missing-mid-chain", link=0))[0] == "missing"


def test_a_finding_of_this_step_goes_before_one_of_another() -> None:
    trace = recorded()
    first = steps(trace)[0]
    here, there = finding("prevresult/dropped", call=first.call), finding("cache/stale", call="another")
    found = explained(trace, first, there, here)
    assert found[:2] == ("merging", "prevresult")
    assert found.index("stale-cache") > 1


def test_a_finding_named_in_full_goes_before_a_pattern() -> None:
    trace = recorded()
    found = explained(trace, steps(trace)[0], finding("cache/stale", link=0))
    assert found[:2] == ("runtimes", "stale-cache")


def test_a_link_that_declares_capabilities_leads_to_theirs() -> None:
    trace = recorded()
    links = tuple(replace(link, capabilities=("mac",) if link.type == "tuning" else ()) for link in trace.network.links)
    declared = replace(trace, network=replace(trace.network, links=links))
    assert explained(declared, step_of(declared, "tuning"))[:2] == ("capabilities", "prevresult")


@pytest.mark.parametrize("verb", ["CHECK", "GC", "STATUS"])
def test_the_other_verbs_lead_to_their_lesson(verb: str) -> None:
    trace = replace(recorded(), verb=verb)
    assert explained(trace, step_of(trace, "tuning"))[0] == "verbs"


def test_an_empty_trace_leads_to_its_verb() -> None:
    trace = replace(recorded(), calls=())
    assert lessons_for(trace, None, (), LESSONS) == ("conflist",)


def test_callers_in_a_circle_come_to_an_end() -> None:
    trace = recorded()
    first = replace(trace.calls[0], parent=trace.calls[0].id, outcome=Outcome.OK, stdin=b"\xff[")
    trace = replace(trace, calls=(first, *trace.calls[1:]))
    assert explained(trace, steps(trace)[0])


def test_each_bundled_lesson_explains_something() -> None:
    assert [lesson.id for lesson in bundled() if not lesson.explains] == []


def test_a_teams_lesson_says_what_it_explains(tmp_path: Path) -> None:
    run = '[[run]]\nverb = "ADD"\n'
    ours = own_lesson(tmp_path / "ours", BRIDGE, toml='explains = ["plugin tun*"]\n' + run)
    trace = recorded()
    assert lessons_for(trace, step_of(trace, "tuning"), (), {**LESSONS, "/ours": ours})[0] == "/ours"
    with pytest.raises(InputError, match=r"explains: expected topics, as «plugin bridge»"):
        own_lesson(tmp_path / "wrong", BRIDGE, toml='explains = ["tuning"]\n' + run)


def test_a_finding_leads_to_the_lesson_that_names_it() -> None:
    assert lesson_about(finding("prevresult/dropped"), LESSONS) in ("merging", "prevresult")
    assert lesson_about(finding("exit/error-object"), LESSONS) == "pending"
    assert lesson_about(finding("nobody/explains-this"), LESSONS) is None
