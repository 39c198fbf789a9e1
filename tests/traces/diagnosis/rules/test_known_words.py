"""Failures that their words tell: real traces of plugins that say them, and what others know more of."""

from pathlib import Path

import pytest

from tests.support.node_trees import check, kinds
from tests.support.scripted import ECHO, answering, failing, found, run_chain
from tests.support.scripted import kinds as kinds_of
from traces.diagnosis.rules.known_words import RULE

API = 'Get "https://10.96.0.1:443/apis/x": dial tcp 10.96.0.1:443: i/o timeout'
IPTABLES = "failed to list chains: running [/usr/sbin/iptables -t nat -S --wait]: exit status 3: can't initialize"
NFT = 'could not find nftables binary: exec: "nft": executable file not found in $PATH'
FILE = "could not initialize etcdv3 client: open /etc/calico/ssl/calico.pem: no such file or directory"


@pytest.mark.parametrize(
    ("words", "kind", "step"),
    [
        (API, "daemon/api-unreachable", "curl -k -m 5 https://10.96.0.1:443/version"),
        (IPTABLES, "firewall/command-failed", "iptables --version"),
        (NFT, "exec/helper-missing", "command -v nft"),
        (FILE, "daemon/file-missing", "ls -l /etc/calico/ssl/calico.pem"),
    ],
)
def test_the_link_that_said_it_is_named(tmp_path: Path, words: str, kind: str, step: str) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "mesh": failing(words)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == (kind, 1, False)
    assert finding.next_step.startswith(step) and words.split(": ")[-1] in finding.evidence[0].quote


def test_a_chain_that_went_well_says_nothing(tmp_path: Path) -> None:
    assert kinds_of(RULE, *run_chain(tmp_path, {"main": answering(), "mesh": ECHO}, "ADD", "DEL")) == []


def test_what_another_rule_holds_to_files_is_left_to_it() -> None:
    assert kinds(RULE, text="connection is unauthorized: Unauthorized", verb="ADD") == []
    assert kinds(RULE, text='failed to find plugin "x" in path [/opt/cni/bin]', verb="ADD") == []


def test_a_del_that_keeps_others_from_theirs_is_left_to_its_rule(tmp_path: Path) -> None:
    gone = failing("failed to del rule table 500: no such file or directory", "DEL")
    (trace,) = run_chain(tmp_path, {"main": answering(), "tail": gone}, "DEL")
    assert kinds_of(RULE, trace) == []


def test_a_del_that_finds_nothing_to_remove_has_to_be_well(tmp_path: Path) -> None:
    gone = failing("failed to del rule table 500: no such file or directory", "DEL")
    (trace,) = run_chain(tmp_path, {"main": gone}, "DEL")
    assert kinds_of(RULE, trace) == ["del/not-idempotent"]


def test_a_name_in_a_command_stays_one_word() -> None:
    (finding,) = check(RULE, text='exec: "$(reboot)": executable file not found in $PATH', verb="ADD")
    assert "reboot" not in finding.next_step
