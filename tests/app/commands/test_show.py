"""``cnistep show``, ``list`` and ``open`` without a terminal."""

import json
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, FAILS, scripts
from tests.support.cli import cnistep, conflist
from tests.support.kernel_trace import EMPTY, kernel_trace
from tests.support.needs import needs_namespaces
from traces.session.opening import document_of

pytestmark = [needs_namespaces]


@pytest.fixture(autouse=True)
def trace_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a trace that failed at its second link, in a store of this test's own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    bin_dir = scripts(tmp_path / "bin", one=ANSWERS, two=FAILS)
    ran = cnistep("run", conflist(tmp_path, {"type": "one"}, {"type": "two"}), "--plugins-dir", bin_dir, "--json")
    return str(ran.traces[0]["id"])


@pytest.mark.parametrize("verb", ["show", "open"])
def test_a_trace_is_found_by_id_prefix_or_last(verb: str, trace_id: str) -> None:
    shown = {cnistep(verb, reference).stdout for reference in (trace_id, trace_id[:4], "last")}
    assert len(shown) == 1
    assert "FAILED at two" in shown.pop()


def test_a_trace_is_read_from_a_file_and_from_stdin(trace_id: str, tmp_path: Path) -> None:
    document = cnistep("show", trace_id, "--json").document
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(document))
    by_file = cnistep("show", kept)
    by_stdin = cnistep("show", "-", stdin=kept.read_bytes())
    assert by_file.stdout == by_stdin.stdout == cnistep("show", trace_id).stdout


def test_a_file_cut_in_half_is_named_with_its_byte(trace_id: str, tmp_path: Path) -> None:
    whole = cnistep("show", trace_id, "--json").stdout
    cut = tmp_path / "cut.json"
    cut.write_text(whole[: len(whole) // 2])
    ran = cnistep("show", cut)
    assert (ran.code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "cut.json" in ran.stderr and "byte" in ran.stderr


def test_an_unknown_trace_gets_one_line(trace_id: str) -> None:
    ran = cnistep("show", "zzzz")
    assert (ran.code, ran.stderr.count("\n")) == (2, 1)


def test_the_list_has_one_row_a_trace(trace_id: str) -> None:
    head, row = cnistep("list").stdout.splitlines()
    assert head.startswith("ID ")
    assert row.startswith(trace_id) and "FAIL at two" in row
    assert cnistep("list", "--json").traces[0]["failed_plugin"] == "two"


def test_an_empty_store_says_how_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "other"))
    ran = cnistep("list")
    assert (ran.code, ran.stdout) == (0, "")
    assert "cnistep demo" in ran.stderr


def test_what_the_kernel_says_stands_below_the_sequence(tmp_path: Path) -> None:
    kept = tmp_path / "kernel.json"
    kept.write_text(json.dumps(document_of((kernel_trace(EMPTY),))))
    usual, more = cnistep("show", kept).stdout, cnistep("show", kept, "--kernel").stdout
    assert more.startswith(usual.rstrip())
    told = more[len(usual.rstrip()) :]
    assert told.startswith("\n\nlink 0, bridge, ADD, 0 changes in the kernel\n")
    assert "claims interface cni0 on the host" in told
    assert "\n\nlink 1, portmap, ADD, 0 changes in the kernel\n" in cnistep("show", kept, "--kernel", "--plain").stdout
