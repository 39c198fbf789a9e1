"""The link that did not give what another one needs is named, with both quoted."""

from pathlib import Path

from tests.support.scripted import ECHO, MAKER_RESULT, POD, answering, failing, found, kinds, quotes, run_chain
from traces import Attachment
from traces.diagnosis.rules.prevresult_needs import RULE
from traces.model.finding import Severity

BARE = {"cniVersion": "1.0.0", "interfaces": [], "ips": [{"address": "192.0.2.10/24"}]}
SHAPER = failing("no interfaces provided")
RATES = Attachment(
    container_id="c", netns=POD.netns, capability_args={"bandwidth": {"ingressRate": 1000, "ingressBurst": 1000}}
)


def test_the_main_plugin_is_to_blame(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"weave": answering(BARE), "portmap": ECHO, "bandwidth": SHAPER})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("prevresult/no-interfaces", 0)
    assert finding.evidence[0].quote.startswith('"interfaces": []')
    assert "no interfaces provided" in quotes(finding)


def test_a_link_between_them_that_dropped_them(tmp_path: Path) -> None:
    scripts = {"main": answering(), "forgets": answering(BARE), "portmap": ECHO, "bandwidth": SHAPER}
    (finding,) = found(RULE, *run_chain(tmp_path, scripts))
    assert (finding.kind, finding.link) == ("prevresult/no-interfaces", 1)
    assert "3 of 3 interfaces: br0, veth1, eth0" in finding.cause


def test_a_link_that_dropped_some_of_them(tmp_path: Path) -> None:
    some = MAKER_RESULT | {"interfaces": MAKER_RESULT["interfaces"][:1]}
    scripts = {"main": answering(), "forgets": answering(some), "bandwidth": SHAPER}
    (finding,) = found(RULE, *run_chain(tmp_path, scripts))
    assert (finding.kind, finding.link) == ("prevresult/dropped", 1)


def test_with_interfaces_the_fault_is_the_shaper_s_own(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": answering(), "bandwidth": failing("no such interface")})) == []


def test_what_does_not_speak_of_interfaces_is_another_fault(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"weave": answering(BARE), "mesh": failing("no agent")})) == []


def test_a_shaper_that_has_nothing_to_shape(tmp_path: Path) -> None:
    entries = {"bandwidth": {"capabilities": {"bandwidth": True}}}
    (trace,) = run_chain(tmp_path, {"weave": answering(BARE), "bandwidth": ECHO}, entries=entries, attachment=RATES)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.severity) == ("prevresult/no-interfaces", Severity.WARNING)
    well = {"main": answering(MAKER_RESULT), "bandwidth": ECHO}
    assert kinds(RULE, *run_chain(tmp_path, well, entries=entries, attachment=RATES)) == []
