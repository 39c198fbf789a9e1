"""Tokens that have run out, by their own date."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_state import token
from tests.support.node_trees import NOW, NodeTree, check, kinds, quotes
from tests.support.scripted import failing, found, run_chain
from traces.diagnosis.case import Case
from traces.diagnosis.rules.daemon_credential import RULE

PATH = "/etc/cni/net.d/demo-kubeconfig"
ENTRY = {"type": "api-main", "kubernetes": {"kubeconfig": PATH}}


@pytest.fixture
def tree(tmp_path: Path) -> NodeTree:
    """A node whose chain names a kubeconfig."""
    made = NodeTree(tmp_path)
    made.conflist("10-demo.conflist", ENTRY, "portmap")
    return made


def _kubeconfig(tree: NodeTree, ends: float, form: str = "users:\n- user:\n    token: {}\n") -> str:
    made = token(ends, ends - 86400)
    tree.put(PATH, form.format(made))
    return made


@pytest.mark.parametrize("form", ["users:\n- user:\n    token: {}\n", '{{"users": [{{"user": {{"token": "{}"}}}}]}}'])
def test_a_token_that_ended_two_hours_ago(tree: NodeTree, form: str) -> None:
    secret = _kubeconfig(tree, NOW - 7200, form)
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.link, finding.is_proven) == ("daemon/credential-expired", 0, True)
    assert "2 hours ago" in finding.cause and "exp 2033-05-18T01:33:20Z" in quotes(finding)
    assert not any(part in f"{finding}" for part in secret.split("."))


def test_a_token_that_still_holds_is_well(tree: NodeTree) -> None:
    _kubeconfig(tree, NOW + 60)
    assert kinds(RULE, tree.node()) == []


@pytest.mark.parametrize("content", ["", "token: abc", "token: eyJhbGciOiJ.eyJub25zZW5zZQ.x", "client-key: x"])
def test_files_without_a_date_say_nothing(tree: NodeTree, content: str) -> None:
    tree.put(PATH, content)
    assert kinds(RULE, tree.node()) == []


def test_a_recorded_refusal_and_the_date_go_together(tree: NodeTree, tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"api-main": failing("Unauthorized", "DEL")}, "DEL", entries={"api-main": ENTRY})
    (alone,) = found(RULE, trace)
    assert (alone.kind, alone.link, alone.is_proven) == ("daemon/credential-expired", 0, False)
    _kubeconfig(tree, NOW - 7200)
    (both,) = RULE.check(Case(trace=trace, node=tree.node()))
    assert both.is_proven and both.verb == "DEL" and "Unauthorized" in quotes(both)
    _kubeconfig(tree, NOW + 7200)
    (valid,) = RULE.check(Case(trace=trace, node=tree.node()))
    assert not valid.is_proven and "withdrawn" in valid.cause


def test_a_clock_that_is_not_known_dates_nothing(tree: NodeTree) -> None:
    _kubeconfig(tree, NOW - 7200)
    assert kinds(RULE, replace(tree.node(), now=0.0)) == []
