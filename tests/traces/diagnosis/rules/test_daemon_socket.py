"""Sockets at which nobody listens."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import failing, found, run_chain
from traces.diagnosis.rules.daemon_socket import RULE

SOCKET = "/var/run/cilium/cilium.sock"
SAID = f"unable to connect: dial unix {SOCKET}: connect: connection refused"


@pytest.mark.parametrize(
    ("msg", "words"),
    [
        (SAID, "nobody listens"),
        (f"dial unix {SOCKET}: connect: no such file or directory", "socket is not there"),
        ("Get http://127.0.0.1:9090/: dial tcp 127.0.0.1:9090: connect: connection refused", "nobody listens"),
    ],
)
def test_a_recorded_error_names_the_socket(tmp_path: Path, msg: str, words: str) -> None:
    (trace,) = run_chain(tmp_path, {"agent": failing(msg)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("daemon/socket-down", 0, True)
    assert words in finding.cause and "agent (link 0)" in finding.cause


def test_an_api_elsewhere_is_no_daemon_of_this_node(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"agent": failing("dial tcp 10.96.0.1:443: connect: connection refused")})
    assert found(RULE, trace) == []


def test_a_socket_that_the_chain_names(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", {"type": "agent", "socketPath": SOCKET})
    down = replace(tree.node(), sockets={SOCKET: False})
    (finding,) = check(RULE, down)
    assert finding.link == 0 and f"{SOCKET} (socket): nobody listens" in quotes(finding)
    assert kinds(RULE, replace(down, sockets={SOCKET: True})) == []


def test_one_socket_is_told_once(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    down = replace(tree.node(), sockets={SOCKET: False})
    (finding,) = check(RULE, down, SAID)
    assert "the reported error" in quotes(finding) and "nobody listens" in quotes(finding)
