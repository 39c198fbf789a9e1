"""Who used the time up, and what it waited for."""

from pathlib import Path

import pytest

from tests.support.scripted import ECHO, answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.rules.timeout import RULE

HANGS = "cat >/dev/null; exec sleep 60"
LOCKED = "cat >/dev/null; echo 'Another app is currently holding the xtables lock; waiting' >&2; exec sleep 60"


def test_a_plugin_that_hangs(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": HANGS, "next": ECHO}, timeout=0.4)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("timeout/hang", 0)
    assert "next (link 1) never began" in finding.cause and "killed by signal 9" in quotes(finding)


def test_the_delegate_that_hangs_is_named(tmp_path: Path) -> None:
    scripts = {"ipam": HANGS, "main": '"$CNI_PATH/ipam"; exit 0'}
    (trace,) = run_chain(tmp_path, scripts, order=("main",), timeout=0.4)
    (finding,) = found(RULE, trace)
    assert finding.cause.startswith("ipam (called by main, link 0)") and finding.link == 0


def test_a_slow_link_that_left_no_time_for_the_next(tmp_path: Path) -> None:
    scripts = {"slow": f"sleep 1.2; {answering()}", "next": HANGS}
    (finding,) = found(RULE, *run_chain(tmp_path, scripts, timeout=1.6))
    assert (finding.kind, finding.link) == ("timeout/deadline", 0)
    assert "so that nothing was left for next (link 1), which was killed" in finding.cause


def test_a_lock_that_it_speaks_of_is_proof(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": answering(), "mesh": LOCKED}, timeout=0.6))
    assert (finding.kind, finding.link, finding.is_proven) == ("timeout/lock-contention", 1, True)
    assert "xtables lock" in finding.evidence[0].quote


@pytest.mark.parametrize("told", ["", "iptables waits on the xtables lock until the caller cancels"])
def test_portmap_waits_for_the_lock_most_likely(tmp_path: Path, told: str) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "portmap": HANGS}, "DEL", timeout=0.4)
    (finding,) = RULE.check(Case(trace=trace, symptom=Symptom(text=told)))
    assert (finding.kind, finding.is_proven) == ("timeout/lock-contention", bool(told))
    assert "main (link 0) never began" in finding.cause


def test_a_plugin_that_gives_up_on_the_lock(tmp_path: Path) -> None:
    text = "running iptables: exit status 4: Another app is currently holding the xtables lock."
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": answering(), "mesh": failing(text)}))
    assert (finding.kind, finding.link, finding.is_proven) == ("timeout/lock-contention", 1, True)
    assert "gave up" in finding.cause and "holding the xtables lock" in finding.evidence[0].quote


def test_whoever_ends_in_time_is_no_fault(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"main": answering(), "portmap": ECHO}, "ADD", "DEL", timeout=30)
    assert [kinds(RULE, trace) for trace in traces] == [[], []]


def test_a_failure_of_its_own_is_no_timeout(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": "cat >/dev/null; exit 1"}, timeout=30)) == []


def test_of_a_line_without_end_what_is_near_the_lock_is_quoted(tmp_path: Path) -> None:
    noise = "head -c 100000 /dev/zero | tr '\\0' a >&2"
    script = f"cat >/dev/null; echo first line >&2; {noise}; printf 'the xtables lock' >&2; {noise}; exec sleep 60"
    (finding,) = found(RULE, *run_chain(tmp_path, {"mesh": script}, timeout=1.0))
    quote = finding.evidence[0].quote
    assert "xtables lock" in quote and "first line" not in quote and len(quote) < 600
