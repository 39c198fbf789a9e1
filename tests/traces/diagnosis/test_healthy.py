"""Chains of which nothing is wrong: no rule may call anything an error."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cases import Built, build
from tests.support.healthy_chains import HEALTHY
from tests.support.needs import needs_namespaces, needs_plugins
from traces.diagnosis.case import Case
from traces.diagnosis.diagnose import diagnose
from traces.model.finding import Severity

pytestmark = [needs_namespaces, needs_plugins]


@pytest.fixture(params=list(HEALTHY.values()), ids=list(HEALTHY))
def built(request: pytest.FixtureRequest, tmp_path: Path) -> Built:
    """Each chain, with what was run of it."""
    return build(request.param, tmp_path)


def test_a_healthy_chain_has_no_finding_of_severity_error(built: Built) -> None:
    assert [trace.error for trace in built.traces] == [None] * len(built.traces)
    nodes = [Case(node=replace(built.node, runtime=runtime)) for runtime in ("containerd", "crio", "libcni")]
    everything = [*nodes, *_each_trace(built)]
    found = [finding for case in everything for finding in diagnose(case)]
    assert [finding for finding in found if finding.severity is Severity.ERROR] == []


def _each_trace(built: Built) -> list[Case]:
    """Each trace with those before it, with the node and without."""
    pairs = [(trace, built.traces[:place]) for place, trace in enumerate(built.traces)]
    return [Case(trace=trace, series=before, node=node) for trace, before in pairs for node in (None, built.node)]
