"""Orders that can't work, from a run and from a file alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.scripted import ECHO, answering, failing, found, kinds, run_chain
from tests.support.traces import FIVE_LINKS, FLANNEL, MULTUS, PORTMAP_FIRST, recorded
from traces.diagnosis.case import Case
from traces.diagnosis.facts import ConfigFile, Node
from traces.diagnosis.rules.order_chain import RULE
from traces.model.finding import Severity

ALONE = "must be called as chained plugin"


def node(*types: str) -> Case:
    """A node whose one file has these links."""
    document: dict[str, Any] = {"cniVersion": "1.0.0", "name": "n", "plugins": [{"type": each} for each in types]}
    config = ConfigFile(path="/etc/cni/net.d/10-n.conflist", content=json.dumps(document).encode())
    return Case(node=Node(configs=(config,)))


def test_real_portmap_before_bridge() -> None:
    (finding,) = found(RULE, recorded(PORTMAP_FIRST))
    assert (finding.kind, finding.link) == ("order/chained-plugin-first", 0)
    assert "it stands before bridge (link 1)" in finding.cause
    assert [each.side for each in finding.evidence] == ["stdin", "stdout"]


def test_a_plugin_of_another_name_by_what_it_says(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"mesh": failing(ALONE), "main": answering()}))
    assert finding.kind == "order/chained-plugin-first"


def test_nothing_makes_an_interface(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"portmap": failing(ALONE)}))
    assert finding.kind == "order/chained-plugin-first" and "makes an interface" in finding.cause


def test_a_delegate_that_was_called_alone(tmp_path: Path) -> None:
    passes = 'given=$(cat); printf "%s" "$given" | "$CNI_PATH/tuning"'
    scripts = {"tuning": failing(ALONE), "multi": passes}
    (finding,) = found(RULE, *run_chain(tmp_path, scripts, order=("multi",)))
    assert finding.kind == "order/chained-plugin-first" and "not in a chain" in finding.cause


def test_two_that_make_an_interface(tmp_path: Path) -> None:
    taken = failing("container veth name provided (eth0) already exists")
    (finding,) = found(RULE, *run_chain(tmp_path, {"bridge": answering(), "ptp": taken}))
    assert (finding.kind, finding.link, finding.severity) == ("order/two-main-plugins", 1, Severity.ERROR)


def test_two_that_both_did_well_are_a_warning(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"bridge": answering(), "ptp": answering()}))
    assert finding.severity is Severity.WARNING


def test_another_failure_of_the_first_is_no_matter_of_order(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"bridge": failing("no such bridge"), "next": ECHO})) == []


@pytest.mark.parametrize("name", [FIVE_LINKS, FLANNEL, MULTUS])
def test_real_chains_in_order_are_silent(name: str) -> None:
    assert kinds(RULE, recorded(name)) == []


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        (("portmap", "bridge"), ["order/chained-plugin-first"]),
        (("tuning",), ["order/chained-plugin-first"]),
        (("bridge", "macvlan"), ["order/two-main-plugins"]),
        (("loopback", "bridge", "portmap"), []),
        (("aws-cni", "cilium-cni"), []),
    ],
)
def test_a_file_alone_tells_it_too(types: tuple[str, ...], expected: list[str]) -> None:
    assert [finding.kind for finding in RULE.check(node(*types))] == expected


def test_a_second_maker_is_known_by_what_it_fails_of(tmp_path: Path) -> None:
    taken = failing("container veth name provided (eth0) already exists")
    (finding,) = found(RULE, *run_chain(tmp_path, {"vendor-main": answering(), "vendor-second": taken}))
    assert (finding.kind, finding.link, finding.is_proven) == ("order/two-main-plugins", 1, True)
