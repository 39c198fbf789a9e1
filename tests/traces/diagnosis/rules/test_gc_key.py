"""The name under which GC hands down what is to be kept, and what it removed all the same."""

import json
from dataclasses import replace
from pathlib import Path

from tests.support.scripted import answering, found, kinds, quotes, run_chain
from traces.diagnosis.rules.gc_key import RULE
from traces.model.finding import Severity
from traces.model.snapshot import Moment, Reservation, Snapshot
from traces.model.trace import Trace

KEPT = [{"containerID": "demo1", "ifname": "eth0"}]
PATH = "/var/lib/cni/networks/demo/10.1.0.2"


def collected(tmp_path: Path, *keys: str) -> Trace:
    """A GC whose plugin was given the list under these names."""
    result = {"cniVersion": "1.1.0", "ips": [{"address": "10.1.0.2/16"}]}
    trace = run_chain(tmp_path, {"main": answering(result)}, "ADD", "GC", version="1.1.0")[1]
    calls = [call for call in trace.calls if call.verb == "GC"]
    stdin = json.dumps({"name": "demo", **dict.fromkeys(keys, KEPT)}).encode()
    return replace(trace, calls=tuple(replace(call, stdin=stdin) for call in calls))


def test_libcni_s_own_key_alone_is_a_warning(tmp_path: Path) -> None:
    (finding,) = found(RULE, collected(tmp_path, "cni.dev/valid-attachments"))
    assert (finding.kind, finding.severity, finding.link) == ("gc/key-mismatch", Severity.WARNING, 0)
    assert finding.evidence[0].quote.startswith('"cni.dev/valid-attachments":')


def test_both_keys_are_well(tmp_path: Path) -> None:
    assert kinds(RULE, collected(tmp_path, "cni.dev/valid-attachments", "cni.dev/attachments")) == []


def test_what_was_to_be_kept_and_is_gone(tmp_path: Path) -> None:
    held = Snapshot(reservations=(Reservation(path=PATH, container_id="demo1", ifname="eth0"),))
    empty = Snapshot()
    around = tuple(Moment(call=None, when=when, snapshot=each) for when, each in (("before", held), ("end", empty)))
    trace = replace(collected(tmp_path, "cni.dev/valid-attachments"), snapshots=around)
    harm, key = found(RULE, trace)
    assert (harm.kind, harm.severity, key.severity) == ("gc/removed-valid", Severity.ERROR, Severity.WARNING)
    assert PATH in quotes(harm) and "demo1/eth0" in quotes(key)
    stale = Snapshot(reservations=(Reservation(path=PATH, container_id="gone", ifname="eth0"),))
    around = (replace(around[0], snapshot=stale), around[1])
    assert kinds(RULE, replace(trace, snapshots=around)) == ["gc/key-mismatch"]
