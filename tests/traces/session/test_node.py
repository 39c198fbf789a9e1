"""A node's traces: real recorders write them, while a runtime runs chains of shell scripts and real plugins."""

import json
import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, FAILS
from tests.support.needs import PLUGIN_DIR, needs_compiler, needs_namespaces, needs_plugins
from tests.support.runtime import Job, Started
from tests.support.shim_rig import eventually
from tests.support.watched_node import LATER, MovedClock, WatchedNode, delegates_to, ended, last_of, tree
from traces.errors import InputError, StoreError
from traces.model.call import Outcome
from traces.model.events import CallEnded, CallStarted, Seen, TraceEnded, TraceGone, TraceStarted
from traces.model.trace import Trace
from traces.session import node
from traces.shim.spool import read_spool
from traces.timeline.replay import grow

pytestmark = needs_compiler
HANGS = "cat >/dev/null; exec sleep 600"
PODS, AT_ONCE = 150, 16


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[WatchedNode]:
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS, two=ANSWERS, bad=FAILS, hangs=HANGS, caller=delegates_to("one"))
    yield made
    for record in read_spool(made.spool) if made.spool.exists() else ():
        if record.is_live:
            os.kill(record.pid, signal.SIGKILL)


@contextmanager
def started(rig: WatchedNode, job: Job) -> Iterator[Started]:
    runtime = rig.runtime.start([job])
    yield runtime
    runtime.process.wait()
    runtime.told.close()


def hanging(rig: WatchedNode) -> list[int]:
    """The pids of the plugins at work."""
    return [record.child for record in read_spool(rig.spool) if record.is_live and record.child is not None]


def of_pod(traces: list[Trace], pod: str, verb: str) -> list[Trace]:
    return [trace for trace in traces if trace.verb == verb and dict(trace.attachment.args)["K8S_POD_NAME"] == pod]


def test_traces_are_what_the_runtimes_saw(rig: WatchedNode) -> None:
    """Three runtimes at the same time, each with several pods at once: results and errors in the very words."""
    chains = {"good": ("caller", "two"), "bad": ("one", "bad", "two"), "gone": ("one", "gone", "two")}
    files = {name: rig.network(*types, name=name) for name, types in chains.items()}
    jobs = [
        [Job(conf=conf, pod=f"{name}-{number}-{each}", verbs=("ADD", "CHECK", "DEL")) for name, conf in files.items()]
        for number in range(3)
        for each in range(2)
    ]
    runtimes = [rig.runtime.start(jobs[at] + jobs[at + 3], at_once=4) for at in range(3)]
    seen = [one for each in runtimes for one in each.seen()]
    traces = rig.read(later=LATER)
    for one in seen:
        found = of_pod(traces, one["pod"], one["verb"])
        if one["pod"].startswith("gone") and one["verb"] == "DEL":
            # Its first plugin is not there: nothing was executed.
            assert found == [] or found[0].error == one["error"]
            continue
        (trace,) = found
        result = trace.result.decode() if trace.result is not None else None
        assert (result, trace.error, trace.error_code) == (one["result"], one["error"], one["code"])
        assert trace.finished
    assert len(seen) == 54


def test_a_trace_has_the_tree_and_the_attachment(rig: WatchedNode) -> None:
    conf = rig.conflist({"type": "caller"}, {"type": "two", "capabilities": {"mac": True}}, name="pods")
    rig.runtime.run(Job(conf=conf, pod="web-0", caps={"mac": "02:00:00:00:00:01", "other": 1}))
    trace = rig.only()
    assert tree(trace) == [("caller", 0, None), ("one", None, "caller"), ("two", 1, None)]
    assert (trace.place, trace.verb, trace.network.name, trace.network.source) == ("node", "ADD", "pods", conf)
    attachment = trace.attachment
    assert (attachment.container_id, attachment.netns, attachment.ifname) == ("c-web-0", "/run/netns/none", "eth0")
    assert dict(attachment.args)["K8S_POD_NAME"] == "web-0"
    assert attachment.capability_args == {"mac": "02:00:00:00:00:01"}
    assert (trace.finished, trace.failure, trace.notes) == (True, None, ())


def test_the_spool_read_twice_gives_the_same(rig: WatchedNode) -> None:
    conf = rig.network("caller", "two")
    rig.runtime.run(*(Job(conf=conf, pod=f"p{at}", verbs=("ADD", "DEL", "DEL")) for at in range(4)), at_once=4)
    first = rig.read(later=LATER)
    assert len({trace.id for trace in first}) == len(first) == 12
    assert rig.read(later=LATER) == first
    assert len({trace.series for trace in first}) == 4


def test_events_are_those_of_any_trace(rig: WatchedNode) -> None:
    conf = rig.network("caller", "bad")
    rig.runtime.run(Job(conf=conf, pod="web-0"))
    events = [event.event for event in rig.traces().poll() if isinstance(event, Seen)]
    assert [type(event) for event in events] == [
        *(TraceStarted, CallStarted, CallStarted, CallEnded, CallEnded),
        *(CallStarted, CallEnded, TraceEnded),
    ]
    grown: Trace | None = None
    for event in events[:-1]:
        grown = grow(grown, event)
    assert grown is not None
    assert grown.calls == rig.only().calls


def test_a_plugin_that_hangs_is_running_since_its_start(rig: WatchedNode) -> None:
    conf = rig.network("one", "hangs", "two")
    clock = MovedClock()
    traces = rig.traces(clock)
    with started(rig, Job(conf=conf, pod="stuck")):
        assert eventually(lambda: [each.calls for each in last_of(traces) if len(each.calls) == 2])
        clock.by = LATER
        # Whatever the time, a plugin that runs is no end.
        assert ended(list(traces.poll())) == []
        (summary,) = traces.summaries()
        trace = traces.open(summary.id)
        assert (summary.finished, trace.finished) == (False, False)
        assert [(call.plugin, call.outcome) for call in trace.calls] == [
            ("one", Outcome.OK),
            ("hangs", Outcome.RUNNING),
        ]
        assert trace.calls[1].started > (trace.calls[0].ended or 0)
        assert eventually(lambda: hanging(rig))
        os.kill(hanging(rig)[0], signal.SIGTERM)
    (over,) = ended(list(traces.poll()))
    assert over.error == 'plugin type="hangs" failed (add): netplugin failed with no error message: signal: terminated'
    assert (over.id, over.failure and over.failure.link) == (trace.id, 1)


def test_a_killed_recorder_ends_the_trace(rig: WatchedNode) -> None:
    """As a runtime does it at its deadline: SIGKILL for the one process that it started."""
    conf = rig.network("hangs", "two")
    with started(rig, Job(conf=conf, pod="late")) as runtime:
        assert eventually(lambda: hanging(rig))
        (live,) = read_spool(rig.spool)
        os.kill(live.pid, signal.SIGKILL)
        (seen,) = runtime.seen()
    trace = rig.only()
    assert (trace.finished, trace.error) == (True, seen["error"])
    assert trace.calls[0].outcome is Outcome.LOST
    assert trace.notes[0].startswith("hangs was killed with its recorder, as a runtime does at its deadline; its last")


def test_records_that_are_pruned_are_no_error(rig: WatchedNode) -> None:
    conf = rig.network("one", "two")
    traces = rig.traces()
    rig.runtime.run(Job(conf=conf, pod="a"))
    (old,) = last_of(traces)
    first = min(rig.spool.iterdir())
    first.unlink()
    rig.runtime.run(Job(conf=conf, pod="b"))
    assert [trace.attachment.container_id for trace in last_of(traces)] == ["c-b"]
    assert {summary.id for summary in traces.summaries()} > {old.id}
    left = next(trace for trace in rig.read(later=LATER) if trace.attachment.container_id == "c-a")
    assert [call.link for call in left.calls] == [1]
    assert left.notes == ("not in the spool, though before a link that was called: link 0, one",)


def test_a_trace_whose_records_are_gone_cannot_be_opened(rig: WatchedNode) -> None:
    clock = MovedClock()
    traces = rig.traces(clock)
    rig.runtime.run(Job(conf=rig.network("one"), pod="a"))
    (old,) = last_of(traces)
    assert traces.open(old.id) == old
    clock.by = LATER
    list(traces.poll())
    assert traces.open(old.id) == old
    for file in rig.spool.iterdir():
        file.unlink()
    assert list(traces.poll()) == []
    with pytest.raises(StoreError, match=f"the records of trace {old.id} are no longer in the spool"):
        traces.open(old.id)


def test_the_spool_may_come_vanish_and_come_again(rig: WatchedNode) -> None:
    conf, traces = rig.network("one"), rig.traces()
    rig.spool.rmdir()
    assert list(traces.poll()) == []
    for pod in ("first", "second"):
        rig.spool.mkdir(mode=0o700)
        rig.runtime.run(Job(conf=conf, pod=pod))
        assert [trace.attachment.container_id for trace in last_of(traces)] == [f"c-{pod}"]
        shutil.rmtree(rig.spool)
        assert list(traces.poll()) == []
    assert len(traces.summaries()) == 2


def test_a_call_whose_record_is_taken_away_is_lost(rig: WatchedNode) -> None:
    traces = rig.traces()
    with started(rig, Job(conf=rig.network("hangs"), pod="a")):
        assert eventually(lambda: hanging(rig))
        (live,) = read_spool(rig.spool)
        assert [trace.finished for trace in last_of(traces)] == [False]
        shutil.rmtree(rig.spool)
        (over,) = ended(list(traces.poll()))
        os.kill(live.pid, signal.SIGKILL)
    assert over.calls[0].outcome is Outcome.LOST


def test_of_what_is_over_only_the_summary_is_remembered(rig: WatchedNode, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = MovedClock()
    traces = rig.traces(clock)
    rig.runtime.run(*(Job(conf=rig.network("one"), pod=f"p{at}") for at in range(3)))
    assert len(last_of(traces)) == 3
    assert traces.is_busy
    clock.by = LATER
    assert list(traces.poll()) == []
    assert not traces.is_busy
    assert len(traces.summaries()) == 3
    monkeypatch.setattr(node, "MOST_SUMMARIES", 2)
    rig.runtime.run(Job(conf=rig.network("one"), pod="last"))
    list(traces.poll())
    assert [summary.pod for summary in traces.summaries()] == ["last", "p2"]


def test_a_delegate_that_is_seen_before_its_caller_is_no_trace(rig: WatchedNode, tmp_path: Path) -> None:
    conf, clock = rig.network("caller"), MovedClock()
    traces = rig.traces(clock)
    rig.runtime.run(Job(conf=conf, pod="a"))
    caller = next(file for file in rig.spool.iterdir() if "caller" in file.name)
    caller.rename(tmp_path / "away")
    assert last_of(traces) == []
    clock.by = 2_000_000_000
    assert [tree(trace) for trace in last_of(traces)] == [[("one", None, None)]]
    (tmp_path / "away").rename(caller)
    events = list(traces.poll())
    assert [type(event) for event in events if not isinstance(event, Seen)] == [TraceGone]
    assert [tree(trace) for trace in ended(events)] == [[("caller", 0, None), ("one", None, "caller")]]


def test_a_spool_that_others_may_write_in_is_refused(rig: WatchedNode) -> None:
    rig.spool.chmod(0o770)
    with pytest.raises(InputError, match="may be written in by others"):
        list(rig.traces().poll())


@needs_plugins
@needs_namespaces
def test_a_burst_loses_no_call_and_no_parent(tmp_path: Path) -> None:
    """Real plugins, many pods, 16 at once, followed while it goes on."""
    rig = WatchedNode(tmp_path).set_up()
    for name in ("bridge", "host-local"):
        rig.wrap(PLUGIN_DIR / name)
    ipam = {"type": "host-local", "ranges": [[{"subnet": "10.22.0.0/16"}]], "dataDir": str(tmp_path / "ipam")}
    conf = rig.conflist({"type": "bridge", "bridge": "cni0", "isGateway": True, "ipam": ipam})
    jobs = [Job(conf=conf, pod=f"p{number}", netns=f"/run/netns/p{number}") for number in range(PODS)]
    (tmp_path / "batch").write_text("".join(f"netns add p{number}\n" for number in range(PODS)))
    mounts = f'mount -t tmpfs tmpfs /run && ip -batch {tmp_path / "batch"} && exec "$@"'
    before = ("unshare", "--user", "--map-root-user", "--net", "--mount", "sh", "-c", mounts, "sh")
    traces, over = rig.traces(), list[Trace]()
    runtime = rig.runtime.start(jobs, AT_ONCE, before)
    while not runtime.is_over:
        over += ended(list(traces.poll()))
        time.sleep(0.05)
    seen = runtime.seen()
    over += ended(list(traces.poll()))
    assert Counter(str(tree(trace)) for trace in over) == {
        str([("bridge", 0, None), ("host-local", None, "bridge")]): PODS
    }
    results = {one["pod"]: one["result"] for one in seen}
    for trace in over:
        (call,) = (each for each in trace.calls if each.parent)
        given = json.loads(call.stdout)["ips"][0]["address"]
        assert json.loads(trace.result or b"")["ips"][0]["address"] == given
        assert (trace.result or b"").decode() == results[dict(trace.attachment.args)["K8S_POD_NAME"]]
    assert len({json.loads(trace.result or b"")["ips"][0]["address"] for trace in over}) == PODS
    assert {trace.id for trace in over} == {trace.id for trace in rig.read()}
