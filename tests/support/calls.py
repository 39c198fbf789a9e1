"""Single calls to show in a panel."""

from dataclasses import replace

from tests.support.traces import FIVE_LINKS, MS, T0, recorded
from traces.model.call import Call, Outcome
from traces.model.summary import Summary

ERROR = b'{"cniVersion":"1.0.0","code":11,"msg":"chain exists","details":"left by an older pod"}'


def real_call(plugin: str = "portmap", verb: str = "ADD") -> Call:
    """A recorded call of a real plugin."""
    return next(call for call in recorded(FIVE_LINKS, verb).calls if call.plugin == plugin)


def failed_call() -> Call:
    """A call that ended with a CNI error."""
    return replace(real_call(), outcome=Outcome.ERROR, exit_code=1, stdout=ERROR, stderr=b"one\ntwo\n")


def running_call() -> Call:
    """A call under way."""
    return Call(id="r", plugin="bridge", path="/opt/cni/bin/bridge", verb="ADD", stdin=b"{}", started=T0)


def ended_call(outcome: Outcome = Outcome.OK, **changes: object) -> Call:
    """A small call that has ended."""
    call = Call(id="c", plugin="tuning", path="/bin/tuning", verb="ADD", started=T0, ended=T0 + 51 * MS, exit_code=0)
    return replace(call, outcome=outcome, **changes)  # type: ignore[arg-type]


def summary(trace_id: str, verb: str = "ADD", second: int = 0, **changes: object) -> Summary:
    """A row of the list, made at that second."""
    row = Summary(
        id=trace_id,
        series="s1",
        verb=verb,
        network="k8s-pod",
        container_id="web-7d9c",
        ifname="eth0",
        place="sandbox",
        created=f"2025-11-29T12:{second // 60:02}:{second % 60:02}Z",
        calls=6,
    )
    return replace(row, **changes)  # type: ignore[arg-type]
