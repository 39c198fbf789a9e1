"""A pod whose loopback interface stays down, because neither its runtime nor its chain sets it up."""

from collections.abc import Iterator

from traces.cni.profiles.table import PROFILES
from traces.diagnosis.case import Case
from traces.diagnosis.configured import relevant
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, link_calls
from traces.model.finding import Evidence, Finding, Severity
from traces.model.network import Network
from traces.model.trace import Trace

_PLUGIN = "loopback"
_LOOK = "ip -brief netns list | cut -d' ' -f1 | xargs -I@ sh -c 'echo @; ip -netns @ -brief link show lo'"
"""Shows lo of every namespace that has a name."""
_BY_RUNTIME = ("containerd", "crio", "podman")
"""They bring lo up themselves, or run a network of their own for it."""


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case.trace)
    elif case.node is not None and not _is_added(case.node.runtime):
        for each in relevant(case.node):
            if each.network is not None and not _has_loopback(each.network):
                seen = Evidence(where=in_short(each.config.path), quote=_chain(each.network))
                yield _finding(each.network, (seen,), is_proven=False)


def _is_added(runtime: str) -> bool:
    profile = PROFILES.get(runtime)
    return runtime in _BY_RUNTIME or (profile is not None and profile.loopback.network is not None)


def _of_trace(trace: Trace) -> Iterator[Finding]:
    """In a sandbox no runtime stands behind the run: that lo is down there says nothing of a node."""
    last = trace.snapshots[-1].snapshot.pod if trace.snapshots else None
    lo = last.link("lo") if last is not None else None
    if trace.verb != "ADD" or trace.place == "sandbox" or trace.failure is not None or lo is None:
        return
    if "UP" not in lo.flags and link_calls(trace) and not _has_loopback(trace.network):
        seen = Evidence(
            where="lo in the pod (kernel), after the last link", quote=f"state {lo.state}, {','.join(lo.flags)}"
        )
        chain = Evidence(where=in_short(trace.network.source), quote=_chain(trace.network))
        yield _finding(trace.network, (seen, chain), is_proven=True)


def _has_loopback(network: Network) -> bool:
    return any(link.type == _PLUGIN for link in network.links)


def _chain(network: Network) -> str:
    return " -> ".join(link.type for link in network.links)


def _finding(network: Network, evidence: tuple[Evidence, ...], *, is_proven: bool) -> Finding:
    return Finding(
        kind="order/loopback-missing",
        severity=Severity.WARNING if is_proven else Severity.NOTE,
        cause=(
            f"nothing sets up lo in pods of network {in_short(network.name)}: the chain has no loopback plugin, "
            "and who calls it here adds none"
        ),
        evidence=evidence,
        advice='add {"type": "loopback"} as a network of its own, or let the runtime bring lo up',
        next_step=_LOOK,
        specification="https://www.cni.dev/plugins/current/main/loopback/",
        is_proven=is_proven,
    )


RULE = Rule(
    id="order/loopback-missing",
    looks_at="lo in the pod after ADD, the chain, and what its runtime adds",
    specification="https://www.cni.dev/plugins/current/main/loopback/",
    check=_check,
)
