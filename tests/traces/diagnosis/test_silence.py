"""An «ok» that called no plugin says why."""

from dataclasses import replace

import pytest

from tests.support.traces import recorded
from traces.diagnosis.silence import why_silent
from traces.model.trace import Failure, Trace


def silent(verb: str, version: str = "1.1.0", **network: bool) -> Trace:
    """A trace of that verb without a call."""
    changed = replace(recorded().network, cni_version=version, **network)  # type: ignore[arg-type]
    return replace(recorded(), verb=verb, network=changed, calls=())


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (silent("GC", "1.0.0"), "GC needs cniVersion 1.1.0, and the network says 1.0.0"),
        (silent("STATUS", "0.4.0"), "STATUS needs cniVersion 1.1.0, and the network says 0.4.0"),
        (silent("CHECK", disable_check=True), "the network says disableCheck"),
        (silent("GC", disable_gc=True), "the network says disableGC"),
        (silent("GC"), "nothing to collect"),
    ],
)
def test_each_reason_is_named(trace: Trace, said: str) -> None:
    assert said in (why_silent(trace) or "")


def test_calls_and_failures_speak_for_themselves() -> None:
    assert why_silent(recorded()) is None
    assert why_silent(replace(silent("GC", "1.0.0"), failure=Failure(text="x"))) is None
