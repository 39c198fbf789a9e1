"""Paths that are not the pod's namespace, by what plugins say of them and by the node's files."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_state import netns_files
from tests.support.node_trees import NodeTree, check, quotes
from tests.support.scripted import MAKER_RESULT, POD, answering, failing, found, kinds, run_chain
from traces.diagnosis.case import Case
from traces.diagnosis.rules.netns_path import RULE

LATE = replace(POD, netns="")
MAGIC = 'failed to open netns "/run/netns/pod": unknown FS magic on "/run/netns/pod": {}'


@pytest.mark.parametrize(
    "msg",
    [
        "opening netns pinned at : no such file or directory",
        'failed to open netns "": failed to Statfs "": no such file or directory',
        "netns does not exist",
        "required env variables [CNI_NETNS] missing",
    ],
)
def test_a_plugin_that_insists_on_a_namespace_at_del(tmp_path: Path, msg: str) -> None:
    (trace,) = run_chain(tmp_path, {"strict": failing(msg, "DEL")}, "DEL", attachment=LATE)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("netns/gone-empty-path", 0, True)
    assert "CNI_NETNS=" in quotes(finding) and "strict (link 0)" in finding.cause


def test_other_errors_of_a_late_del_are_not_its_own(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"strict": failing("Unauthorized", "DEL")}, "DEL", attachment=LATE)
    assert kinds(RULE, trace) == []


def test_a_plugin_that_bears_a_late_del_is_well(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"tolerant": answering(MAKER_RESULT)}, "DEL", attachment=LATE)
    assert kinds(RULE, trace) == []


def test_a_namespace_that_is_gone_is_named(tmp_path: Path) -> None:
    msg = 'failed to open netns "/run/netns/pod": failed to Statfs "/run/netns/pod": no such file or directory'
    (trace,) = run_chain(tmp_path, {"main": failing(msg)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.is_proven) == ("netns/gone", True) and "/run/netns/pod" in finding.cause


@pytest.mark.parametrize(("magic", "name"), [("1021994", "tmpfs"), ("ef53", "ext4"), ("abcdef", "no file system")])
def test_a_magic_number_is_translated(tmp_path: Path, magic: str, name: str) -> None:
    (trace,) = run_chain(tmp_path, {"main": failing(MAGIC.format(magic))})
    (finding,) = found(RULE, trace)
    assert finding.kind == "netns/unknown-fs-magic" and name in finding.cause


def test_a_node_s_file_at_the_trace_s_path_tells_without_an_error(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path / "node")
    (trace,) = run_chain(tmp_path, {"main": answering(MAKER_RESULT)})
    netns_files(tree, "pod", magic="1021994")
    (finding,) = RULE.check(Case(trace=trace, node=tree.node()))
    assert (finding.kind, finding.is_proven) == ("netns/unknown-fs-magic", True)
    netns_files(tree, "pod")
    assert list(RULE.check(Case(trace=trace, node=tree.node()))) == []


def test_what_can_be_opened_and_not_entered_is_likely_no_namespace(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": failing("error switching to ns /run/netns/pod: invalid argument")})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.is_proven) == ("netns/not-a-namespace", False)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('opening netns pinned at : open : no such file or directory: stat netns path ""', "netns/gone-empty-path"),
        (MAGIC.format("1021994"), "netns/unknown-fs-magic"),
        ('failed to open netns "/run/netns/x": failed to Statfs "/run/netns/x": no such file', "netns/gone"),
    ],
)
def test_reported_texts_prove_nothing(text: str, kind: str) -> None:
    (finding,) = check(RULE, text=text, verb="DEL")
    assert (finding.kind, finding.is_proven) == (kind, False)
