"""``cnistep explain``: texts, logs and files in, an explanation out, and the trace that is recorded of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cli import cnistep
from tests.support.error_texts import ID, as_klog, in_containerd, in_libcni
from tests.support.traces import failing_add
from traces.model.network import Attachment
from traces.store.library import Library

ERROR = in_containerd(in_libcni("no interfaces provided"))
EVENT = f"Failed to create pod sandbox: {ERROR}"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of this test's own, with nothing in it."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def keep(state: Path, container: str) -> str:
    """Keep a failed trace of that container, and give its id."""
    trace = failing_add()
    attachment = replace(trace.attachment, container_id=container)
    assert isinstance(attachment, Attachment)
    library = Library(state)
    library.save(replace(trace, id="kept1", attachment=attachment))
    return "kept1"


def test_a_text_is_explained_and_ends_with_one() -> None:
    ran = cnistep("explain", EVENT)
    assert ran.code == 1
    assert ran.stdout.startswith("ADD failed at the plugin calico «main», sandbox 0f31caad287b\n")
    assert "prevresult/no-interfaces" in ran.stdout


def test_words_that_nobody_quoted_are_one_text() -> None:
    assert cnistep("explain", *EVENT.split()).stdout == cnistep("explain", EVENT).stdout


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_log_is_read_from_stdin(arguments: tuple[str, ...]) -> None:
    ran = cnistep("explain", *arguments, stdin=f"{as_klog(ERROR)}\n".encode() * 3)
    assert (ran.code, "3 times" in ran.stdout) == (1, True)


def test_a_log_is_read_from_a_file(tmp_path: Path) -> None:
    log = tmp_path / "kubelet.log"
    log.write_text(f"{as_klog(ERROR)}\n")
    assert cnistep("explain", log).stdout == cnistep("explain", stdin=log.read_bytes()).stdout


def test_a_text_that_holds_nothing_wrong_is_well() -> None:
    ran = cnistep("explain", "the cat sat on the mat")
    assert (ran.code, ran.stdout.startswith("nothing in it speaks of a fault")) == (0, True)
    assert cnistep("explain", "Found CNI network n (type=bridge) at /etc/cni/net.d/1.conflist").code == 0


@pytest.mark.parametrize("text", [("",), (" \n",), ()])
def test_no_text_is_misuse(text: tuple[str, ...]) -> None:
    ran = cnistep("explain", *text)
    assert (ran.code, ran.stdout) == (2, "")
    assert "there is nothing to explain" in ran.stderr


def test_json_has_explanations_and_findings() -> None:
    document = cnistep("explain", EVENT, "--json").document
    assert document["schema_version"] == 1
    assert [each["kind"] for each in document["explanations"]] == ["prevresult/no-interfaces"]
    assert document["explanations"][0]["trace"] is None
    assert isinstance(document["findings"], list)


def test_json_of_nothing_is_an_empty_list() -> None:
    ran = cnistep("explain", "the cat sat", "--json")
    assert (ran.code, ran.document["explanations"], ran.document["findings"]) == (0, [], [])


def test_plain_has_no_drawing() -> None:
    assert "error: no interfaces provided\n" in cnistep("explain", EVENT, "--plain").stdout


def test_a_recorded_trace_of_the_sandbox_is_named(state: Path) -> None:
    trace = keep(state, ID)
    ran = cnistep("explain", EVENT)
    assert f"  trace   cnistep open {trace}  (ADD of" in ran.stdout
    assert f"found in the trace {trace}:" in ran.stdout
    assert cnistep("explain", EVENT, "--json").document["explanations"][0]["trace"] == trace
    assert f"trace: cnistep open {trace}" in cnistep("explain", EVENT, "--plain").stdout


def test_a_trace_of_another_sandbox_is_not(state: Path) -> None:
    keep(state, "other")
    assert "cnistep open" not in cnistep("explain", EVENT).stdout


def test_open_shows_the_trace_as_text_without_a_terminal(state: Path) -> None:
    keep(state, ID)
    ran = cnistep("explain", EVENT, "--open")
    assert ran.code == 1
    assert "opening kept1" in ran.stderr
    assert cnistep("open", "kept1").stdout in ran.stdout


def test_open_says_that_nothing_is_recorded() -> None:
    assert "no trace of that sandbox or pod is recorded" in cnistep("explain", EVENT, "--open").stderr


def test_a_store_that_cannot_be_read_does_not_stop_it(state: Path) -> None:
    state.mkdir()
    (state / "traces").write_text("no folder")
    ran = cnistep("explain", EVENT)
    assert (ran.code, "prevresult/no-interfaces" in ran.stdout) == (1, True)
    assert ran.stderr.count("\n") == 1


def test_many_causes_are_told_in_a_line_each() -> None:
    errors = [f'plugin type="p{letter}" failed (add): no interfaces provided' for letter in "abcdefghijkl"]
    ran = cnistep("explain", stdin="\n".join(errors).encode())
    assert "and 4 more:" in ran.stdout
    assert "ADD failed at the plugin pl\n" in ran.stdout


def test_hostile_text_reaches_no_terminal() -> None:
    evil = EVENT.replace("calico", "\x1b]52;c;AAAA\x07")
    for form in ((), ("--plain",), ("--json",)):
        assert "\x1b" not in cnistep("explain", evil, *form).stdout
    json.loads(cnistep("explain", evil, "--json").stdout)


def test_a_text_alone_has_a_finding_with_its_evidence() -> None:
    document = json.loads(cnistep("explain", EVENT, "--json").stdout)
    (finding,) = document["findings"]
    assert (finding["kind"], finding["is_proven"], finding["explanation"]) == ("prevresult/no-interfaces", False, 0)
    assert finding["evidence"][0]["quote"] == "no interfaces provided" and finding["next_step"]


def test_what_a_rule_says_of_a_text_is_not_said_twice() -> None:
    document = json.loads(cnistep("explain", 'failed to find plugin "x" in path [/opt/cni/bin]', "--json").stdout)
    assert [each["kind"] for each in document["findings"]] == ["binary/missing"]


@pytest.mark.parametrize("path", ["/nowhere/kubelet.log", "./kubelet.log", "/tmp"])
def test_a_log_that_is_not_there_is_told(path: str) -> None:
    ran = cnistep("explain", path)
    assert (ran.code, f"explain: {path}: no such file" in ran.stderr) == (2, True)
