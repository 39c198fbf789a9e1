"""Calls that wait at a place's gate: it is made after the place, and reached from inside of it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.gate import answering, attended, changing, let_go
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from tests.support.sandbox_chain import BRIDGE, NETNS, PLUGINS, call
from tests.support.sandbox_user import python_of_everybody, run_tests_as_nobody
from tests.support.traces import network
from traces.model.answer import Answer
from traces.session.place import Place, PlaceSpec
from traces.shim.gate import Visit
from traces.shim.parents import parents_of
from traces.shim.record import Record

pytestmark = [needs_namespaces, needs_plugins]


@pytest.fixture(params=["none", "all"], ids=["real", "simulated"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A sandbox with a pod, and with the real plugins or with stand-ins for them."""
    spec = PlaceSpec(
        plugin_dirs=(str(PLUGIN_DIR),), cache_dir="/var/lib/cni", conf_dir="/etc/cni/net.d", simulate=request.param
    )
    with Place(spec) as opened:
        opened.make_netns(NETNS)
        if request.param == "all":
            opened.stand_ins.provide(network("bridge"), also=("host-local",))
        yield opened


def added(place: Place) -> tuple[int, dict[str, Any], list[Record]]:
    """How an ADD of bridge ends, what it answers, and the records of the calls that came of it."""
    completed = call(place.executor, "ADD", BRIDGE, None)
    return completed.exit_code or 0, json.loads(completed.stdout), list(place.reader.poll())


def by_plugin(visits: list[Visit], records: list[Record]) -> list[tuple[str, bool]]:
    """Whose call each visit is, and whether it had ended."""
    names = {record.name: Path(record.real).name for record in records}
    return [(names[visit.record], visit.is_ended) for visit in visits]


def test_delegates_come_to_the_gate_too(place: Place) -> None:
    with attended(Path(place.gate)) as visits:
        code, result, records = added(place)
    assert (code, result["ips"][0]["address"]) == (0, "10.22.0.2/16")
    assert by_plugin(visits, records) == [
        ("bridge", False),
        ("host-local", False),
        ("host-local", True),
        ("bridge", True),
    ]
    parents = parents_of(records)
    assert [parents[record.name].name for record in records if record.name in parents] == [visits[0].record]


def test_a_delegate_is_answered_for(place: Place) -> None:
    ip = {"cniVersion": "1.0.0", "ips": [{"address": "10.22.0.77/16", "gateway": "10.22.0.1"}]}

    def act(visit: Visit) -> None:
        is_delegate = len(visits) in (2, 3)
        (answering(Answer(stdout=json.dumps(ip).encode())) if is_delegate else let_go)(visit)

    with attended(Path(place.gate), act) as visits:
        code, result, records = added(place)
    assert (code, result["ips"][0]["address"]) == (0, "10.22.0.77/16")
    assert [record.touched for record in records] == [(), ("answer",)]


def test_a_delegates_edited_stdin_reaches_it(place: Place) -> None:
    def act(visit: Visit) -> None:
        document = json.loads(visit.stdin)
        if len(visits) == 2:
            document["ipam"]["ranges"] = [[{"subnet": "10.99.0.0/16"}]]
        changing(stdin=json.dumps(document).encode())(visit)

    with attended(Path(place.gate), act) as visits:
        code, result, records = added(place)
    assert (code, result["ips"][0]["address"]) == (0, "10.99.0.2/16")
    assert json.loads(records[1].stdin)["ipam"]["ranges"] == [[{"subnet": "10.99.0.0/16"}]]
    assert json.loads(records[1].sent_stdin or b"")["ipam"]["ranges"] == [[{"subnet": "10.22.0.0/16"}]]


def test_without_anybody_there_is_no_gate(place: Place) -> None:
    code, result, records = added(place)
    assert (code, result["ips"][0]["address"]) == (0, "10.22.0.2/16")
    assert [record.released for record in records] == [None, None]


def test_too_long_a_folder_has_no_gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / ("x" * 100)
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    with Place(PlaceSpec(plugin_dirs=(PLUGINS,), cache_dir="/var/lib/cni", conf_dir="/etc/cni/net.d")) as place:
        assert place.gate == ""
        place.make_netns(NETNS)
        assert added(place)[0] == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="it is an ordinary user who runs this already")
def test_the_same_holds_for_an_ordinary_user() -> None:
    if python_of_everybody() is None:
        pytest.skip("no Python that an ordinary user may start has our packages")
    done = run_tests_as_nobody(__file__)
    assert done.returncode == 0, done.stdout + done.stderr
