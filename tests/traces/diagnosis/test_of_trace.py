"""The findings of a trace: silent on what is well, quick, and safe on what is hostile."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.scripted import ECHO, answering, failing, run_chain
from tests.support.traces import FIVE_LINKS, FLANNEL, LOOPBACK_FIRST, MULTUS, hostile, long_chain, recorded, running
from traces.diagnosis.of_trace import trace_findings, traces_before, without_general
from traces.model.finding import Evidence, Finding, Severity
from traces.session.demos import DEMOS
from traces.store.summarise import summary_of


@pytest.mark.parametrize("name", list(DEMOS))
def test_the_demos_have_no_error(name: str) -> None:
    traces = DEMOS[name].recording()
    found = [finding for trace in traces for finding in trace_findings(trace, traces)]
    assert [finding.kind for finding in found if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", [FIVE_LINKS, FLANNEL, MULTUS, LOOPBACK_FIRST])
@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_recordings_of_real_plugins_have_no_error(name: str, verb: str) -> None:
    assert [each for each in trace_findings(recorded(name, verb)) if each.severity is Severity.ERROR] == []


def test_a_chain_of_scripts_that_is_well_has_none(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"main": answering(), "next": ECHO}, "ADD", "CHECK", "DEL", "DEL")
    assert [trace_findings(trace, traces) for trace in traces] == [(), (), (), ()]


def test_every_finding_quotes_bytes_that_are_there(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "next": failing("no agent")})
    quoted = [each for finding in trace_findings(trace) for each in finding.evidence if each.start is not None]
    assert quoted
    for each in quoted:
        content = getattr(trace.call(each.call or ""), each.side)
        assert content[each.start : each.end].decode() == each.quote


def test_they_are_reckoned_once() -> None:
    trace = recorded()
    assert trace_findings(trace) is trace_findings(replace(trace, marks=()))


def test_a_run_under_way_has_none_yet() -> None:
    assert trace_findings(running()) == ()


def test_hostile_and_long_traces_are_borne() -> None:
    for finding in (*trace_findings(hostile()), *trace_findings(long_chain(2_000))):
        assert len(finding.cause) < 4_000 and all(len(each.quote) < 4_000 for each in finding.evidence)


def test_what_was_run_before_a_del_helps_to_judge_it() -> None:
    add, first, second = (
        replace(recorded(verb=verb), id=name, created=f"2026-01-02T03:04:0{place}Z")
        for place, (verb, name) in enumerate((("ADD", "a"), ("DEL", "d1"), ("DEL", "d2")))
    )
    other = replace(first, id="other", series="another")
    rows = [summary_of(trace) for trace in (second, other, first, add)]
    assert traces_before(second, rows) == ("a", "d1")
    assert traces_before(add, rows) == ()


def finding(kind: str, link: int, *, severity: Severity = Severity.ERROR, is_proven: bool = True) -> Finding:
    seen = (Evidence(where="here", quote="x"),)
    return Finding(kind=kind, severity=severity, cause="c", evidence=seen, link=link, is_proven=is_proven)


def test_what_is_explained_is_not_repeated() -> None:
    general = finding("exit/error-object", 1, is_proven=False)
    for other in (finding("prevresult/no-interfaces", 0), finding("daemon/x", 1, is_proven=False)):
        assert without_general((other, general)) == (other,)
    for other in (finding("daemon/x", 0, is_proven=False), finding("output/x", 0, severity=Severity.WARNING)):
        assert without_general((other, general)) == (other, general)


def test_of_several_failures_each_is_told() -> None:
    found = (finding("gc/removed-valid", 0), finding("exit/silent", 1))
    assert without_general(found, several=True) == found
