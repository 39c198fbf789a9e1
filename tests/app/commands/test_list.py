import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, FAILS
from tests.support.cli import cnistep
from tests.support.needs import needs_compiler
from tests.support.runtime import Job
from tests.support.traces import failing_add, recorded
from tests.support.watched_node import WatchedNode
from traces.store.library import Library

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchedNode:
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS, bad=FAILS)
    monkeypatch.setenv("CNISTEP_SPOOL", str(made.spool))
    monkeypatch.setenv("NETCONFPATH", str(made.conf))
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    return made


def rows(*options: str) -> list[list[str]]:
    """The columns of each row."""
    return [line.split(maxsplit=7) for line in cnistep("list", *options).stdout.splitlines()[1:]]


def test_retries_on_the_node_are_one_row(rig: WatchedNode, tmp_path: Path) -> None:
    conf = rig.network("one", "bad")
    for _ in range(3):
        rig.runtime.run(Job(conf=conf, pod="web-0"))
    Library(tmp_path / "state").save(replace(recorded(), id="kept", created="2000-01-01T00:00:00Z"))
    newest, oldest = rig.read()[-1], rig.read()[0]
    first, second = rows()
    assert [first[0], *first[3:]] == [
        newest.id,
        "ADD",
        "pods",
        "shop/web-0",
        "eth0",
        "FAIL at bad \u00d73, on the node",
    ]
    assert second[0] == "kept"
    assert [row[0] for row in rows("-n", "1")] == [newest.id]
    listed = json.loads(cnistep("list", "--json").stdout)["traces"]
    assert [row["id"] for row in listed] == [trace.id for trace in reversed(rig.read())] + ["kept"]
    assert (listed[0]["place"], listed[0]["namespace"], listed[0]["pod"]) == ("node", "shop", "web-0")
    assert oldest.id in {row["id"] for row in listed}


def test_a_spool_that_may_be_anybodys_is_refused_in_one_line(rig: WatchedNode, tmp_path: Path) -> None:
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    Library(tmp_path / "state").save(replace(recorded(), id="kept"))
    rig.spool.chmod(0o755)
    ran = cnistep("list")
    assert ran.stderr == f"cnistep: the spool {rig.spool} may be used by others (mode 0755), expected 0700: not used\n"
    assert (ran.code, len(ran.stdout.splitlines())) == (0, 2)


def test_what_the_runtime_ran_is_shown(rig: WatchedNode, tmp_path: Path) -> None:
    rig.runtime.run(Job(conf=rig.network("one", "bad"), pod="web-0"))
    shown = cnistep("show", "last", "--plain").stdout
    assert 'ADD failed: plugin type="bad" failed (add): try again; iptables: chain exists' in shown.splitlines()
    assert cnistep("open", rig.only().id[:4], "--plain").stdout == shown
    assert not (tmp_path / "state").exists()


def test_a_filter_is_the_grammar_of_the_screen(rig: WatchedNode, tmp_path: Path) -> None:
    library = Library(tmp_path / "state")
    library.save(replace(failing_add(), id="bad1"))
    library.save(replace(recorded(), id="good", created="2000-01-01T00:00:00Z"))
    assert [row[0] for row in rows("--filter", "plugin=portmap exit!=0")] == ["bad1"]
    assert [row[0] for row in rows("--filter", "ok")] == ["good"]
    assert [row[0] for row in rows("--filter", "stderr~'already exists' code=11")] == ["bad1"]
    assert cnistep("list", "--filter", "code=12").stderr == "no trace fits the filter\n"
    listed = json.loads(cnistep("list", "--json", "--filter", "code=11").stdout)["traces"]
    assert [row["id"] for row in listed] == ["bad1"]
    assert "calls_facts" not in listed[0]


def test_a_filter_that_makes_no_sense_is_a_line() -> None:
    result = cnistep("list", "--filter", "exit!=abc")
    assert (result.code, result.stderr) == (2, "cnistep: --filter: exit!=abc: expected a number\n")
