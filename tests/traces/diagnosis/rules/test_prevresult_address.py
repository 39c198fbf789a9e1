"""The result that the runtime gets, by the rule by which it takes one."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.scripted import ECHO, INTERFACES, MAKER_RESULT, answering, found, kinds, run_chain
from tests.support.traces import FIVE_LINKS, FLANNEL, MULTUS, recorded
from traces.diagnosis.rules.prevresult_address import RULE
from traces.model.finding import Severity

MOVED = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "veth1demo"}],
    "ips": [{"address": "192.0.2.10/24", "interface": 0}],
}


def test_the_link_that_moved_the_address_is_named(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "ptp-meta": answering(MOVED), "last": ECHO})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.severity) == ("prevresult/eth0-dropped", 1, Severity.ERROR)
    assert "failed to find network info" in finding.cause and "192.0.2.10/24 on veth1demo" in finding.cause


def test_an_address_that_never_was(tmp_path: Path) -> None:
    (finding,) = found(
        RULE, *run_chain(tmp_path, {"main": answering({"cniVersion": "1.0.0", "interfaces": INTERFACES})})
    )
    assert (finding.kind, finding.severity) == ("prevresult/no-address", Severity.WARNING)


@pytest.mark.parametrize("ips", [[{"address": "10.1.0.2/16", "interface": 2}], [{"address": "10.1.0.2/16"}]])
def test_an_address_on_the_interface_or_on_none_is_taken(tmp_path: Path, ips: list[dict[str, Any]]) -> None:
    scripts = {"main": answering({**MAKER_RESULT, "ips": ips}), "next": ECHO}
    assert kinds(RULE, *run_chain(tmp_path, scripts, "ADD", "CHECK")[:1]) == []


@pytest.mark.parametrize("name", [FIVE_LINKS, FLANNEL, MULTUS])
def test_real_chains_are_silent(name: str) -> None:
    assert kinds(RULE, recorded(name)) == []
