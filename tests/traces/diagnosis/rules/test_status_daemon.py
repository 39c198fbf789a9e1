"""The link that is not ready is named."""

from pathlib import Path

import pytest

from tests.support.scripted import QUIET, failing, found, kinds, run_chain
from traces.diagnosis.rules.status_daemon import RULE


@pytest.mark.parametrize(("code", "is_proven"), [(50, True), (51, True), (999, False)])
def test_the_link_and_its_code(tmp_path: Path, code: int, is_proven: bool) -> None:
    agent = failing("agent not reachable", "STATUS", code)
    (trace,) = run_chain(tmp_path, {"first": QUIET, "agent-cni": agent, "last": QUIET}, "STATUS", version="1.1.0")
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("status/daemon-down", 1, is_proven)
    assert "agent-cni (link 1) says that it is not ready («agent not reachable»" in finding.cause
    assert "grep -i -- agent;" in finding.next_step


def test_plugins_that_are_ready_are_silent(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"first": QUIET}, "STATUS", version="1.1.0")) == []


def test_a_version_in_which_status_is_never_asked(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"first": QUIET}, "STATUS", version="1.0.0"))
    assert finding.kind == "status/not-asked" and "1.0.0" in finding.evidence[0].quote
