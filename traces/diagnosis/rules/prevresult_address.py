"""A chain that went well with a result that has no address on the pod's interface: its runtime refuses that."""

from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.cni.gojson import DecodeError
from traces.cni.result_codec import decode
from traces.diagnosis.case import Case
from traces.diagnosis.documents import is_error
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, link_calls, member, rerun_command, stream, who
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.result import Result
from traces.model.trace import Trace

_SOURCE = "https://github.com/containerd/containerd/blob/main/internal/cri/server/sandbox_run.go"
"""setupPodNetwork: «failed to find network info for sandbox»; go-cni, result.go: an address that names no interface
is the default one's."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD" or trace.failure is not None or not trace.finished or not trace.result:
        return
    final = _read(trace.result)
    if final is None or _has_address(final, trace.attachment.ifname):
        return
    calls = link_calls(trace)
    dropper = next(
        (call for call, before in zip(calls[1:], calls, strict=False) if _is_where(trace, before, call)), None
    )
    if dropper is not None:
        yield _dropped(trace, dropper, final)
    elif calls and not is_error(any_object(calls[-1].stdout)):
        yield _never(trace, calls[-1], final)


def _read(raw: bytes, version: str = "") -> Result | None:
    try:
        return decode(raw, version)
    except DecodeError:
        return None


def _has_address(result: Result, ifname: str) -> bool:
    """Whether there is an address that counts as the interface's."""
    interfaces = result.interfaces
    return any(
        ip.interface is None or (0 <= ip.interface < len(interfaces) and interfaces[ip.interface].name == ifname)
        for ip in result.ips
    )


def _is_where(trace: Trace, before: Call, call: Call) -> bool:
    """Whether the address was there before the link, and was not after it."""
    version, ifname = trace.network.cni_version, trace.attachment.ifname
    if Outcome.OK not in (before.outcome, call.outcome):
        return False
    one, other = _read(before.stdout, version), _read(call.stdout, version)
    return one is not None and other is not None and _has_address(one, ifname) and not _has_address(other, ifname)


def _has(result: Result) -> str:
    """Which interfaces its addresses are on."""
    named = [
        f"{ip.address} on {result.interfaces[ip.interface].name}"
        for ip in result.ips
        if ip.interface is not None and 0 <= ip.interface < len(result.interfaces)
    ]
    return in_short(", ".join(named) or "no address")


def _dropped(trace: Trace, call: Call, final: Result) -> Finding:
    ifname = in_short(trace.attachment.ifname)
    return Finding(
        kind="prevresult/eth0-dropped",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} answers without an address on {ifname}, which its prevResult had: every link went "
            f"well, and containerd then fails with «failed to find network info» (the result has {_has(final)})"
        ),
        evidence=(
            member(trace, call, "stdin", "prevResult"),
            stream(trace, call, "stdout"),
            _result(trace),
        ),
        advice="the plugin must keep the interfaces and addresses of its prevResult and add its own behind them",
        next_step=rerun_command(trace, call.link or 0),
        specification=_SOURCE,
        call=call.id,
        link=call.link,
        verb="ADD",
    )


def _never(trace: Trace, last: Call, final: Result) -> Finding:
    ifname = in_short(trace.attachment.ifname)
    return Finding(
        kind="prevresult/no-address",
        severity=Severity.WARNING,
        cause=(
            f"the result of the chain has no address on {ifname} (it has {_has(final)}): as the pod's default network "
            "containerd would refuse it with «failed to find network info»"
        ),
        evidence=(_result(trace), stream(trace, last, "stdout")),
        advice="give the plugin that makes the interface an ipam section; a second network may do without",
        specification=_SOURCE,
        call=last.id,
        link=last.link,
        verb="ADD",
    )


def _result(trace: Trace) -> Evidence:
    quote = (trace.result or b"")[:300].decode(errors="backslashreplace")
    return Evidence(where=f"result of ADD {in_short(trace.id)}", quote=quote)


RULE = Rule(
    id="prevresult/eth0-dropped",
    looks_at="the final result, by the rule by which containerd accepts one, and the answers that led to it",
    specification=_SOURCE,
    check=_check,
)
