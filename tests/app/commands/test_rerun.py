"""``cnistep rerun``: both ways, for ADD and for DEL, with edits and without."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.chains import ANSWERS, CAPS, FAILS, FIVE, scripts
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.traces import failing_add
from traces.store.archive import write_trace

pytestmark = [needs_namespaces]
MOVED = '/prevResult/ips/0/address="10.88.0.77/16"'


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of this test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def recorded(tmp_path: Path) -> dict[str, dict[str, Any]]:
    """ADD and DEL of the real chain, by verb."""
    ran = cnistep("run", conflist(tmp_path, *FIVE), "ADD", "DEL", *CAPS, "--json")
    return {trace["verb"]: trace for trace in ran.traces}


def link_stdin(trace: dict[str, Any], link: int) -> Any:
    """What the link was given."""
    return next(json.loads(call["stdin"]) for call in trace["calls"] if call["link"] == link)


@needs_plugins
def test_portmap_alone_maps_to_the_edited_address(recorded: dict[str, dict[str, Any]]) -> None:
    add = recorded["ADD"]
    ran = cnistep("rerun", add["id"], "--from", "1", "--set", MOVED, "--json", "--exec", "iptables-save -t nat")
    (branch,) = ran.traces
    assert [call["plugin"] for call in branch["calls"]] == ["portmap", "bandwidth", "firewall", "tuning"]
    assert "--to-destination 10.88.0.77:80" in ran.document["exec"]["stdout"]
    before, after = link_stdin(add, 1), link_stdin(branch, 1)
    before["prevResult"]["ips"][0]["address"] = "10.88.0.77/16"
    assert before == after
    assert branch["branch_of"]["edits"] == [
        {"op": "replace", "path": "/prevResult/ips/0/address", "value": "10.88.0.77/16"}
    ]
    assert (branch["branch_of"]["trace"], branch["series"]) == (add["id"], add["series"])


@needs_plugins
def test_bandwidth_alone_finds_the_veth_under_its_recorded_name(recorded: dict[str, dict[str, Any]]) -> None:
    interfaces = link_stdin(recorded["ADD"], 2)["prevResult"]["interfaces"]
    (veth,) = [each["name"] for each in interfaces if each["name"].startswith("veth")]
    ran = cnistep("rerun", recorded["ADD"]["id"], "--from", "2", "--json", "--exec", f"tc qdisc show dev {veth}")
    assert ran.code == 0
    assert "tbf" in ran.document["exec"]["stdout"]


@needs_plugins
def test_from_the_first_link_the_edit_lies_over_fresh_names(recorded: dict[str, dict[str, Any]]) -> None:
    add = recorded["ADD"]
    (branch,) = cnistep("rerun", add["id"], "--from", "1", "--how", "first", "--set", MOVED, "--json").traces
    given = link_stdin(branch, 1)["prevResult"]
    assert [call["plugin"] for call in branch["calls"]][:2] == ["bridge", "host-local"]
    assert given["ips"][0]["address"] == "10.88.0.77/16"
    recorded_veth = link_stdin(add, 1)["prevResult"]["interfaces"][1]["name"]
    assert branch["branch_of"]["renamed"][recorded_veth] == given["interfaces"][1]["name"] != recorded_veth


@needs_plugins
@pytest.mark.parametrize("how", ["first", "materialise"])
def test_del_is_rerun_from_its_middle_link_on(recorded: dict[str, dict[str, Any]], how: str) -> None:
    (branch,) = cnistep("rerun", recorded["DEL"]["id"], "--from", "1", "--how", how, "--json").traces
    called = [call["plugin"] for call in branch["calls"] if call["parent"] is None]
    assert called[-2:] == ["portmap", "bridge"]
    assert (called == ["portmap", "bridge"]) == (how == "materialise")
    rules_are_missing = [note for note in branch["notes"] if "no result names" in note]
    assert bool(rules_are_missing) == (how == "materialise")
    assert how == "materialise" or branch["error"] is None


def test_a_failing_del_is_edited_and_rerun_from_its_middle_link(tmp_path: Path) -> None:
    picky = ANSWERS.replace("cat >/dev/null", "grep -q 10.1.0.2 && [ $CNI_COMMAND = DEL ] && exit 3")
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=picky, three=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})
    delete = cnistep("run", conf, "ADD", "DEL", "--plugins-dir", bin_dir, "--json").traces[1]
    assert [call["plugin"] for call in delete["calls"]] == ["three", "two"]
    edit = ("--set", '/prevResult/ips/0/address="10.1.0.3/16"')
    (branch,) = cnistep("rerun", delete["id"], "--from", "1", *edit, "--json").traces
    assert [call["plugin"] for call in branch["calls"]] == ["two", "one"]
    assert branch["error"] is None


def test_a_link_that_was_never_reached_can_be_the_first(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=FAILS, three=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})
    trace = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").traces[0]
    again = cnistep("rerun", trace["id"], "--from", "2")
    assert again.code == 2
    assert "rerun from link 1" in again.stderr


def test_from_the_first_link_runs_a_chain_of_which_nothing_was_executed(tmp_path: Path) -> None:
    script = 'test -n "$PATH" && ' + ANSWERS
    plugins = scripts(tmp_path / "bin", one=script, two=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    fault = ("--fault", "0:ADD:missing", "--simulate", "none")
    parent = cnistep("run", conf, "--plugins-dir", plugins, *fault, "--json").traces[0]
    assert parent["calls"] == []
    ran = cnistep("rerun", parent["id"], "--from", "1", "--how", "first", "--plugins-dir", plugins, "--json")
    assert (ran.code, [call["plugin"] for call in ran.traces[0]["calls"]]) == (0, ["one", "two"])
    refused = cnistep("rerun", parent["id"], "--from", "1", "--plugins-dir", plugins)
    assert (refused.code, "link 1 has nothing to begin with" in refused.stderr) == (2, True)


def test_another_prev_result_comes_from_a_file(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    trace = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").traces[0]
    edited = tmp_path / "edited.json"
    edited.write_text('{"cniVersion":"1.0.0","ips":[{"address":"10.9.9.9/24"}]}')
    (branch,) = cnistep("rerun", trace["id"], "--from", "1", "--prev-result", edited, "--json").traces
    assert link_stdin(branch, 1)["prevResult"] == json.loads(edited.read_text())


def test_a_rerun_never_overwrites_its_parent(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"})
    trace = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").traces[0]
    cnistep("rerun", trace["id"], "--from", "0", "--set", "/mtu=1400")
    assert cnistep("show", trace["id"], "--json").traces == [trace]
    assert len(cnistep("list", "--json").traces) == 2


def test_a_netns_that_cannot_be_made_is_mapped_and_said(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"})
    document = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").document
    document["traces"][0]["attachment"]["netns"] = "/proc/4711/ns/net"
    kept = tmp_path / "moved.json"
    kept.write_text(json.dumps(document))
    (branch,) = cnistep("rerun", kept, "--from", "0", "--json").traces
    assert branch["calls"][0]["env"]["CNI_NETNS"] == "/run/netns/pod"
    assert any("/proc/4711/ns/net can't be made" in note for note in branch["notes"])


@pytest.mark.parametrize("how", ["first", "materialise"])
def test_a_file_is_put_into_the_sandbox_of_a_rerun(tmp_path: Path, how: str) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS.replace("cat >/dev/null", "grep -q kept /etc/chain/one || exit 3"))
    (tmp_path / "one").write_text("kept")
    given = ("--file", f"/etc/chain/one={tmp_path / 'one'}")
    conf = conflist(tmp_path, {"type": "one"})
    trace = cnistep("run", conf, "--plugins-dir", bin_dir, *given, "--json").traces[0]
    codes = [cnistep("rerun", trace["id"], "--from", "0", "--how", how, *files).code for files in ((), given)]
    assert codes == [1, 0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--from", "0", "--file", "near=/dev/null"), "near is not an absolute path"),
        (("--from", "7"), "--from 7: the chain of"),
        (("--from", "0", "--set", "/a/b=1"), "/a/b: no such place"),
        (("--from", "0", "--set", "/a=x"), "double quotes"),
        (("--from", "0", "--set", "/a=NaN"), "is not JSON"),
        (("--from", "0", "--set", '/a={"b":1e999}'), "is not JSON"),
        (("--from", "0", "--prev-result", "/does/not/exist"), "--prev-result /does/not/exist: No such file"),
    ],
)
def test_a_wrong_edit_gets_one_line_and_code_2(tmp_path: Path, given: tuple[str, ...], said: str) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    trace = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json").traces[0]
    ran = cnistep("rerun", trace["id"], *given)
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)
    assert said in ran.stderr


@pytest.mark.parametrize(
    "assignment",
    [
        "/prevResult=5",
        '/prevResult={"cniVersion":"7.0.0"}',
        '/prevResult/ips/0/address="nonsense"',
        "/prevResult/ips/0/address=10",
        '/prevResult/ips="x"',
        "/prevResult/cniVersion=3",
    ],
)
def test_a_prev_result_that_cannot_be_built_can_still_be_given(tmp_path: Path, assignment: str) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    trace = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").traces[0]
    built = cnistep("rerun", trace["id"], "--from", "1", "--set", assignment)
    assert (built.code, built.stderr.splitlines()[-1].count("rerun it from the first link instead")) == (2, 1)
    given = cnistep("rerun", trace["id"], "--from", "1", "--set", assignment, "--how", "first", "--json")
    assert [call["plugin"] for call in given.traces[0]["calls"]] == ["one", "two"]


def test_stdin_that_was_recorded_in_part_is_not_rerun(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    document = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json").document
    document["traces"][0]["calls"][0] |= {"stdin": "{", "truncated": ["stdin"]}
    (tmp_path / "cut.json").write_text(json.dumps(document))
    ran = cnistep("rerun", tmp_path / "cut.json", "--from", "0")
    assert ran.code == 2
    assert "only the beginning" in ran.stderr


@pytest.mark.parametrize("stdin", ["no json", "[]", "[" * 5000])
@pytest.mark.parametrize("given", [("--how", "first"), (), ("--set", "/a=1"), ("--prev-result", "EDITED")])
def test_a_hostile_stdin_ends_in_no_traceback(tmp_path: Path, stdin: str, given: tuple[str, ...]) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=ANSWERS)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    document = cnistep("run", conf, "--plugins-dir", bin_dir, "--json").document
    document["traces"][0] |= {"id": "hostile1"}
    document["traces"][0]["calls"][1]["stdin"] = stdin
    (tmp_path / "hostile.json").write_text(json.dumps(document))
    (tmp_path / "edited.json").write_text("{}")
    arguments = [str(tmp_path / "edited.json") if argument == "EDITED" else argument for argument in given]
    ran = cnistep("rerun", tmp_path / "hostile.json", "--from", "1", *arguments)
    assert ran.code in (0, 2)
    assert ran.code == 0 or ran.stderr.splitlines()[-1].startswith("cnistep: ")


def test_a_prev_result_nested_too_deep_gets_one_line(tmp_path: Path) -> None:
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS)
    trace = cnistep("run", conflist(tmp_path, {"type": "one"}), "--plugins-dir", bin_dir, "--json").traces[0]
    (tmp_path / "deep.json").write_text("[" * 5000)
    ran = cnistep("rerun", trace["id"], "--from", "0", "--prev-result", tmp_path / "deep.json")
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ((), 2, "say --yes to run it all the same"),
        (("--yes", "--shell"), 2, "--shell is for the sandbox, and --how in-place runs on this host"),
        (("--yes", "--simulate", "all"), 2, "--simulate is for the sandbox"),
    ],
)
def test_in_place_asks_and_refuses_what_is_the_sandbox_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    path = tmp_path / "one.json"
    write_trace(path, replace(failing_add(), id="one", place="node"))
    ran = cnistep("rerun", path, "--from", "1", "--how", "in-place", *given)
    assert (ran.code, ran.stdout) == (code, "")
    assert said in ran.stderr


def test_others_than_root_rerun_nothing_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    path = tmp_path / "one.json"
    write_trace(path, replace(failing_add(), id="one", place="node"))
    ran = cnistep("rerun", path, "--from", "1", "--how", "in-place", "--yes")
    assert ran.code == 3
    assert "plugins    portmap, bandwidth, firewall, tuning" in ran.stderr
    assert "only root can run plugins on the host" in ran.stderr


def test_a_failing_del_is_stepped_from_its_link_by_prompts(tmp_path: Path) -> None:
    fails = f'if [ "$CNI_COMMAND" = DEL ]; then {FAILS}\nfi\n{ANSWERS}'
    binaries = scripts(tmp_path / "bin", one=ANSWERS, two=fails)
    conf = conflist(tmp_path, {"type": "one"}, {"type": "two"})
    ran = cnistep("run", conf, "ADD", "DEL", "--plugins-dir", binaries, "--json")
    stepped = cnistep("rerun", ran.traces[1]["id"], "--from", "1", "--step", "--plain", stdin=b"n\nn\nn\n")
    assert stepped.code == 1
    assert "Held before two." in stepped.stdout
