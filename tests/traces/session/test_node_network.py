import json
from pathlib import Path
from typing import Any

from tests.support.records import RUNNING, asked, record
from traces.session.node_network import Conflists, Found
from traces.shim.record import Record


def write(folder: Path, *plugins: str | dict[str, Any], name: str = "pods", file: str = "10.conflist") -> None:
    entries = [{"type": plugin} if isinstance(plugin, str) else plugin for plugin in plugins]
    (folder / file).write_text(json.dumps({"cniVersion": "1.0.0", "name": name, "plugins": entries}))


def found_in(folder: Path, *calls: Record) -> Found:
    conflists = Conflists(str(folder))
    conflists.refresh()
    return conflists.network_of(asked(*calls))


def numbers(found: Found) -> list[int]:
    return list(found.links.values())


def test_links_have_the_numbers_of_the_conflist(tmp_path: Path) -> None:
    write(tmp_path, "a", "b", "c")
    found = found_in(tmp_path, record("a", 1), record("b", 9, previous=True))
    assert (numbers(found), found.ahead("ADD"), found.is_known) == ([0, 1], [2], True)
    assert found.network.source == str(tmp_path / "10.conflist")
    deleted = found_in(tmp_path, record("c", 1, verb="DEL"), record("b", 9, verb="DEL"))
    assert (numbers(deleted), deleted.ahead("DEL")) == ([2, 1], [0])


def test_links_without_recorder_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "a", "b", "c")
    assert numbers(found_in(tmp_path, record("c", 1, previous=True))) == [2]


def test_of_two_entries_of_a_plugin_the_configuration_tells(tmp_path: Path) -> None:
    write(tmp_path, {"type": "tuning", "mtu": 1400}, "a", {"type": "tuning", "mtu": 1500})
    stdin = {"name": "pods", "type": "tuning", "mtu": 1500, "prevResult": {}}
    assert numbers(found_in(tmp_path, record("tuning", 1, stdin=stdin))) == [2]


def test_the_first_file_that_has_name_and_links_counts(tmp_path: Path) -> None:
    write(tmp_path, "other", file="05.conflist")
    write(tmp_path, "a", name="green", file="06.conflist")
    write(tmp_path, "a", "b", file="20.conflist")
    (tmp_path / "01.conflist").write_text("{")
    assert found_in(tmp_path, record("a", 1)).network.source == str(tmp_path / "20.conflist")


def test_without_a_conflist_the_network_is_what_was_called(tmp_path: Path) -> None:
    calls = [
        record("b", 1, verb="DEL", stdin={"name": "n", "cniVersion": "0.4.0", "type": "b", "mtu": 5, "prevResult": {}})
    ]
    calls += [record("a", 9, verb="DEL", network="n")]
    found = found_in(tmp_path / "missing", *calls)
    assert (found.network.name, found.network.cni_version, found.is_known) == ("n", "0.4.0", False)
    assert [(link.index, link.type) for link in found.network.links] == [(0, "a"), (1, "b")]
    assert found.network.links[1].config == b'{"mtu":5,"type":"b"}'
    assert [found.links[call.name] for call in calls] == [1, 0]
    assert [entry["type"] for entry in json.loads(found.network.raw)["plugins"]] == ["a", "b"]


def test_stdin_that_is_no_configuration_is_a_link_all_the_same(tmp_path: Path) -> None:
    found = found_in(tmp_path, record("a", 1, stdin={}))
    assert [(link.type, link.config) for link in found.network.links] == [("a", b'{"type":"a"}')]


def test_loopback_network_of_the_runtime_is_known(tmp_path: Path) -> None:
    """Containerd and CRI-O bring it along: it stands in no folder."""
    assert found_in(tmp_path, record("loopback", 1, ifname="lo", network="cni-loopback")).is_known


def test_version_is_asked_of_one_plugin_alone(tmp_path: Path) -> None:
    write(tmp_path, "a", "b")
    found = found_in(tmp_path, record("a", 1, verb="VERSION", pod="", stdin={"cniVersion": "1.1.0"}))
    assert (found.network.name, found.is_known, found.ahead("VERSION")) == ("", True, [])


def test_links_that_have_changed_are_shown_as_they_were_called(tmp_path: Path) -> None:
    write(tmp_path, {"type": "a", "mtu": 1500}, {"type": "b", "rate": 1.0})
    called = {"name": "pods", "type": "a", "mtu": 1400}
    same = {"name": "pods", "type": "b", "rate": 1, "prevResult": {}}
    found = found_in(tmp_path, record("a", 1, stdin=called), record("b", 9, stdin=same))
    assert found.changed == (0,)
    assert json.loads(found.network.links[0].config) == {"type": "a", "mtu": 1400}


def test_configuration_that_is_not_there_yet_has_not_changed(tmp_path: Path) -> None:
    write(tmp_path, {"type": "a", "mtu": 1500}, "b")
    found = found_in(tmp_path, record("a", 1, stdin={"name": "pods", "type": "a", "mtu": 1500}))
    late = record("b", 9, stdin={}, **RUNNING)
    assert (
        found.changed
        == found_in(tmp_path, record("a", 1, stdin={"name": "pods", "type": "a", "mtu": 1500}), late).changed
        == ()
    )


def test_what_a_file_was_before_is_remembered(tmp_path: Path) -> None:
    write(tmp_path, "a", "b")
    conflists = Conflists(str(tmp_path))
    assert conflists.refresh()
    assert not conflists.refresh()
    write(tmp_path, "a", "c")
    assert conflists.refresh()
    old = conflists.network_of(asked(record("b", 1, verb="DEL")))
    new = conflists.network_of(asked(record("c", 1, verb="DEL")))
    assert (old.is_known, new.is_known) == (True, True)
    assert [link.type for link in conflists.networks[0].links] == ["a", "c"]


def test_a_folder_that_cannot_be_read_has_no_networks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    conflists = Conflists(str(tmp_path / "file"))
    conflists.refresh()
    assert (conflists.networks, list(conflists.refused)) == ((), [str(tmp_path / "file")])
