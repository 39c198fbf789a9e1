from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS
from tests.support.needs import needs_compiler
from tests.support.runtime import Job
from tests.support.traces import recorded
from tests.support.watched_node import WatchedNode
from traces.errors import InputError
from traces.session.opening import kept_summaries, open_trace, open_traces
from traces.store.library import Library

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchedNode:
    """A node on which something ran, and something is kept."""
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS)
    monkeypatch.setenv("CNISTEP_SPOOL", str(made.spool))
    monkeypatch.setenv("NETCONFPATH", str(made.conf))
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    made.runtime.run(Job(conf=made.network("one"), pod="web-0"))
    Library(tmp_path / "state").save(replace(recorded(), id="kept", created="2000-01-01T00:00:00Z"))
    return made


def test_names_mean_what_is_kept_and_what_the_runtime_ran(rig: WatchedNode) -> None:
    trace = rig.only()
    assert open_traces("last") == (trace,)
    assert open_trace(trace.id[:5]) == trace
    assert open_trace("kept").id == "kept"
    complaints: list[str] = []
    assert [summary.id for summary in kept_summaries(complaints.append)] == [trace.id, "kept"]
    assert complaints == []


def test_of_a_spool_that_may_be_anybodys_only_the_reason_is_told(rig: WatchedNode) -> None:
    rig.spool.chmod(0o777)
    complaints: list[str] = []
    assert [summary.id for summary in kept_summaries(complaints.append)] == ["kept"]
    assert complaints == [f"the spool {rig.spool} may be written in by others (mode 0777): not used"]
    assert open_trace("kept").id == open_trace("ke").id == open_trace("last").id == "kept"
    with pytest.raises(InputError, match="may be written in by others"):
        open_trace("web")
