"""The deadline of a verb, and what becomes of the calls that it ends."""

import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.support.chains import ANSWERS, scripts
from tests.support.cli import conflist
from tests.support.needs import needs_namespaces
from traces import Attachment, Session, load_file
from traces.model.call import Outcome
from traces.model.events import CallEnded, CallStarted, Event, TraceEnded
from traces.model.trace import Trace

ATTACHMENT = Attachment(container_id="c0ffee", netns="/run/netns/pod")
SOON = 0.5
"""Seconds."""
KILLED = "the deadline of 0.5 s passed while link 1, two, ran: it was killed as a runtime kills it"
LEAVES_A_CHILD = "printf 'half a'; echo why >&2; sleep 60 & exec sleep 60"
"""A plugin that hangs, with a child that holds its output."""
LEAVES_AND_ENDS = f"(sleep 60 &)\n{ANSWERS}"
"""A plugin that answers, and leaves a child that holds its output."""

Run = Callable[..., Trace]
pytestmark = needs_namespaces


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a verb of three links, the second of which is the script, with a deadline."""

    def run_it(script: str, verb: str = "ADD", policy: str = "libcni", seen: list[Event] | None = None) -> Trace:
        folder = scripts(tmp_path / "bin", one=ANSWERS, two=script, three=ANSWERS)
        network = load_file(str(conflist(tmp_path, {"type": "one"}, {"type": "two"}, {"type": "three"})))
        with Session(plugin_dirs=[folder], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
            events = list(session.follow(verb, network, ATTACHMENT, policy=policy, timeout=SOON))
        if seen is not None:
            seen += events
        trace: Trace = events[-1].trace  # type: ignore[union-attr]
        return trace

    return run_it


def test_a_plugin_past_the_deadline_was_killed(run: Run) -> None:
    seen: list[Event] = []
    trace = run("cat >/dev/null; exec sleep 60", seen=seen)
    call = trace.calls[1]
    assert (call.outcome, call.signal, call.exit_code) == (Outcome.KILLED, SIGKILL, None)
    # The deadline began before the plugin did.
    assert call.duration is not None and call.duration > SOON * 1e9 / 2
    assert trace.notes == (KILLED,)
    assert trace.error == 'plugin type="two" failed (add): netplugin failed with no error message: signal: killed'
    assert [event.call.plugin for event in seen if isinstance(event, CallEnded)] == ["one", "two"]


def test_what_a_killed_plugin_has_said_is_kept(run: Run) -> None:
    trace = run(LEAVES_A_CHILD)
    assert (trace.calls[1].stdout, trace.calls[1].stderr) == (b"half a", b"why\n")
    assert trace.error is not None
    assert 'error parsing its diagnostic message "half a"' in trace.error
    assert trace.notes == (KILLED,)


def test_del_goes_on_past_the_deadline_but_starts_nothing(run: Run) -> None:
    trace = run("exec sleep 60", "DEL", policy="continue")
    late = "the deadline of 0.5 s had passed before link 0, one, was to run: libcni does not start it any more"
    assert trace.notes[:2] == (KILLED, late)
    assert [call.plugin for call in trace.calls] == ["three", "two"]
    assert trace.error is not None
    assert trace.error.endswith(
        'plugin type="one" failed (delete): netplugin failed with no error message: context deadline exceeded'
    )


def test_output_that_is_held_past_the_deadline_is_told(run: Run) -> None:
    trace = run(LEAVES_AND_ENDS)
    held = "passed while a process that link 1, two, had left held its output: a runtime would wait on for it"
    assert trace.notes[0] == f"the deadline of 0.5 s {held}"
    assert trace.calls[1].outcome is Outcome.OK
    assert trace.failure is not None
    assert trace.failure.link == 2


def test_a_delegate_that_outlives_its_caller_is_told(run: Run, tmp_path: Path) -> None:
    scripts(tmp_path / "bin", below="exec sleep 60")
    trace = run('"$CNI_PATH/below"')
    assert [(call.plugin, call.outcome) for call in trace.calls[1:]] == [
        ("two", Outcome.KILLED),
        ("below", Outcome.RUNNING),
    ]
    outlived = "below, which two had started, went on running: a runtime kills the one process that it started"
    assert trace.notes == (KILLED, outlived)


def test_a_delegate_that_outlives_its_verb_is_no_call_of_the_next_one(tmp_path: Path) -> None:
    waits = 'until [ -e "${0%/*}/go" ]; do sleep 0.02; done'
    folder = scripts(tmp_path / "bin", one='[ "$CNI_COMMAND" = DEL ] || "$CNI_PATH/below"', below=waits)
    network = load_file(str(conflist(tmp_path, {"type": "one"})))
    with Session(plugin_dirs=[folder], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
        added = session.run("ADD", network, ATTACHMENT, timeout=SOON)
        for event in session.follow("DEL", network, ATTACHMENT):
            if isinstance(event, CallStarted):
                (folder / "go").touch()
                time.sleep(0.2)
    assert [call.outcome for call in added.calls] == [Outcome.KILLED, Outcome.RUNNING]
    assert isinstance(event, TraceEnded)
    assert [call.plugin for call in event.trace.calls] == ["one"]
