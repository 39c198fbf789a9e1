"""Real faults, built anew: the first finding of each is its cause, and it goes once the fault is mended."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.case_input import OTHERS, REPORTS, cases_in
from tests.support.cases import build, of_report
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.reports_mended import MENDED, mended
from traces.diagnosis.diagnose import diagnose
from traces.model.finding import Severity

pytestmark = [needs_namespaces, needs_plugins]
_REPORTED = cases_in(REPORTS)
_OTHERS = cases_in(OTHERS)


def _named(report: Mapping[str, Any]) -> str:
    return f"{report['id']}-{report['kind'].replace('/', '-')}"


@pytest.mark.parametrize("report", _REPORTED, ids=_named)
def test_the_first_finding_is_the_reported_cause(report: Mapping[str, Any], tmp_path: Path) -> None:
    _expect_first(report, tmp_path)


@pytest.mark.parametrize("report", _OTHERS, ids=_named)
def test_the_same_kind_is_found_in_another_chain(report: Mapping[str, Any], tmp_path: Path) -> None:
    _expect_first(report, tmp_path)


@pytest.mark.parametrize("report", _REPORTED, ids=_named)
def test_the_finding_goes_when_the_fault_is_mended(report: Mapping[str, Any], tmp_path: Path) -> None:
    built = build(mended(report), tmp_path)
    found = [finding.kind for case in built.cases for finding in diagnose(case)]
    assert report["kind"] not in found


def test_every_reported_kind_has_another_report_and_a_mended_one() -> None:
    kinds = {report["kind"] for report in _REPORTED}
    assert len(_REPORTED) == 36
    assert kinds == {report["kind"] for report in _OTHERS}
    assert {report["id"] for report in _REPORTED} == set(MENDED)


def _expect_first(report: Mapping[str, Any], folder: Path) -> None:
    """The case as a whole has the cause first, with what shows it."""
    found = diagnose(of_report(report, folder).whole)
    assert [finding.kind for finding in found][:1] == [report["kind"]]
    assert found[0].severity in (Severity.ERROR, Severity.WARNING)
    assert all(evidence.quote and evidence.where for evidence in found[0].evidence) and found[0].evidence
