"""Links in an order that can't work: one that dresses an interface before one that makes it, or alone; two makers."""

import re
from collections.abc import Iterator, Sequence

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.configured import relevant
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    in_short,
    link_calls,
    link_of,
    names,
    quoted,
    said,
    stream,
    the_entry,
    who,
)
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.network import Network
from traces.model.trace import Trace

_DRESSERS = frozenset({"portmap", "bandwidth", "firewall", "tuning", "sbr", "vrf"})
"""Plugins that only change what another made: without prevResult they refuse (plugins, meta/*/main.go)."""
_MAKERS = frozenset({"bridge", "ptp", "macvlan", "ipvlan", "vlan", "host-device", "dummy", "tap", "flannel"})
"""Plugins that make the pod's interface, whatever was made before them (plugins, main/*, meta/flannel)."""
_NEEDS_PREVIOUS = re.compile(r"must be called as (a )?chained plugin|missing prevResult|[Rr]equired prevResult missing")


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case.trace)
    elif case.node is not None:
        for each in relevant(case.node):
            if each.network is not None:
                yield from _of_network(each.network)


def _of_trace(trace: Trace) -> Iterator[Finding]:
    if trace.verb != "ADD":
        return
    broken = broken_call(trace)
    alone = broken if broken is not None and _refused_alone(broken) else None
    if alone is not None:
        yield _no_previous(trace.network, link_of(trace, alone), alone.plugin, _seen(trace, alone), trace, alone)
    makers = [call for call in link_calls(trace) if call.plugin in _MAKERS or _makes_anew(call)]
    if len(makers) == 1 and _makes_anew(makers[0]):
        makers = [*link_calls(trace)[:1], *makers]
    if len(makers) > 1:
        yield _two_makers(trace, makers, broken)


def _makes_anew(call: Call) -> bool:
    """Whether it failed because the pod's interface, which it was told of in prevResult, is there."""
    previous = any_object(call.stdin).get("prevResult")
    interfaces = previous.get("interfaces") if isinstance(previous, dict) else None
    ifname = call.env.get("CNI_IFNAME", "")
    told = [each for each in interfaces if isinstance(each, dict)] if isinstance(interfaces, list) else []
    return call.failed and _is_taken(call) and any(each.get("name") == ifname for each in told)


def _of_network(network: Network) -> Iterator[Finding]:
    first = network.links[0] if network.links else None
    if first is not None and first.type in _DRESSERS:
        yield _no_previous(network, 0, first.type, (_entry(network, 0),))
    makers = [link for link in network.links if link.type in _MAKERS]
    if len(makers) > 1:
        told = names([f"{in_short(link.type)} (link {link.index})" for link in makers])
        evidence = tuple(_entry(network, link.index) for link in makers)
        yield _maker_finding(told, evidence, makers[1].index, Severity.WARNING, is_proven=False)


def _refused_alone(call: Call) -> bool:
    """Whether it was given no prevResult and could not do without."""
    if "prevResult" in any_object(call.stdin):
        return False
    return call.plugin in _DRESSERS or bool(_NEEDS_PREVIOUS.search(said(call)))


def _seen(trace: Trace, call: Call) -> tuple[Evidence, ...]:
    side = "stdout" if call.stdout.strip() or not call.stderr else "stderr"
    return stream(trace, call, "stdin"), stream(trace, call, side)


def _no_previous(
    network: Network,
    link: int | None,
    plugin: str,
    evidence: tuple[Evidence, ...],
    trace: Trace | None = None,
    call: Call | None = None,
) -> Finding:
    later = [each for each in network.links if link is not None and each.index > link and each.type not in _DRESSERS]
    is_delegate = call is not None and call.link is None
    name = who(trace, call) if trace is not None and call is not None else f"{in_short(plugin)} (link {link})"
    source = in_short(network.source or network.name)
    if later and not is_delegate:
        maker = later[0]
        words = f"it stands before {in_short(maker.type)} (link {maker.index}) in {source}"
        advice = f"move {in_short(plugin)} behind {in_short(maker.type)} in {source}"
    else:
        words = "it was called by itself, not in a chain" if is_delegate else f"nothing in {source} makes an interface"
        advice = "put it into a list («plugins») behind a plugin that makes the interface"
    was = "was given" if call is not None else "will be given"
    return Finding(
        kind="order/chained-plugin-first",
        severity=Severity.ERROR,
        cause=f"{name} {was} no prevResult, and it can only change what a plugin before it made: {words}",
        evidence=evidence,
        advice=advice,
        next_step=f"${{EDITOR:-vi}} {quoted(network.source)}" if network.source else "",
        specification=RULE.specification,
        call=call.id if call is not None else None,
        link=link,
        verb="ADD" if call is not None else "",
    )


def _two_makers(trace: Trace, makers: Sequence[Call], broken: Call | None) -> Finding:
    """The second one is the fault; where the chain failed in it, that is what it failed of."""
    second = makers[1]
    failed = broken is not None and link_of(trace, broken) in {call.link for call in makers[1:]}
    evidence = [stream(trace, makers[0], "stdout"), stream(trace, second, "stdout"), the_entry(trace, second.link or 0)]
    told = names([who(trace, call) for call in makers])
    severity = Severity.ERROR if failed else Severity.WARNING
    return _maker_finding(told, tuple(evidence), second.link, severity, is_proven=not failed or _is_taken(broken))


def _is_taken(broken: Call | None) -> bool:
    """Whether the second failed of what the first had made."""
    return broken is not None and bool(re.search(r"already exists|[Ff]ile exists|peer provided", said(broken)))


def _maker_finding(
    told: str, evidence: tuple[Evidence, ...], link: int | None, severity: Severity, *, is_proven: bool
) -> Finding:
    return Finding(
        kind="order/two-main-plugins",
        severity=severity,
        cause=(
            f"{told} each make an interface of their own in one chain: the later one does not read prevResult, "
            "so it fails of what is there or answers as if it were alone"
        ),
        evidence=evidence,
        advice="leave one of them; a pod's second interface is a second network (Multus), not a second link",
        specification=RULE.specification,
        is_proven=is_proven,
        link=link,
    )


def _entry(network: Network, index: int) -> Evidence:
    link = network.links[index]
    quote = link.config[:300].decode(errors="backslashreplace")
    return Evidence(where=f"{in_short(network.source or network.name)}, plugins[{index}]", quote=quote)


RULE = Rule(
    id="order",
    looks_at="the chain's links, and what those were given and said that failed",
    specification="https://www.cni.dev/docs/spec/#section-3-execution-of-network-configurations",
    check=_check,
)
