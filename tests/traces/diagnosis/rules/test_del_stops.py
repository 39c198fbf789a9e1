"""Where DEL stopped, and who was never asked."""

from pathlib import Path

import pytest

from tests.support.scripted import ECHO, QUIET, answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.rules.del_stops import RULE

HEALTHY = {"main": answering(), "portmap": ECHO}


def test_the_links_before_the_failed_one_are_named(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {**HEALTHY, "dns-meta": failing("no such process", "DEL")}, "DEL")
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("del/tail-error-stops-chain", 2)
    assert "portmap (link 1) and main (link 0) were never asked to clean up" in finding.cause
    assert "no such process" in quotes(finding)


def test_a_tolerant_tail_is_silent(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {**HEALTHY, "dns-meta": QUIET}, "DEL")) == []


@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_the_last_one_asked_stops_nobody(tmp_path: Path, verb: str) -> None:
    scripts = {"main": failing("busy", verb), "portmap": ECHO}
    assert kinds(RULE, *run_chain(tmp_path, scripts, verb)) == []


def test_a_deadline_stops_it_for_another_reason(tmp_path: Path) -> None:
    scripts = {"main": answering(), "portmap": "exec sleep 60"}
    assert kinds(RULE, *run_chain(tmp_path, scripts, "DEL", timeout=0.3)) == []
