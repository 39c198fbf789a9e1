import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.records import CUT, FAILED, LOST, MS, RUNNING, asked, record
from traces.model.trace import Trace
from traces.session.node_network import Conflists
from traces.session.node_trace import trace_of
from traces.shim.record import Ancestor, Record
from traces.shim.verb_runs import QUIET, verb_runs
from traces.store.codec import from_document, to_document

LATER = 100 * QUIET
_KEYS = ("name", "type", "cniVersion", "prevResult", "runtimeConfig", "code", "msg", "ips", "capabilities", "x")


@pytest.fixture
def conf(tmp_path: Path) -> Path:
    entries = [{"type": name} for name in ("a", "b")]
    (tmp_path / "10.conflist").write_text(json.dumps({"cniVersion": "1.0.0", "name": "pods", "plugins": entries}))
    return tmp_path


def trace(conf: Path, *calls: Record, now: int = 50 * MS) -> Trace:
    """The trace of the only run; the calls begin in the first milliseconds of the epoch."""
    conflists = Conflists(str(conf))
    conflists.refresh()
    (run,) = verb_runs(asked(*calls))
    return trace_of(run, conflists, now)


def test_last_link_of_the_conflist_ends_it(conf: Path) -> None:
    first, last = record("a", 1), record("b", 9, previous=True, stdout=b'{"cniVersion":"1.0.0","ips":[]}')
    assert not trace(conf, first).finished
    done = trace(conf, first, last)
    assert (done.finished, done.failure, done.result) == (True, None, b'{"cniVersion":"1.0.0"}')
    assert (done.created, done.notes) == ("1970-01-01T00:00:00.001000Z", ())


def test_what_ended_while_the_spool_was_read_is_over_at_the_next_reading(conf: Path) -> None:
    calls = (record("a", 1), record("b", 9, previous=True))
    assert not trace(conf, *calls, now=10 * MS).finished
    assert trace(conf, *calls, now=11 * MS).finished


def test_failure_ends_it_in_the_words_of_libcni(conf: Path) -> None:
    failed = trace(conf, record("a", 1, **FAILED))
    assert (failed.finished, failed.error, failed.error_code) == (True, 'plugin type="a" failed (add): no', 11)
    deleted = trace(conf, record("b", 1, verb="DEL", **FAILED))
    assert deleted.error == 'plugin type="b" failed (delete): no'
    assert deleted.notes == ("reached: link 1, b", "never reached: link 0, a")
    assert trace(conf, record("a", 1, verb="CHECK", **FAILED)).error == "no"


def test_garbage_collection_tells_all_failures(conf: Path) -> None:
    both = [record(name, at, verb="GC", pod="", **FAILED) for at, name in ((1, "a"), (9, "b"))]
    assert not trace(conf, both[0]).finished
    assert trace(conf, *both).error == "failed to GC plugin a: no\nfailed to GC plugin b: no"


def test_answer_that_is_no_result_ends_an_add(conf: Path) -> None:
    unread = trace(conf, record("a", 1, stdout=b"done"))
    assert unread.failure is not None
    assert unread.failure.text.startswith('plugin type="a" failed (add): failed to unmarshal raw result: invalid ch')
    assert unread.failure.link == 0


def test_running_plugin_is_never_the_end(conf: Path) -> None:
    stuck = trace(conf, record("a", 1), record("b", 9, previous=True, **RUNNING), now=LATER)
    assert (stuck.finished, stuck.calls[1].started) == (False, 9 * MS)


def test_killed_recorder_is_a_killed_plugin(conf: Path) -> None:
    lost = trace(conf, record("a", 1, last_seen=3501 * MS, **LOST), now=LATER)
    assert lost.error == 'plugin type="a" failed (add): netplugin failed with no error message: signal: killed'
    assert lost.notes[0].endswith("its last sign came 3.5 s after its start")


def test_delegate_that_outlives_a_killed_caller_is_told(conf: Path) -> None:
    lost = record("a", 1, child=50, **LOST)
    goes_on = replace(record("host-local", 2, **RUNNING), ancestors=(Ancestor(pid=50, name="a"),))
    notes = trace(conf, lost, goes_on).notes
    assert "host-local, which a had started, goes on: a runtime kills only what it started" in notes


def test_recording_that_broke_says_so(conf: Path) -> None:
    cut = record("a", 1, **CUT)
    whole = trace(conf, cut, record("b", 9, previous=True))
    assert (whole.finished, whole.failure) == (True, None)
    assert whole.notes == ("the recording of a broke off, the spool's file system may be full: the plugin went on",)
    last = trace(conf, record("a", 1), record("b", 9, previous=True, **CUT), now=LATER)
    assert last.error == "how link 1, b, ended is not known: its recording broke off"


def test_silence_after_an_answer_ends_it(conf: Path, tmp_path: Path) -> None:
    for now, finished in ((3 * MS + QUIET, False), (4 * MS + QUIET, True)):
        assert trace(conf, record("a", 1), now=now).finished is finished
    silent = trace(conf, record("a", 1, environment=_path(tmp_path)), now=LATER)
    assert silent.error == f'plugin type="b" failed (add): failed to find plugin "b" in path [{tmp_path}]'
    assert silent.notes == ("link 1, b, is in no folder of CNI_PATH by now",)


def test_network_of_what_was_called_is_over_after_silence(tmp_path: Path) -> None:
    calls = (record("x", 1), record("y", 9, previous=True))
    assert not trace(tmp_path, *calls).finished
    done = trace(tmp_path, *calls, now=LATER)
    assert (done.finished, done.failure, done.result) == (True, None, b'{"cniVersion":"1.0.0"}')
    assert done.notes[0].startswith(f"no conflist in {tmp_path} has the name pods and these links")


def test_ipam_plugin_whose_caller_is_not_recorded_is_told(conf: Path) -> None:
    orphan = record("host-local", 1, stdin={"name": "pods", "type": "a"})
    done = trace(conf, orphan, record("b", 9, previous=True))
    assert [(call.plugin, call.link, call.parent) for call in done.calls] == [
        ("host-local", None, None),
        ("b", 1, None),
    ]
    assert done.notes == (
        "not in the spool, though before a link that was called: link 0, a",
        "host-local works for a plugin whose call is not in the spool",
    )


def test_changed_conflist_is_told(conf: Path) -> None:
    done = trace(conf, record("a", 1, stdin={"name": "pods", "type": "a", "mtu": 9}), record("b", 9, previous=True))
    assert done.notes == (f"link 0 stands otherwise in {conf}/10.conflist by now: it is shown as it was called",)


def test_version_is_over_with_its_answer(tmp_path: Path) -> None:
    asked_for = record("a", 1, verb="VERSION", pod="", stdin={"cniVersion": "1.1.0"})
    done = trace(tmp_path, asked_for)
    assert (done.verb, done.finished, done.failure, done.notes) == ("VERSION", True, None, ())


def _path(folder: Path) -> tuple[bytes, ...]:
    variables = {"CNI_COMMAND": "ADD", "CNI_CONTAINERID": "c", "CNI_IFNAME": "eth0", "CNI_PATH": str(folder)}
    return tuple(f"{name}={value}".encode() for name, value in variables.items())


_TEXTS = st.sampled_from(
    ("CNI_COMMAND=ADD", "CNI_CONTAINERID=c", "CNI_IFNAME=eth0", "CNI_ARGS=K8S_POD_NAME=\udcff;=;x")
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4),
    max_leaves=12,
)
_STREAMS = st.binary(max_size=30) | _JSON.map(lambda value: json.dumps(value).encode())


@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_whatever_was_recorded_is_a_trace_that_can_be_kept(data: st.DataObject) -> None:
    calls = []
    for place in range(data.draw(st.integers(1, 4))):
        state = data.draw(st.sampled_from([{}, RUNNING, LOST, CUT, FAILED]))
        variables = (each.encode(errors="surrogateescape") for each in data.draw(st.lists(_TEXTS, max_size=5)))
        one = record("a", 1 + 3 * place, child=data.draw(st.integers(50, 52)), above=(51,), **state)
        one = replace(one, stdin=data.draw(_STREAMS), environment=(*variables, data.draw(st.binary(max_size=5))))
        calls.append(replace(one, stdout=data.draw(_STREAMS)))
    for run in verb_runs(asked(*calls)):
        for now in (0, LATER):
            made = trace_of(run, Conflists("/nowhere"), now)
            document = json.loads(json.dumps(to_document(made)))
            assert from_document(document, source="it").calls == made.calls
