"""Faults and the deadline on the command line."""

import re
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, scripts
from tests.support.cli import Ran, cnistep, conflist
from tests.support.needs import needs_namespaces


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of two links whose plugins answer; what is run is kept below tmp_path."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CNI_PATH", str(scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS)))
    return conflist(tmp_path, {"type": "one"}, {"type": "two"})


def run(network: Path, *arguments: str) -> Ran:
    return cnistep("run", network, "--simulate", "none", "--cache-dir", network.parent / "cache", *arguments)


@needs_namespaces
def test_a_fault_is_told_before_and_after(network: Path) -> None:
    ran = run(network, "ADD", "DEL", "--fault", "1:ADD:error=7,no room", "--fault", "one:DEL:exit=3")
    assert ran.code == 1
    assert "cnistep: fault to be put in: link 1, two, ADD: answers error 7\n" in ran.stderr
    assert "cnistep: fault to be put in: link 0, one, DEL: exits with 3 and says why on stderr only\n" in ran.stderr
    assert '✗ link 1, two: plugin type="two" failed (add): no room' in ran.stdout
    assert '✗ link 0, one: plugin type="one" failed (delete): netplugin failed: "a fault put in' in ran.stdout
    assert ran.stdout.count("note: fault put in by cnistep") == 2


@needs_namespaces
def test_a_deadline_ends_what_hangs(network: Path) -> None:
    ran = run(network, "--fault", "0:ADD:hang", "--timeout", "0.3", "--json")
    (trace,) = ran.traces
    assert (ran.code, trace["calls"][0]["signal"]) == (1, 9)
    assert (
        trace["notes"][0] == "the deadline of 0.3 s passed while link 0, one, ran: it was killed as a runtime kills it"
    )


@needs_namespaces
def test_a_rerun_takes_faults_and_a_deadline(network: Path) -> None:
    parent = run(network, "--json").traces[0]["id"]
    ran = cnistep("rerun", parent, "--from", "1", "--how", "first", "--fault", "two:ADD:hang", "--timeout", "0.3")
    assert ran.code == 1
    assert "killed by SIGKILL" in ran.stdout
    assert "note: fault put in by cnistep: link 1, two, ADD: reads its input and never ends" in ran.stdout
    refused = cnistep("rerun", parent, "--from", "1", "--fault", "1:DEL:hang")
    assert (refused.code, refused.stdout) == (2, "")
    assert "no verb that runs asks a plugin for DEL" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fault", "2:ADD:hang"), "--fault 2:ADD:hang: there is no link 2; expected one of 0, one; 1, two"),
        (("--timeout", "soon"), "--timeout soon: expected a number of seconds above 0, as 2 or 0.5"),
        (("--timeout", "0"), "--timeout 0: expected a number of seconds above 0"),
        (("--timeout", "nan"), "--timeout nan: expected a number of seconds above 0"),
    ],
)
def test_a_wrong_value_runs_nothing(network: Path, arguments: tuple[str, ...], words: str) -> None:
    ran = run(network, *arguments)
    assert (ran.code, ran.stdout) == (2, "")
    assert re.fullmatch(rf"cnistep: {re.escape(words)}.*\n", ran.stderr)


@needs_namespaces
def test_a_fault_that_the_place_cannot_have_runs_nothing(network: Path) -> None:
    (network.parent / "bin" / "two").unlink()
    ran = run(network, "--fault", "1:ADD:slow=1")
    assert (ran.code, ran.stdout) == (2, "")
    words = "link 1, two, ADD: sleeps 1 s before it works: that needs the plugin, and there is no two here"
    assert ran.stderr.endswith(f"cnistep: {words}\n")


@needs_namespaces
def test_a_fault_of_a_name_that_nothing_has_is_doubted(network: Path) -> None:
    conf = conflist(network.parent, {"type": "bridge"})
    ran = run(conf, "--fault", "brigde:ADD:error")
    assert "brigde, ADD: answers error 11; but nothing in the chain names brigde: is bridge meant?\n" in ran.stderr
