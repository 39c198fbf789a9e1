"""``cnistep diff``: two traces, or a branch and its parent."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import CAPS, FIVE
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.traces import failing_add, hostile, recorded
from traces.model.trace import Branch, Trace
from traces.session.opening import document_of
from traces.store.library import Library


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A store of this test's own, with a trace that went well and one that failed."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("CNISTEP_SPOOL", str(tmp_path / "spool"))
    kept = Library(tmp_path / "state")
    kept.save(replace(recorded(), id="good", created="2026-01-01T00:00:00Z"))
    kept.save(replace(failing_add(), id="bad", created="2026-01-02T00:00:00Z"))
    return kept


def branch(parent: str) -> Trace:
    """A branch of a trace that failed where that one did not."""
    return replace(failing_add(), id="branch", branch_of=Branch(trace=parent, link=0))


def test_equal_traces_end_well() -> None:
    ran = cnistep("diff", "good", "good")
    assert (ran.code, ran.stderr) == (0, "")
    assert "No differences." in ran.stdout


def test_other_traces_end_with_one_and_the_cause() -> None:
    for verb in (("diff", "good", "last"), ("diff", "go", "ba", "--plain")):
        ran = cnistep(*verb)
        assert ran.code == 1
        assert "First cause: link 1 portmap ended otherwise" in ran.stdout


def test_the_document_is_versioned() -> None:
    ran = cnistep("diff", "good", "bad", "--json")
    assert (ran.code, ran.document["schema_version"], ran.document["equal"]) == (1, 1, False)
    assert ran.document["first_cause"]["subject"] == "link 1 portmap"


def test_a_branch_alone_is_compared_with_its_parent(library: Library) -> None:
    library.save(branch("good"))
    assert cnistep("diff", "branch").stdout == cnistep("diff", "good", "branch").stdout


def test_a_parent_is_found_in_the_branchs_file(tmp_path: Path) -> None:
    path = tmp_path / "both.json"
    path.write_text(json.dumps(document_of((replace(recorded(), id="p"), branch("p")))))
    ran = cnistep("diff", path, "--json")
    assert (ran.document["a"], ran.document["b"]) == ("p", "branch")
    assert cnistep("diff", "-", stdin=path.read_bytes()).stdout == cnistep("diff", path).stdout


@pytest.mark.parametrize(
    ("references", "words"),
    [
        (("good",), "good is no branch"),
        (("-", "-"), "not both"),
        (("good", "bad", "good"), "expected one trace or two, found 3"),
        (("good", "zzz"), "'zzz'"),
        ((), "Missing argument"),
    ],
)
def test_a_wrong_use_gets_one_line(references: tuple[str, ...], words: str) -> None:
    ran = cnistep("diff", *references)
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert words in ran.stderr


def test_raw_unmasks_names_made_at_random(library: Library) -> None:
    right = replace(recorded(), id="right")
    other = json.dumps({"interfaces": [{"name": "veth00000001"}]}).encode()
    for trace, answer in ((replace(right, id="one"), other), (right, other.replace(b"1", b"2"))):
        calls = (replace(trace.calls[0], stdout=answer), *trace.calls[1:])
        library.save(replace(trace, calls=calls))
    assert cnistep("diff", "one", "right").code == 0
    assert "/interfaces/0/name" in cnistep("diff", "one", "right", "--raw").stdout


def test_hostile_traces_are_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(document_of((hostile(),))))
    for form in ((), ("--plain",), ("--json",)):
        ran = cnistep("diff", "good", path, *form)
        assert (ran.code, ran.stderr) == (1, "")
        assert "\x1b" not in ran.stdout and "\u202e" not in ran.stdout


@needs_namespaces
@needs_plugins
def test_real_runs_are_equal_and_a_branch_shows_its_edit(tmp_path: Path) -> None:
    network = conflist(tmp_path, *FIVE)
    one, two = (
        cnistep("run", network, "ADD", *CAPS, "--container-id", name, "--json").traces[0]["id"]
        for name in ("web-one", "web-two")
    )
    assert cnistep("diff", one, two).code == 0
    moved = '/prevResult/ips/0/address="10.88.0.77/16"'
    edited = cnistep("rerun", one, "--from", "1", "--how", "first", "--set", moved, "--json").traces[0]["id"]
    cause = cnistep("diff", edited, "--json").document["first_cause"]
    assert (cause["edit"], cause["link"], cause["at"]) == (True, 1, "/prevResult/ips/0/address")
