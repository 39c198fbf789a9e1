"""The session as a library: what a plugin was given, what it answered, and what is kept."""

import itertools
import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, FAILS, RESULT, scripts
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces
from traces import Attachment, Network, Session, load_file, load_network
from traces.errors import Interrupted, PlaceError
from traces.model.call import Outcome
from traces.model.events import CallEnded, CallStarted, Event, TraceEnded, TraceStarted

ATTACHMENT = Attachment(container_id="c0ffee", netns="/run/netns/none", args=(("K", "V"),), capability_args={"mac": 1})


@pytest.fixture
def network(tmp_path: Path) -> Network:
    """A list of two links, the second of which wants the MAC."""
    conflist(tmp_path, {"type": "one"}, {"type": "two", "capabilities": {"mac": True}})
    return load_network(str(tmp_path), "demo")


def session_of(tmp_path: Path, *, sandbox: bool = False, **plugins: str) -> Session:
    """A session whose plugins are shell scripts."""
    return Session(
        plugin_dirs=[scripts(tmp_path / "bin", **plugins)],
        cache_dir=tmp_path / "cache",
        state_dir=tmp_path / "state",
        sandbox=sandbox,
    )


def test_a_plugin_author_sees_what_his_plugin_was_given(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    two = trace.calls[1]
    assert json.loads(two.stdin) == {
        "capabilities": {"mac": True},
        "cniVersion": "1.0.0",
        "name": "demo",
        "prevResult": json.loads(RESULT),
        "runtimeConfig": {"mac": 1},
        "type": "two",
    }
    assert (two.env["CNI_COMMAND"], two.env["CNI_ARGS"], two.env["CNI_NETNS"]) == ("ADD", "K=V", "/run/netns/none")
    assert (two.stdout, two.stderr, two.exit_code) == (RESULT.encode(), b"", 0)
    assert (trace.error, trace.error_code) == (None, None)
    assert json.loads(trace.result or b"")["ips"] == [{"address": "10.1.0.2/16"}]


def test_cni_path_is_the_runtime_s_own(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert {call.env["CNI_PATH"] for call in trace.calls} == {str(tmp_path / "bin")}
    assert {call.path for call in trace.calls} == {str(tmp_path / "bin" / "one"), str(tmp_path / "bin" / "two")}


def test_an_error_is_data_in_the_trace(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=FAILS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert trace.error == 'plugin type="two" failed (add): try again; iptables: chain exists'
    assert trace.error_code == 11
    assert trace.calls[1].outcome is Outcome.ERROR


def test_del_is_given_the_cached_result(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        added = session.run("ADD", network, ATTACHMENT)
        deleted = session.run("DEL", network, ATTACHMENT)
    assert json.loads(deleted.calls[0].stdin)["prevResult"]["ips"] == [{"address": "10.1.0.2/16"}]
    assert (added.cache_before, deleted.cache_after) == (None, None)
    assert added.cache_after == deleted.cache_before is not None
    assert added.series == deleted.series


def test_events_tell_the_request_before_the_reply(tmp_path: Path, network: Network) -> None:
    slow = ANSWERS.replace("exit 0", "sleep 0.3; exit 0")
    with session_of(tmp_path, one=slow, two=ANSWERS) as session:
        seen = list(session.follow("ADD", network, ATTACHMENT))
    kinds = [kind for kind, _ in itertools.groupby(type(event) for event in seen)]
    assert kinds == [TraceStarted, CallStarted, CallEnded, CallStarted, CallEnded, TraceEnded]
    request = next(event for event in seen if isinstance(event, CallStarted))
    assert (request.call.plugin, request.call.outcome, request.call.stdout) == ("one", Outcome.RUNNING, b"")


def test_a_request_is_told_while_the_plugin_still_runs(tmp_path: Path, network: Network) -> None:
    held = f"while [ ! -e {tmp_path}/go ]; do sleep 0.02; done; {ANSWERS}"
    with session_of(tmp_path, one=held, two=ANSWERS) as session:
        events = session.follow("ADD", network, ATTACHMENT)
        first = next(event for event in events if isinstance(event, CallStarted))
        assert first.call.plugin == "one"
        (tmp_path / "go").touch()
        assert isinstance(list(events)[-1], TraceEnded)


def test_a_stop_ends_the_trace_as_it_stands(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one="sleep 60", two=ANSWERS) as session:
        events = session.follow("ADD", network, ATTACHMENT)
        next(event for event in events if isinstance(event, CallStarted))
        session.stop.set()
        end = list(events)[-1]
    assert isinstance(end, TraceEnded)
    assert end.trace.error == "the run was stopped"
    assert [call.plugin for call in end.trace.calls] == ["one"]


def test_every_trace_is_kept_as_it_was_given(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=FAILS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
        assert session.library.open("last") == trace


def test_the_cache_is_read_for_one_container(tmp_path: Path, network: Network) -> None:
    other = replace(ATTACHMENT, container_id="other")
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        assert session.cached("other") == ()
        for attachment in (ATTACHMENT, other):
            session.run("ADD", network, attachment)
        (cached,) = session.cached("other")
    assert (cached.network, cached.attachment, cached.config) == ("demo", other, network.raw)


def test_the_caller_s_notes_stand_in_the_trace(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        assert session.run("ADD", network, ATTACHMENT, notes=["as it was asked"]).notes[-1:] == ("as it was asked",)


@needs_namespaces
def test_in_a_sandbox_the_plugins_see_another_root(tmp_path: Path, network: Network) -> None:
    writes = f"touch {tmp_path}/written /etc/written 2>/dev/null; {ANSWERS}"
    with session_of(tmp_path, sandbox=True, one=writes, two=ANSWERS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert trace.error is None
    assert not (tmp_path / "written").exists() and not Path("/etc/written").exists()
    assert not (tmp_path / "cache").exists()


def test_closing_from_another_thread_ends_the_run_as_it_stands(tmp_path: Path, network: Network) -> None:
    session = session_of(tmp_path, one="exec sleep 60", two=ANSWERS)
    events = session.follow("ADD", network, ATTACHMENT)
    next(event for event in events if isinstance(event, CallStarted))
    rest: list[Event] = []
    follower = threading.Thread(target=lambda: rest.extend(events))
    follower.start()
    session.close()
    follower.join(timeout=20)
    assert isinstance(rest[-1], TraceEnded)
    assert rest[-1].trace.error == "the run was stopped"
    with pytest.raises(Interrupted):
        session.run("ADD", network, ATTACHMENT)


def test_a_look_that_fails_loses_no_run(tmp_path: Path) -> None:
    conf = conflist(tmp_path, {"type": "one", "ipam": {"dataDir": "/" + "a" * 300}})
    with session_of(tmp_path, sandbox=True, one=ANSWERS) as session:
        session.run("ADD", load_file(str(conf)), ATTACHMENT)
        trace = session.run("DEL", load_file(str(conf)), ATTACHMENT)
    assert trace.error is None
    unread = "what this DEL left behind could not be read wholly: host: reservations: file name too long"
    assert [note for note in trace.notes if note.startswith("what")] == [unread]


def test_without_a_mount_namespace_recorders_go_first_on_cni_path(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(spec: object) -> None:
        raise PlaceError("refused here")

    monkeypatch.setattr("traces.session.place.open_host", refuse)
    with session_of(tmp_path, one=ANSWERS, two=FAILS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert [call.plugin for call in trace.calls] == ["one", "two"]
    assert {call.env["CNI_PATH"] for call in trace.calls} == {str(tmp_path / "bin")}
    assert trace.notes == ("the recorder stood first on CNI_PATH: refused here",)


def test_a_branch_never_hangs_on_another_trace_of_the_same_id(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        trace = session.run("ADD", network, ATTACHMENT)
        branch = session.rerun(replace(trace, notes=("changed",)), 0)
        assert branch.branch_of is not None
        assert branch.branch_of.trace != trace.id
        assert session.library.open(branch.branch_of.trace).notes == ("changed", f"another trace is kept as {trace.id}")
        assert session.library.open(trace.id) == trace


def test_a_run_stopped_between_links_blames_none(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, one=ANSWERS, two=ANSWERS) as session:
        events = session.follow("ADD", network, ATTACHMENT)
        next(event for event in events if isinstance(event, CallEnded))
        session.stop.set()
        trace = list(events)[-1].trace  # type: ignore[union-attr]
    assert trace.failure is not None
    assert (trace.failure.text, trace.failure.link) == ("the run was stopped before link 1, two", None)
