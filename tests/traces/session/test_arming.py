"""Faults in chains: every kind at every place is a real execution, told in one sentence, and taken out again."""

import threading
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL, SIGSEGV

import pytest

from tests.support.chains import ANSWERS, FIVE, scripts
from tests.support.cli import conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from traces import Attachment, Network, Session, load_file
from traces.errors import InputError, PlaceError
from traces.model.call import Outcome
from traces.model.events import CallStarted, TraceEnded
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.simulate.faults import parse_faults
from traces.timeline.headline import closing_lines, failure_line

TYPES = ("one", "two", "three")
ATTACHMENT = Attachment(container_id="c0ffee", netns="/run/netns/pod")
SOON = 0.5
"""Seconds: the deadline that ends what hangs."""

SILENT = "netplugin failed with no error message: "
PANIC = (
    "panic: a fault put in by cnistep\\n\\ngoroutine 1 [running]:\\nmain.cmd{Verb}(0xc0000b4000)\\n"
    "\\t/cnistep/fault/{plugin}.go:1 +0x1d\\nmain.main()\\n\\t/cnistep/fault/{plugin}.go:2 +0x2a\\n"
)
FAILING = {
    "error": "a fault put in by cnistep",
    "error=7,all gone": "all gone",
    "exit=3": 'netplugin failed: "a fault put in by cnistep\\n"',
    "signal": f"{SILENT}signal: segmentation fault",
    "hang": f"{SILENT}signal: killed",
    "missing": 'failed to find plugin "{plugin}" in path [{bin}]',
    "no-exec": f"{SILENT}fork/exec {{bin}}/{{plugin}}: permission denied",
    "panic": f'netplugin failed: "{PANIC}"',
}
"""What libcni says of each, whatever is asked."""
SPOILING = {
    "empty": "failed to unmarshal raw result: unexpected end of JSON input",
    "noise": "failed to unmarshal raw result: invalid character 'l' looking for beginning of value",
    "two-documents": "failed to unmarshal raw result: invalid character '{{' after top-level value",
}
"""What libcni says of those that spoil an answer, and spoil nothing where none is read."""
TOLD = {
    "error": "answers error 11",
    "error=7,all gone": "answers error 7",
    "exit=3": "exits with 3 and says why on stderr only",
    "signal": "dies by SIGSEGV",
    "hang": "reads its input and never ends",
    "missing": "is not found",
    "no-exec": "may not be executed",
    "panic": "panics",
    "empty": "exits with 0 and answers nothing",
    "noise": "writes a log line on stdout before its answer",
    "two-documents": "writes its answer twice",
    "slow=0.01": "sleeps 0.01 s before it works",
}
OUTCOMES = {
    "error": (Outcome.ERROR, 1, None),
    "exit=3": (Outcome.FAILED, 3, None),
    "signal": (Outcome.KILLED, None, SIGSEGV),
    "hang": (Outcome.KILLED, None, SIGKILL),
    "panic": (Outcome.FAILED, 2, None),
    "noise": (Outcome.UNREADABLE, 0, None),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three plugins, all of which answer, and their network."""
    folder = tmp_path_factory.mktemp("faults")
    scripts(folder / "bin", **dict.fromkeys(TYPES, ANSWERS))
    conflist(folder, *({"type": name} for name in TYPES))
    return folder


@pytest.fixture(scope="module")
def network(folder: Path) -> Network:
    """A list of the three."""
    return load_file(str(folder / "10-net.conflist"))


@pytest.fixture(scope="module")
def session(folder: Path) -> Iterator[Session]:
    """One sandbox for all."""
    with opened(folder) as session:
        yield session


def opened(folder: Path, *, sandbox: bool = True) -> Session:
    return Session(
        plugin_dirs=[folder / "bin"],
        cache_dir=folder / "cache",
        state_dir=folder / "state",
        sandbox=sandbox,
        simulate="none",
    )


def failing(session: Session, network: Network, verb: str, *texts: str) -> Trace:
    """The trace of a verb with these faults."""
    faults = parse_faults(texts, network, (verb,))
    timeout = SOON if any("hang" in text for text in texts) else None
    return session.run(verb, network, ATTACHMENT, faults=faults, timeout=timeout)


@needs_namespaces
@pytest.mark.parametrize("link", range(3))
@pytest.mark.parametrize("verb", ["ADD", "DEL"])
@pytest.mark.parametrize("kind", TOLD)
def test_every_fault_is_told_in_one_sentence(
    session: Session, network: Network, folder: Path, kind: str, verb: str, link: int
) -> None:
    trace, plugin = failing(session, network, verb, f"{link}:{verb}:{kind}"), TYPES[link]
    words = (FAILING | (SPOILING if verb == "ADD" else {})).get(kind)
    if words is None:
        assert trace.failure is None
        assert failure_line(trace) == ""
    else:
        said = words.format(plugin=plugin, bin=folder / "bin", Verb=verb.title())
        asked = {"ADD": "add", "DEL": "delete"}[verb]
        assert failure_line(trace) == f'✗ link {link}, {plugin}: plugin type="{plugin}" failed ({asked}): {said}'
    unread = f" (libcni reads no answer to {verb})" if verb == "DEL" and kind in SPOILING else ""
    note = f"note: fault put in by cnistep: link {link}, {plugin}, {verb}: {TOLD[kind]}{unread}"
    assert closing_lines(trace).count(note) == 1


@needs_namespaces
@pytest.mark.parametrize("kind", OUTCOMES)
def test_a_fault_is_an_execution_like_any_other(session: Session, network: Network, kind: str) -> None:
    call = failing(session, network, "ADD", f"1:ADD:{kind}").calls[1]
    assert (call.outcome, call.exit_code, call.signal) == OUTCOMES[kind]
    assert call.path.endswith("/bin/two")
    assert b'"prevResult"' in call.stdin
    assert call.ended is not None


@needs_namespaces
def test_several_faults_work_at_once_and_are_gone_afterwards(session: Session, network: Network) -> None:
    recorders = {path.name: path.read_bytes() for path in Path(session.place.recorders[0].directory).iterdir()}
    trace = failing(session, network, "VALIDATE", "0:VERSION:exit", "1:VERSION:missing", "2:VERSION:no-exec")
    assert trace.failure is not None
    assert all(words in trace.failure.text for words in ("cnistep", "failed to find", "permission denied"))
    assert {path.name: path.read_bytes() for path in Path(session.place.recorders[0].directory).iterdir()} == recorders
    assert session.run("ADD", network, ATTACHMENT).failure is None


@needs_namespaces
def test_a_link_that_is_never_reached_has_no_fault(session: Session, network: Network) -> None:
    trace = failing(session, network, "ADD", "0:ADD:exit", "2:ADD:panic")
    assert trace.notes[-1] == "a fault was not put in, its link was never reached: link 2, three, ADD: panics"


@needs_namespaces
def test_a_stopped_run_takes_its_fault_out(folder: Path, network: Network) -> None:
    with opened(folder) as session:
        faults = parse_faults(["1:ADD:hang"], network, ("ADD",))
        for event in session.follow("ADD", network, ATTACHMENT, faults=faults):
            if isinstance(event, CallStarted) and event.call.plugin == "two":
                session.stop.set()
        assert isinstance(event, TraceEnded)
        call = event.trace.calls[1]
        assert (call.outcome, call.signal, call.ended is not None) == (Outcome.KILLED, SIGKILL, True)
        session.stop.clear()
        assert session.run("ADD", network, ATTACHMENT).failure is None


@needs_namespaces
def test_a_plugin_that_is_not_here_can_fail_too(session: Session, folder: Path, network: Network) -> None:
    elsewhere = load_file(str(conflist(folder / "bin", {"type": "absent"})))
    assert failing(session, elsewhere, "ADD", "0:ADD:error").error_code == 11
    trace = session.run("ADD", elsewhere, ATTACHMENT)
    assert trace.error is not None
    assert 'failed to find plugin "absent"' in trace.error
    with pytest.raises(InputError, match="that needs the plugin, and there is no absent here"):
        failing(session, elsewhere, "ADD", "0:ADD:noise")


@needs_namespaces
def test_no_file_outside_is_reached_by_a_plugin_s_name(session: Session, network: Network) -> None:
    victim = Path(session.place.workdir, "victim")
    victim.touch()
    fault = Fault(plugin="../victim", verb="ADD", kind=parse_faults(["0:ADD:error"], network, ("ADD",))[0].kind)
    with pytest.raises(InputError, match="libcni looks for no plugin of that name"):
        session.refuse([fault])
    assert victim.exists()


@needs_namespaces
def test_a_rerun_can_have_a_fault(folder: Path, network: Network) -> None:
    with opened(folder) as session:
        parent = session.run("ADD", network, ATTACHMENT)
        faults = parse_faults(["2:ADD:signal=ABRT"], network, ("ADD",))
        branch = session.rerun(parent, 1, how="first", faults=faults)
    assert branch.branch_of is not None
    assert branch.error == f'plugin type="three" failed (add): {SILENT}signal: aborted'


def test_first_on_cni_path_a_fault_works_but_nothing_can_be_hidden(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(spec: object) -> None:
        raise PlaceError("refused here")

    monkeypatch.setattr("traces.session.place.open_host", refuse)
    scripts(tmp_path / "bin", **dict.fromkeys(TYPES, ANSWERS))
    with opened(tmp_path, sandbox=False) as session:
        with pytest.raises(InputError, match="nothing can be mounted over it here; no-exec works"):
            failing(session, network, "ADD", "1:ADD:missing")
        trace = failing(session, network, "ADD", "1:ADD:no-exec")
    assert trace.error is not None
    assert trace.error.endswith("/two: permission denied")
    assert len(threading.enumerate()) == 1


@needs_namespaces
@needs_plugins
def test_a_delegate_fails_for_whoever_calls_it(tmp_path: Path) -> None:
    five = load_file(str(conflist(tmp_path, *FIVE)))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
        trace = failing(session, five, "ADD", "host-local:ADD:error=11,no address")
        unheard = failing(session, five, "DEL", "ptp:DEL:error")
        again = session.run("ADD", five, ATTACHMENT)
    assert trace.error == 'plugin type="bridge" failed (add): no address'
    assert (trace.calls[1].plugin, trace.calls[1].parent, trace.calls[1].outcome) == ("host-local", "1", Outcome.ERROR)
    assert "fault put in by cnistep: host-local, ADD: answers error 11" in trace.notes
    assert "a fault was put in by cnistep, but nobody called it: ptp, DEL: answers error 11" in unheard.notes
    assert (again.calls[1].plugin, again.calls[1].outcome) == ("host-local", Outcome.OK)


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("portmap:ADD:noise", 'plugin type="portmap" failed (add): failed to unmarshal raw result: invalid character'),
        (
            "bridge:ADD:two-documents",
            'plugin type="bridge" failed (add): failed to unmarshal raw result: invalid character',
        ),
        ("tuning:ADD:panic", 'plugin type="tuning" failed (add): netplugin failed: "panic: a fault put in by cnistep'),
    ],
)
def test_real_plugins_fail_as_they_are_told(tmp_path: Path, text: str, words: str) -> None:
    five = load_file(str(conflist(tmp_path, *FIVE)))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "state", sandbox=True, simulate="none") as session:
        trace = failing(session, five, "ADD", text)
    assert trace.error is not None
    assert trace.error.startswith(words)
