import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from traces.model.call import Call, Outcome
from traces.model.network import Link, Network
from traces.shim.assemble import assemble, given_environment, record_ids, shown_environment
from traces.shim.record import Ancestor, Record, State
from traces.shim.recorder import prepare_on_path
from traces.shim.spool import read_spool


def network(*types: str) -> Network:
    links = tuple(Link(index=index, type=type_, config=b"{}") for index, type_ in enumerate(types))
    return Network(name="n", cni_version="1.0.0", links=links, raw=b"{}")


def record(
    plugin: str,
    at: int,
    *,
    verb: str = "ADD",
    child: int = 0,
    above: Sequence[int] = (),
    container: str = "",
    end: int | None = None,
    **changes: object,
) -> Record:
    """A call that took ten nanoseconds, unless said otherwise."""
    one = Record(
        name=f"{at}-{plugin}",
        state=State.COMPLETE,
        real=f"/real/{plugin}",
        started=at,
        last_seen=at + 10,
        ended=at + 10 if end is None else end,
        exit_code=0,
        pidns=1,
        child=child or at * 100,
        ancestors=tuple(Ancestor(pid=pid, name="x") for pid in above),
        argv=(f"/opt/cni/bin/{plugin}".encode(),),
        environment=(f"CNI_COMMAND={verb}".encode(), f"CNI_CONTAINERID={container}".encode()),
        stdout=b"{}",
    )
    return replace(one, **changes)  # type: ignore[arg-type]


def links(calls: Sequence[Call]) -> list[tuple[str, int | None]]:
    return [(call.plugin, call.link) for call in calls]


@pytest.mark.parametrize("verb", ["ADD", "CHECK", "STATUS", "GC"])
def test_links_are_asked_first_to_last(verb: str) -> None:
    calls = assemble([record(name, at, verb=verb) for at, name in ((20, "b"), (1, "a"))], verb, network("a", "b"))
    assert links(calls) == [("a", 0), ("b", 1)]
    assert [call.id for call in calls] == ["1", "2"]


def test_del_asks_them_last_to_first() -> None:
    records = [record("a", 1, verb="DEL"), record("b", 20, verb="DEL"), record("a", 40, verb="DEL")]
    assert links(assemble(records, "DEL", network("a", "b", "a"))) == [("a", 2), ("b", 1), ("a", 0)]


def test_validate_is_asked_with_version() -> None:
    records = [record("a", 1, verb="VERSION"), record("b", 20, verb="VERSION")]
    assert links(assemble(records, "VALIDATE", network("a", "b"))) == [("a", 0), ("b", 1)]


def test_other_commands_and_plugins_have_no_link() -> None:
    records = [record("a", 1, verb="VERSION"), record("other", 20), record("b", 40)]
    assert links(assemble(records, "ADD", network("a", "b"))) == [("a", None), ("other", None), ("b", 1)]


def test_a_call_that_waited_starts_when_it_was_let_go() -> None:
    """Its place among the calls, and so its id, stays that of the time at which it was made."""
    waited = record("a", 1, released=90, touched=("answer",))
    records = [record("b", 20), waited]
    first, second = assemble(records, "ADD", network("a", "b"))
    assert (first.plugin, first.started, first.touched, second.started) == ("a", 90, ("answer",), 20)
    assert record_ids(records) == {waited.name: "1", records[0].name: "2"}


def test_a_changed_call_has_both_of_its_requests() -> None:
    sent = (b"CNI_PATH=/recorders:/bin", b"A=1")
    given = (b"CNI_COMMAND=ADD", b"CNI_PATH=/recorders:/other")
    changed = record("a", 1, stdin=b"given", sent_stdin=b"", environment=given, sent_environment=sent)
    (call,) = assemble([changed], "ADD", network("a"), hidden_path=["/recorders"])
    assert (call.stdin, call.sent_stdin) == (b"given", b"")
    assert call.environment == (b"CNI_COMMAND=ADD", b"CNI_PATH=/other")
    assert call.sent_environment == (b"CNI_PATH=/bin", b"A=1")


def test_an_edited_command_leaves_a_call_its_link() -> None:
    edited = (b"CNI_COMMAND=DEL", b"CNI_CONTAINERID=other")
    sent = (b"CNI_COMMAND=ADD", b"CNI_CONTAINERID=")
    changed = record("b", 20, environment=edited, sent_environment=sent)
    calls = assemble([record("a", 1), changed], "ADD", network("a", "b"))
    assert links(calls) == [("a", 0), ("b", 1)]
    assert (calls[1].verb, calls[1].environment) == ("ADD", edited)


def test_an_environment_that_was_shown_is_given_with_the_recorders() -> None:
    sent, hidden = (b"CNI_PATH=/w/recorder-0:/opt/cni/bin", b"A=1"), ["/w/recorder-0"]
    assert shown_environment(sent, hidden) == (b"CNI_PATH=/opt/cni/bin", b"A=1")
    assert given_environment(shown_environment(sent, hidden), hidden) == sent
    assert given_environment((b"CNI_PATH=",), hidden) == (b"CNI_PATH=/w/recorder-0",)
    assert given_environment(sent, ()) == sent


def test_gc_deletes_stale_attachments_before() -> None:
    deleted = [(name, container) for container in ("c1", "c2") for name in ("b", "a")]
    records = [record(name, 20 * at, verb="DEL", container=c) for at, (name, c) in enumerate(deleted, 1)]
    records += [record("a", 200, verb="GC"), record("b", 220, verb="GC")]
    expected = [("b", 1), ("a", 0), ("b", 1), ("a", 0), ("a", 0), ("b", 1)]
    assert links(assemble(records, "GC", network("a", "b"))) == expected


def test_nearest_recorded_ancestor_is_the_parent() -> None:
    records = [
        record("flannel", 1, child=50, end=100),
        record("bridge", 10, child=60, above=(50, 7), end=90),
        record("host-local", 20, above=(61, 60, 50, 7), end=30),
    ]
    calls = assemble(records, "ADD", network("flannel"))
    assert [(call.plugin, call.parent, call.link) for call in calls] == [
        ("flannel", None, 0),
        ("bridge", "1", None),
        ("host-local", "2", None),
    ]


def test_reused_pid_is_no_parent() -> None:
    records = [record("a", 1, child=50), record("b", 20, above=(50,)), record("c", 25, above=(50,), child=50)]
    assert [call.parent for call in assemble(records, "ADD", network("a", "b", "c"))] == [None, None, None]


def test_pid_of_another_namespace_is_no_parent() -> None:
    records = [record("a", 1, child=50, end=100), record("b", 20, above=(50,), pidns=2)]
    assert assemble(records, "ADD", network("a"))[1].parent is None


def test_daemons_delegate_is_found_by_container() -> None:
    records = [record("multus", 1, container="c1", end=100), record("bridge", 20, container="c1", above=(7,))]
    assert [call.parent for call in assemble(records, "ADD", network("multus"))] == [None, "1"]


def test_call_after_a_lost_one_is_no_delegate() -> None:
    lost = record("a", 1, container="c1", state=State.LOST)
    records = [replace(lost, ended=None, exit_code=None), record("b", 500, container="c1")]
    calls = assemble(records, "ADD", network("a", "b"))
    assert [(call.parent, call.link) for call in calls] == [(None, 0), (None, 1)]
    assert calls[0].outcome is Outcome.LOST


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Outcome.OK),
        ({"exit_code": 1}, Outcome.FAILED),
        ({"exit_code": 1, "stdout": b'{"code": 11}'}, Outcome.ERROR),
        ({"stdout": b"text"}, Outcome.UNREADABLE),
        ({"exit_code": None, "signal": 9}, Outcome.KILLED),
        ({"exit_code": 127, "start_errno": 2}, Outcome.NOT_STARTED),
        ({"state": State.RUNNING, "exit_code": None, "ended": None}, Outcome.RUNNING),
        ({"state": State.DRAINING}, Outcome.OK),
        ({"state": State.LOST, "exit_code": None, "ended": None}, Outcome.LOST),
        ({"state": State.CUT, "exit_code": None, "ended": None}, Outcome.LOST),
        ({"state": State.CUT}, Outcome.OK),
    ],
)
def test_outcome_is_in_state_and_end(changes: dict[str, object], expected: Outcome) -> None:
    (call,) = assemble([replace(record("a", 1), **changes)], "ADD", network("a"))  # type: ignore[arg-type]
    assert call.outcome is expected


def test_recorder_folders_are_taken_out_of_the_path() -> None:
    one = record(
        "a", 1, environment=(b"CNI_COMMAND=ADD", b"CNI_PATH=/w/recorder-0:/opt/cni/bin:/w/recorder-1", b"P=/w")
    )
    (call,) = assemble([one], "ADD", network("a"), hidden_path=["/w/recorder-0", "/w/recorder-1"])
    assert call.environment == (b"CNI_COMMAND=ADD", b"CNI_PATH=/opt/cni/bin", b"P=/w")


def test_call_has_what_went_in_and_out() -> None:
    one = record("a", 5, stdin=b"in", stderr=b"err", truncated=("stdout",))
    (call,) = assemble([one], "ADD", network("a"))
    assert (call.plugin, call.path, call.argv, call.verb) == ("a", "/opt/cni/bin/a", ("/opt/cni/bin/a",), "ADD")
    assert (call.stdin, call.stdout, call.stderr, call.exit_code) == (b"in", b"{}", b"err", 0)
    assert (call.started, call.ended, call.truncated) == (5, 15, ("stdout",))


FLANNEL = '#!/bin/sh\n{ echo "for bridge"; cat; } | "${CNI_PATH%%:*}/bridge"\n'
BRIDGE = '#!/bin/sh\nsh -c \'"${CNI_PATH%%:*}/host-local"; true\' </dev/null >/dev/null\ncat >/dev/null\necho "{}"\n'
IPAM = '#!/bin/sh\necho \'{"code": 11, "msg": "none left"}\'\nexit 1\n'
RUNTIME = """
for plugin in flannel tuning; do
    printf '{"link": "%s"}' $plugin | CNI_COMMAND=ADD "$1/$plugin" || exit 1
done >/dev/null
for plugin in tuning flannel; do CNI_COMMAND=DEL "$1/$plugin" </dev/null >/dev/null; done
"""


@needs_compiler
def test_a_shell_runs_a_chain_through_recorders(tmp_path: Path) -> None:
    """Flannel hands over to bridge, and bridge, through another shell, to host-local: the tree is in the records."""
    plugins, spool = tmp_path / "plugins", tmp_path / "spool"
    plugins.mkdir()
    spool.mkdir(mode=0o700)
    for name, script in {
        "flannel": FLANNEL,
        "bridge": BRIDGE,
        "host-local": IPAM,
        "tuning": "#!/bin/sh\necho '{}'\n",
    }.items():
        (plugins / name).write_text(script)
        (plugins / name).chmod(0o755)
    (recorder,) = prepare_on_path([str(plugins)], tmp_path, str(spool))
    env = {"PATH": os.environ["PATH"], "CNI_PATH": f"{recorder.directory}:{plugins}", "CNI_CONTAINERID": "c1"}
    subprocess.run(["/bin/sh", "-c", RUNTIME, "sh", recorder.directory], env=env, check=True)

    records = read_spool(spool)
    added, deleted = records[:4], records[4:]
    chain = network("flannel", "tuning")
    calls = assemble(added, "ADD", chain, hidden_path=[recorder.directory])
    assert [(call.id, call.plugin, call.link, call.parent, str(call.outcome)) for call in calls] == [
        ("1", "flannel", 0, None, "ok"),
        ("2", "bridge", None, "1", "ok"),
        ("3", "host-local", None, "2", "error"),
        ("4", "tuning", 1, None, "ok"),
    ]
    assert calls[0].path == f"{recorder.directory}/flannel"
    assert calls[1].stdin == b'for bridge\n{"link": "flannel"}'
    assert json.loads(calls[2].stdout)["code"] == 11
    assert {call.env["CNI_PATH"] for call in calls} == {str(plugins)}
    assert all(call.started < (call.ended or 0) for call in calls)
    roots = [(call.plugin, call.link) for call in assemble(deleted, "DEL", chain) if call.parent is None]
    assert roots == [("tuning", 1), ("flannel", 0)]
