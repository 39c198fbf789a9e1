"""A failure that is the plugin's own, in the recordings of the demos."""

import pytest

from tests.support.scripted import found, kinds
from traces.diagnosis.of_trace import trace_findings
from traces.diagnosis.rules.plugin_known import RULE
from traces.model.finding import Severity
from traces.session.demos import DEMOS


@pytest.mark.parametrize("name", ["portmap", "calico", "loopback"])
def test_debian_s_portmap_at_check_is_known(name: str) -> None:
    add, check, delete = DEMOS[name].recording()
    (finding,) = found(RULE, check)
    assert (finding.kind, finding.severity) == ("plugin/known-fault", Severity.WARNING)
    assert "could not check ipv6 dnat" in finding.evidence[0].quote
    assert [kinds(RULE, each) for each in (add, delete)] == [[], []]
    assert [each.kind for each in trace_findings(check)] == ["plugin/known-fault"]
