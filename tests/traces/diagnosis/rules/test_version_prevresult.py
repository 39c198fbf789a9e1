"""An answer in the wrong version, and the next link that gets it."""

from pathlib import Path

import pytest

from tests.support.scripted import ECHO, answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.rules.version_prevresult import RULE
from traces.model.finding import Severity

WEAVE = {"ips": [{"version": "4", "address": "192.0.2.10/24"}], "dns": {}}
REFUSED = 'could not parse prevResult: result type supports [0.3.0 0.3.1 0.4.0] but unmarshalled CNIVersion is "0.1.0"'


def test_an_answer_without_a_version_warns(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"weave": answering(WEAVE), "portmap": ECHO}, version="0.3.0")
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.severity) == ("version/prevresult-mismatch", 0, Severity.WARNING)
    assert "without a cniVersion though it was asked in 0.3.0" in finding.cause


def test_the_culprit_is_named_not_the_victim(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"weave": answering(WEAVE), "portmap": failing(REFUSED)}, version="0.3.0")
    (finding,) = found(RULE, trace)
    assert (finding.link, finding.severity) == (0, Severity.ERROR)
    assert "portmap (link 1) refuses that as prevResult" in finding.cause
    assert "unmarshalled CNIVersion" in quotes(finding)
    assert "--set '/prevResult/cniVersion=\"0.3.0\"'" in finding.next_step


def test_an_answer_of_another_family(tmp_path: Path) -> None:
    old = {"cniVersion": "0.4.0", "ips": [{"version": "4", "address": "192.0.2.10/24"}]}
    (finding,) = found(RULE, *run_chain(tmp_path, {"old": answering(old), "next": ECHO}))
    assert "in version 0.4.0 though it was asked in 1.0.0" in finding.cause


@pytest.mark.parametrize("version", ["0.3.0", "0.3.1", "0.4.0"])
def test_versions_that_are_read_alike_are_well(tmp_path: Path, version: str) -> None:
    scripts = {"weave": answering({**WEAVE, "cniVersion": version}), "portmap": ECHO}
    assert kinds(RULE, *run_chain(tmp_path, scripts, version="0.3.1")) == []


def test_the_last_link_s_answer_has_no_follower(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"weave": answering(WEAVE)}, version="0.3.0")) == []
