"""Stand-ins in a session: where plugins are missing, for all of them, or none."""

import json
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, RESULT, scripts
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces
from traces import Attachment, Network, Session, load_network
from traces.errors import InputError
from traces.model.events import TraceStarted
from traces.timeline.text import sequence_text

ATTACHMENT = Attachment(container_id="c0ffee", netns="/run/netns/pod")


@pytest.fixture
def network(tmp_path: Path) -> Network:
    """A list of a plugin that is here and one that is not."""
    conflist(tmp_path, {"type": "one"}, {"type": "two"})
    return load_network(str(tmp_path), "demo")


def session_of(tmp_path: Path, simulate: str | None = None, *, sandbox: bool = True, folder: str = "bin") -> Session:
    """A session that has the plugin «one»."""
    scripts(tmp_path / "bin", one=ANSWERS)
    return Session(
        plugin_dirs=[tmp_path / folder],
        cache_dir=tmp_path / "cache",
        state_dir=tmp_path / "state",
        sandbox=sandbox,
        simulate=simulate,
    )


@needs_namespaces
def test_in_a_sandbox_what_is_missing_is_simulated(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path) as session:
        events = list(session.follow("ADD", network, ATTACHMENT))
        trace = session.run("DEL", network, ATTACHMENT)
    assert isinstance(events[0], TraceStarted) and events[0].trace.simulated == ("two",)
    assert (trace.failure, trace.simulated) == (None, ("two",))
    assert [call.plugin for call in trace.calls] == ["two", "one"]
    assert trace.calls[0].path == str(tmp_path / "bin" / "two")
    assert "simulated: two" in sequence_text(trace)


@needs_namespaces
def test_a_stand_in_is_recorded_as_any_plugin_is(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path) as session:
        two = session.run("ADD", network, ATTACHMENT).calls[1]
    assert json.loads(two.stdin)["prevResult"] == json.loads(two.stdout) == json.loads(RESULT)
    assert (two.env["CNI_COMMAND"], two.env["CNI_PATH"], two.exit_code) == ("ADD", str(tmp_path / "bin"), 0)


@needs_namespaces
def test_all_of_them_may_be_simulated_or_none(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, "all") as session:
        trace = session.run("ADD", network, ATTACHMENT)
        assert trace.simulated == ("one", "two")
        assert trace.calls[0].stdout != RESULT.encode()
    with session_of(tmp_path, "none") as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert trace.simulated == ()
    assert 'failed to find plugin "two"' in (trace.error or "")


@needs_namespaces
def test_no_plugin_folder_need_exist_in_a_sandbox(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, folder="none/at/all") as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert (trace.failure, trace.simulated) == (None, ("one", "two"))
    assert not (tmp_path / "none").exists()


def test_outside_a_sandbox_nothing_is_simulated_unasked(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, sandbox=False) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert 'failed to find plugin "two"' in (trace.error or "") and trace.simulated == ()


@pytest.mark.parametrize("folder", ["bin", "none"])
def test_outside_a_sandbox_a_stand_in_only_answers(tmp_path: Path, network: Network, folder: str) -> None:
    with session_of(tmp_path, "all", sandbox=False, folder=folder) as session:
        trace = session.run("ADD", network, ATTACHMENT)
    assert (trace.failure, trace.simulated) == (None, ("one", "two"))
    assert json.loads(trace.result or b"")["interfaces"][-1]["name"] == "eth0"
    assert not (tmp_path / "none").exists()


def test_a_way_that_is_none_is_refused(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, "some", sandbox=False) as session, pytest.raises(InputError, match="missing, all, none"):
        session.run("ADD", network, ATTACHMENT)


@needs_namespaces
def test_a_rerun_simulates_what_its_parent_did(tmp_path: Path, network: Network) -> None:
    with session_of(tmp_path, "all") as session:
        parent = session.run("ADD", network, ATTACHMENT)
    with session_of(tmp_path, "missing") as session:
        branch = session.rerun(parent, 0, how="first")
    assert branch.simulated == ("one", "two")
