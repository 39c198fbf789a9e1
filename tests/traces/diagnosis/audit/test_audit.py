"""Nodes held against each other: who drifted, in what, since when; and against a file in git."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.fleet import CHANGED, as_folder, as_json, as_tar, chain, conflist, node_files
from traces.diagnosis.audit.audit import audit
from traces.diagnosis.audit.groups import Audit
from traces.diagnosis.audit.text import audit_lines, headline
from traces.diagnosis.audit.wording import change, thing
from traces.diagnosis.collect.node import Places
from traces.errors import InputError
from traces.model.finding import Severity

PLACES = Places(runtime="containerd", plugin_dirs=())


def _fleet(folder: Path, *odd: Mapping[str, str], equal: int = 4) -> list[str]:
    """Some equal nodes, and these."""
    nodes = [node_files(f"node-{number}") for number in range(equal)] + list(odd)
    return [str(as_tar(folder / f"{number}.tar", files)) for number, files in enumerate(nodes)]


def _audited(folder: Path, *odd: Mapping[str, str], expect: Path | None = None) -> Audit:
    return audit(_fleet(folder, *odd), PLACES, str(expect) if expect else None)


def _drift(found: Audit) -> dict[str, list[str]]:
    """By the names of its nodes what each group differs in."""
    return {
        " ".join(found.looks[node].name for node in group.nodes): [
            f"{thing(one)}: {change(one)}" for one in group.drift
        ]
        for group in found.groups
        if group.drift
    }


def test_equal_nodes_are_one_group(tmp_path: Path) -> None:
    found = _audited(tmp_path)
    assert not found.has_drift and not found.has_error
    assert [len(group.nodes) for group in found.groups] == [4]


def test_a_setting_is_named_by_its_pointer(tmp_path: Path) -> None:
    found = _audited(tmp_path, node_files("odd", chain(mtu=1500)))
    assert _drift(found) == {"odd": ["10-pods.conflist /plugins/0/mtu: 1500, the others have 1450"]}
    assert found.groups[1].since == ((CHANGED, CHANGED),)


def test_nodes_that_drifted_alike_are_one_group(tmp_path: Path) -> None:
    found = _audited(tmp_path, node_files("a", chain(mtu=1500)), node_files("b", chain(mtu=1500)))
    assert list(_drift(found)) == ["a b"]


def test_a_link_that_is_gone_is_told_once(tmp_path: Path) -> None:
    found = _audited(tmp_path, node_files("odd", chain()[::2]))
    assert _drift(found)["odd"] == [
        "10-pods.conflist order of the plugins: bridge > bandwidth, the others have bridge > portmap > bandwidth"
    ]


def test_a_link_that_moved_keeps_its_settings(tmp_path: Path) -> None:
    bridge, portmap, bandwidth = chain()
    found = _audited(tmp_path, node_files("odd", [bridge, bandwidth, portmap | {"snat": False}]))
    assert [line.partition(":")[0] for line in _drift(found)["odd"]] == [
        "10-pods.conflist /plugins/2/snat",
        "10-pods.conflist order of the plugins",
    ]


def test_formatting_is_no_drift(tmp_path: Path) -> None:
    files = node_files("odd")
    path = "/etc/cni/net.d/10-pods.conflist"
    files[path] = json.dumps(dict(reversed(json.loads(files[path]).items())), indent=4)
    assert not _audited(tmp_path, files).has_drift


def test_another_build_of_a_plugin_and_one_that_is_missing(tmp_path: Path) -> None:
    found = _audited(tmp_path, node_files("odd", sums={"bridge": "another", "loopback": ""}))
    assert _drift(found)["odd"] == [
        "/opt/cni/bin/bridge sha256: another…, the others have bridge-sum…",
        "/opt/cni/bin/loopback: is missing",
    ]


def test_another_machine_has_other_builds(tmp_path: Path) -> None:
    other = {"/commands/uname-m": "aarch64"}
    arms = [node_files(name, sums={"bridge": "arm"}) | other for name in ("arm-0", "arm-1")]
    assert not _audited(tmp_path, *arms).has_drift


def test_a_file_that_wins_over_the_others(tmp_path: Path) -> None:
    sample = {"/etc/cni/net.d/05-sample.conflist": conflist([{"type": "bridge"}], name="sample")}
    found = _audited(tmp_path, node_files("odd") | sample)
    assert _drift(found)["odd"] == [
        "file that is used: 05-sample.conflist, the others have 10-pods.conflist",
        "05-sample.conflist: is there, and should not be",
    ]


@pytest.mark.parametrize("count", [2, 5])
def test_each_node_s_own_subnet_and_name_are_not_drift(tmp_path: Path, count: int) -> None:
    nodes = []
    for number in range(count):
        ipam = {"type": "host-local", "subnet": f"10.1.{number}.0/24"}
        nodes.append(node_files(f"node-{number}", chain(ipam=ipam, nodename=f"node-{number}")))
    found = audit([str(as_json(tmp_path / f"{each}.json", files)) for each, files in enumerate(nodes)], PLACES)
    assert not found.has_drift
    assert {what for _, _, what in found.own} == {"bridge/ipam/subnet", "bridge/nodename"}


def test_one_node_with_another_subnet_than_all_is_drift(tmp_path: Path) -> None:
    ipam = {"type": "host-local", "ranges": [[{"subnet": "10.9.0.0/24"}]]}
    assert (
        "/plugins/0/ipam/ranges/0/0/subnet" in _drift(_audited(tmp_path, node_files("odd", chain(ipam=ipam))))["odd"][0]
    )


def test_findings_of_all_nodes_are_summed_up(tmp_path: Path) -> None:
    found = _audited(tmp_path, *(node_files(name, sums={"bandwidth": ""}) for name in ("a", "b")))
    (common,) = (each for each in found.findings if each.finding.severity is Severity.ERROR)
    assert common.finding.kind == "binary/missing-mid-chain"
    assert [found.looks[node].name for node in common.nodes] == ["a", "b"]


def test_the_file_in_git_is_right_even_against_all(tmp_path: Path) -> None:
    git = tmp_path / "10-pods.conflist"
    git.write_text(conflist(chain()))
    assert not _audited(tmp_path, expect=git).has_drift
    git.write_text(conflist(chain(mtu=9000)))
    (lines,) = _drift(_audited(tmp_path, expect=git)).values()
    assert lines == ["10-pods.conflist /plugins/0/mtu: 1450, git has 9000"]


def test_a_setting_that_git_does_not_have(tmp_path: Path) -> None:
    git = tmp_path / "pods.conflist"
    bridge = chain()[0]
    git.write_text(conflist([{key: value for key, value in bridge.items() if key != "mtu"}, *chain()[1:]]))
    (lines,) = _drift(_audited(tmp_path, expect=git)).values()
    assert lines == ["10-pods.conflist /plugins/0/mtu: 1450, git has none"]


def test_what_an_installer_fills_in_is_left_to_the_nodes(tmp_path: Path) -> None:
    git = tmp_path / "10-pods.conflist"
    git.write_text(conflist(chain(mtu="@")).replace('"@"', "__CNI_MTU__"))
    assert not _audited(tmp_path, expect=git).has_drift
    found = _audited(tmp_path, node_files("odd", chain(mtu=1500)), expect=git)
    assert list(_drift(found)) == ["odd"]


@pytest.mark.parametrize("content", ["{", "[]"])
def test_a_file_that_can_t_be_expected_is_refused(tmp_path: Path, content: str) -> None:
    git = tmp_path / "x.conflist"
    git.write_text(content)
    with pytest.raises(InputError, match="expected a conflist"):
        _audited(tmp_path, expect=git)


def test_a_file_that_is_no_json_is_drift_and_no_crash(tmp_path: Path) -> None:
    found = _audited(tmp_path, node_files("odd") | {"/etc/cni/net.d/10-pods.conflist": '{"cniVersion"'})
    assert any(line.startswith("10-pods.conflist text:") for line in _drift(found)["odd"])
    assert found.has_error


def test_all_three_forms_are_the_same_node(tmp_path: Path) -> None:
    files = node_files("same")
    paths = [
        as_folder(tmp_path / "folder", files),
        as_json(tmp_path / "node.json", files),
        as_tar(tmp_path / "node.tar", files),
        as_tar(tmp_path / "node.tgz", files, below="some-node"),
    ]
    found = audit([str(path) for path in paths], PLACES)
    assert not found.has_drift and [look.name for look in found.looks] == ["same"] * 4


def test_a_collection_that_was_cut_off_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    paths = _fleet(tmp_path)
    whole = (tmp_path / "0.tar").read_bytes()
    (tmp_path / "0.tar").write_bytes(whole[:1500])
    found = audit(paths, PLACES)
    assert len(found.looks) == 3 and not found.has_drift
    (refused,) = found.refused
    assert "0.tar: no tar file that can be read" in refused
    assert headline(found).startswith("3 nodes, 1 left out")
    assert any(line.startswith("left out: ") for line in audit_lines(found, 100))
    with pytest.raises(InputError, match=r"0\.tar"):
        audit(paths[:1], PLACES)
