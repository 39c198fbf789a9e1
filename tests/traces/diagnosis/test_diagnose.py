"""Causes come before what follows from them, whatever rule found them first."""

from collections.abc import Iterator
from dataclasses import replace

from tests.support.traces import failing_add
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity

ADD = failing_add()
TEXT = ADD.error or ""


def finding(kind: str, severity: Severity = Severity.ERROR, quote: str = "seen", **more: object) -> Finding:
    """A finding that quotes this."""
    told = Finding(kind=kind, severity=severity, cause="a cause", evidence=(Evidence(where="a file", quote=quote),))
    return replace(told, **more)  # type: ignore[arg-type]


def order(case: Case, *findings: Finding) -> list[str]:
    """The kinds as they come out, when one rule finds them all in the opposite order."""

    def check(case: Case) -> Iterator[Finding]:
        yield from reversed(findings)

    return [each.kind for each in diagnose(case, [Rule(id="any", looks_at="nothing", check=check)])]


def test_errors_stand_before_warnings_and_notes() -> None:
    three = [finding(each, each) for each in (Severity.ERROR, Severity.WARNING, Severity.NOTE)]
    assert order(Case(), *three) == ["error", "warning", "note"]


def test_what_repeats_a_failure_comes_last() -> None:
    cause = finding("output/panic", is_proven=False, link=2, call="b")
    stops, repeats = finding("del/tail-error-stops-chain", link=1), finding("exit/silent", link=0)
    assert order(Case(), cause, stops, repeats) == [cause.kind, stops.kind, repeats.kind]


def test_what_bears_on_the_failure_comes_before_the_rest_of_the_node() -> None:
    about_call = finding("daemon/state-file-missing", link=1, call="b", is_proven=False)
    about_error = finding("ipam/exhausted", quote=TEXT, link=2)
    apart = finding("config/invalid-json")
    assert order(Case(trace=ADD), about_error, about_call, apart)[-1] == "config/invalid-json"
    assert order(Case(trace=replace(ADD, failure=None)), apart, about_error, about_call)[0] == "config/invalid-json"


def test_a_quote_of_the_reported_text_bears_on_it_too() -> None:
    told, apart = finding("cache/empty-result-file", quote="cached result"), finding("binary/missing", link=0)
    case = Case(trace=ADD, symptom=Symptom(text="failed to get the cached result"))
    assert order(case, told, apart) == ["cache/empty-result-file", "binary/missing"]


def test_what_all_pods_suffer_from_comes_before_what_one_does() -> None:
    every, one = finding("binary/missing", link=3, is_proven=False), finding("netns/reused")
    assert order(Case(), every, one) == ["binary/missing", "netns/reused"]


def test_what_is_proven_comes_before_what_is_not() -> None:
    assert order(Case(), finding("b", link=4), finding("a", link=0, is_proven=False)) == ["b", "a"]


def test_the_order_of_the_chain_is_that_of_the_verb() -> None:
    node, first, last = finding("node"), finding("first", link=0), finding("last", link=4)
    assert order(Case(), node, first, last) == ["node", "first", "last"]
    assert order(Case(trace=replace(ADD, verb="DEL", failure=None)), last, node, first)[0] == "last"


def test_the_same_finding_is_told_once() -> None:
    assert order(Case(), finding("a"), finding("a")) == ["a"]


def test_a_case_of_nothing_has_no_findings() -> None:
    assert diagnose(Case()) == ()


def test_what_repeats_a_call_s_words_goes_where_its_cause_is_told() -> None:
    seen = (Evidence(where="stdout", quote="x", call="b"),)
    cause, repeats = finding("daemon/api-unreachable", evidence=seen), finding("exit/error-object", call="b")
    other, note = finding("exit/silent", call="c"), finding("link/mtu", Severity.NOTE, call="c")
    assert order(Case(), cause, repeats, other, note) == [cause.kind, other.kind, note.kind]
