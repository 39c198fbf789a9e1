"""What libcni drops of an answer is named."""

from pathlib import Path

from tests.support.scripted import ECHO, MAKER_RESULT, answering, found, kinds, run_chain
from tests.support.traces import FIVE_LINKS, recorded
from traces.diagnosis.rules.output_fields import RULE


def test_members_that_nobody_will_see(tmp_path: Path) -> None:
    result = {**MAKER_RESULT, "mood": "good", "ips": [{"address": "10.1.0.2/16", "interface": 2, "pool": "a"}]}
    (trace,) = run_chain(tmp_path, {"main": answering(result), "next": ECHO})
    (finding,) = found(RULE, trace)
    assert finding.kind == "output/unknown-fields-lost"
    assert "«mood» and «pool»" in finding.cause and "the next link will not see it" in finding.cause
    assert finding.evidence[0].quote.startswith('"mood": "good"')


def test_what_an_older_version_has_no_room_for(tmp_path: Path) -> None:
    result = {"cniVersion": "0.4.0", "interfaces": [{"name": "eth0", "mtu": 1400}]}
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": answering(result)}, version="0.4.0"))
    assert "«mtu»" in finding.cause and "the runtime and the cache" in finding.cause


def test_known_members_and_empty_ones_are_kept(tmp_path: Path) -> None:
    result = {**MAKER_RESULT, "dns": {}, "routes": []}
    assert kinds(RULE, *run_chain(tmp_path, {"main": answering(result), "next": ECHO})) == []


def test_real_plugins_lose_nothing() -> None:
    assert kinds(RULE, recorded(FIVE_LINKS)) == []
