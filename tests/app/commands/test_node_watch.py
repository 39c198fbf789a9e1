import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.doors import Screens
from tests.support.chains import ANSWERS, FAILS
from tests.support.cli import cnistep
from tests.support.needs import needs_compiler
from tests.support.runtime import ROOT, Job
from tests.support.watched_node import WatchedNode, delegates_to, once_watched
from traces.session.node import NodeTraces
from traces.session.session import Session
from traces.store.codec import from_document, to_document
from traces.timeline.trace_filter import TraceFilter

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path) -> WatchedNode:
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS, bad=FAILS, caller=delegates_to("one"))
    return made


def arguments(rig: WatchedNode, *more: str) -> list[str]:
    return [
        "node",
        "watch",
        "--spool",
        str(rig.spool),
        "--conf-dir",
        str(rig.conf),
        "--cache-dir",
        str(rig.cache),
        *more,
    ]


def watching(rig: WatchedNode, *more: str) -> "subprocess.Popen[bytes]":
    """A watch in a process of its own."""
    command = [sys.executable, "-m", "app", *arguments(rig, *more)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_each_finished_trace_is_a_line_of_json(rig: WatchedNode) -> None:
    rig.runtime.run(Job(conf=rig.network("one", name="other"), pod="before"))
    with once_watched(rig, Job(conf=rig.network("caller", "bad"), pod="web-0", verbs=("ADD", "DEL"))):
        ran = cnistep(*arguments(rig, "--json", "-n", "2"))
    documents = [json.loads(line) for line in ran.stdout.splitlines()]
    traces = rig.read()[1:]
    assert documents == [json.loads(json.dumps(to_document(trace))) for trace in traces]
    assert [from_document(document, source="line") for document in documents] == traces
    assert (ran.code, ran.stderr) == (0, f"cnistep: watching {rig.spool}; Ctrl-C ends it\n")


def test_each_end_is_a_line_that_can_be_read(rig: WatchedNode) -> None:
    with once_watched(rig, Job(conf=rig.network("caller", "bad"), pod="web-0")):
        ran = cnistep(*arguments(rig, "--plain", "-n", "1"))
    lines = [line.partition(" ")[2].partition(" (")[0] for line in ran.stdout.splitlines()]
    whom = "ADD pods pod shop/web-0 eth0:"
    assert lines == [
        f"{whom} caller > one: 1 ip",
        f"{whom} link 0, caller: 1 ip",
        f"{whom} link 1, bad: FAILED: code 11 try again; iptables: chain exists",
        f"{whom} FAILED at bad, code 11",
        f'{whom} plugin type="bad" failed',
    ]


def test_the_past_is_told_on_demand_and_filtered(rig: WatchedNode) -> None:
    good, bad = rig.network("one", name="good"), rig.network("bad", name="bad")
    for pod in ("a", "b"):
        rig.runtime.run(Job(conf=good, pod=pod, verbs=("ADD", "DEL")), Job(conf=bad, pod=pod, verbs=("ADD", "DEL")))

    def told(*options: str, count: int) -> set[tuple[str, str, str]]:
        ran = cnistep(*arguments(rig, "--past", "--json", "-n", str(count), *options))
        documents = map(json.loads, ran.stdout.splitlines())
        return {
            (dict(one["attachment"]["args"])["K8S_POD_NAME"], one["verb"], one["network"]["name"]) for one in documents
        }

    everything = {(pod, verb, network) for pod in "ab" for verb in ("ADD", "DEL") for network in ("good", "bad")}
    assert told(count=8) == everything
    assert told("--pod", "shop/a", count=4) == {one for one in everything if one[0] == "a"}
    assert told("--network", "go*", "--verb", "del", count=2) == {("a", "DEL", "good"), ("b", "DEL", "good")}
    assert told("--failed", "--namespace", "shop", count=4) == {one for one in everything if one[2] == "bad"}


def test_a_chain_that_changes_is_told_beside(rig: WatchedNode) -> None:
    conf = rig.network("one")
    rig.runtime.run(Job(conf=conf, pod="web-0"))
    rig.network("one", "bad")
    told = f"cnistep: network pods has changed ({conf}): pod shop/web-0 runs with what it was before\n"
    with watching(rig, "--json") as process:
        assert process.stderr is not None
        assert told.encode() in iter(process.stderr.readline, b"")
        process.terminate()
        assert process.stdout is not None
        assert process.stdout.read() == b""


def test_a_node_elsewhere_is_watched_below_its_root(rig: WatchedNode) -> None:
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    options = ("--root", str(rig.folder), "--spool", "/spool", "--conf-dir", "/net.d", "--cache-dir", "/cache")
    ran = cnistep("node", "watch", *options, "--past", "--json", "-n", "1")
    assert json.loads(ran.stdout)["network"]["source"] == str(rig.conf / "10-pods.conflist")


def test_a_spool_of_others_is_refused_in_one_line(rig: WatchedNode) -> None:
    rig.spool.chmod(0o777)
    ran = cnistep(*arguments(rig))
    assert (ran.code, ran.stdout) == (2, "")
    assert ran.stderr == f"cnistep: the spool {rig.spool} may be written in by others (mode 0777): not used\n"


def test_a_request_to_end_ends_it(rig: WatchedNode) -> None:
    rig.spool.rmdir()
    with watching(rig) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"cnistep: there is no spool")
        process.terminate()
        assert (process.wait(), process.stderr.read()) == (130, b"")


def test_on_a_terminal_the_screen_is_opened_with_the_filter(rig: WatchedNode, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Path, str, TraceFilter]] = []

    def watch(session: Session, node: NodeTraces, cache_dir: str, wanted: TraceFilter) -> int:
        opened.append((node.spool, cache_dir, wanted))
        return 0

    screens = Screens(can_draw=lambda: True, step=lambda session, events, stepper, looks: 1, watch=watch)
    monkeypatch.setattr("app.cli.SCREENS", screens)
    assert cnistep(*arguments(rig, "--pod", "web-*", "--verb", "add", "--failed")).code == 0
    assert opened == [(rig.spool, str(rig.cache), TraceFilter(pod="web-*", verbs=("ADD",), failed=True))]
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    for headless in ("--json", "--plain"):
        assert cnistep(*arguments(rig, headless, "--past", "-n", "1")).code == 0
    assert len(opened) == 1
