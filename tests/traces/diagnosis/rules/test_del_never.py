"""A DEL that no plugin was started for is told from one that a plugin failed."""

from pathlib import Path

from tests.support.scripted import ECHO, answering, found, kinds, quotes, run_chain
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.rules.del_never import RULE

SCRIPTS = {"main": answering(), "portmap": ECHO}


def test_a_deadline_that_is_over_before_it_begins(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, SCRIPTS, "DEL", timeout=0.0)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("del/never-executed", 1, True)
    assert "portmap (link 1) was never started at DEL" in finding.cause
    assert "context deadline exceeded" in quotes(finding) and "none" in quotes(finding)


def test_with_time_enough_it_is_silent(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, SCRIPTS, "DEL", timeout=30)) == []


def test_what_was_started_and_killed_is_another(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": "exec sleep 60"}, "DEL", timeout=0.3)) == []


def test_from_a_log_line_alone_it_is_not_proven() -> None:
    text = "netplugin failed with no error message: context deadline exceeded"
    (finding,) = RULE.check(Case(symptom=Symptom(text=text, verb="DEL", plugin="weave-net")))
    assert (finding.kind, finding.is_proven) == ("del/never-executed", False)
    assert finding.cause.startswith("weave-net was never started")
    killed = Symptom(text=text.replace("context deadline exceeded", "signal: killed"), verb="DEL")
    assert list(RULE.check(Case(symptom=killed))) == []
