"""Capabilities: what the runtime offers and no link takes, and what a link declares and is not offered."""

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, link_calls, the_entry, whose
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.network import Link
from traces.model.trace import Trace

_ASKED_BY_USERS = ("portMappings", "bandwidth", "ips", "mac", "ipRanges", "aliases", "deviceID", "infinibandGUID")
"""Capabilities that somebody asked for; others, as dns and cgroupPath, a runtime offers whoever wants them."""
_TAKERS = {
    "portMappings": ("portmap", "cilium-cni", "weave-net"),
    "bandwidth": ("bandwidth",),
    "ips": ("static", "host-local"),
    "mac": ("tuning", "bridge", "macvlan"),
    "ipRanges": ("host-local",),
    "aliases": ("dnsname",),
}
"""Who takes what, by convention (https://www.cni.dev/docs/conventions/)."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD":
        return
    offered = trace.attachment.capability_args
    declared = {name for link in trace.network.links for name in link.capabilities}
    for name, value in offered.items():
        if name not in declared and name in _ASKED_BY_USERS and value:
            yield _not_declared(trace, name, value)
    for link in trace.network.links:
        for name in link.capabilities:
            if name not in offered:
                yield from _not_offered(trace, link, name, offered)


def _not_declared(trace: Trace, name: str, value: Any) -> Finding:
    taker = next((link for link in trace.network.links if link.type in _TAKERS.get(name, ())), None)
    said = in_short(name)
    source = in_short(trace.network.source or trace.network.name)
    if taker is not None:
        cause = f"{whose(trace, taker.index)} does not declare it, so that libcni does not hand it down"
        step = f"jq '.plugins[{taker.index}].capabilities.{said} = true' {shlex.quote(source)}"
        advice = f'add "capabilities": {{"{said}": true}} to that entry of {source}'
        evidence: tuple[Evidence, ...] = (_offer(name, value), the_entry(trace, taker.index))
    else:
        cause, step = "no link of the chain takes it", ""
        usual = _TAKERS.get(name, ("a plugin that takes it",))[0]
        advice = f"add {usual} with the capability to the chain, or do not ask for {said}"
        evidence = (_offer(name, value), _declared(trace))
    return Finding(
        kind="capability/not-declared",
        severity=Severity.WARNING,
        cause=f"the runtime offers {said} and nothing comes of it, without an error: {cause}",
        evidence=evidence,
        advice=advice,
        next_step=step,
        specification=RULE.specification,
        link=taker.index if taker is not None else None,
        verb="ADD",
    )


def _offer(name: str, value: Any) -> Evidence:
    quote = json.dumps({name: value}, default=str)[:300]
    return Evidence(where="capability arguments of the attachment", quote=quote)


def _declared(trace: Trace) -> Evidence:
    told = [f"{whose(trace, link.index)}: {', '.join(link.capabilities) or 'none'}" for link in trace.network.links]
    return Evidence(where="capabilities that the links declare", quote="; ".join(told[:12]))


def _not_offered(trace: Trace, link: Link, name: str, offered: Mapping[str, Any]) -> Iterator[Finding]:
    """Where nothing of that name was offered, the link does nothing; a name that is nearly the same is a mistake.

    On a node most pods ask for nothing: only of a run by hand it is worth a word.
    """
    call = next((each for each in link_calls(trace) if each.link == link.index), None)
    near = next((other for other in offered if other.lower() == name.lower()), None)
    is_usual = trace.place == "node" or call is None or not _does_nothing_without(call, name)
    if near is None and is_usual:
        return
    who, what = whose(trace, link.index), in_short(name)
    also = f"; it offers «{in_short(near)}», and the names must be the same" if near else ""
    quote = json.dumps(sorted(offered)) if offered else "(none)"
    yield Finding(
        kind="capability/not-offered",
        severity=Severity.WARNING if near else Severity.NOTE,
        cause=f"{who} declares {what} and the runtime offers none, so it did nothing{also}",
        evidence=(
            the_entry(trace, link.index),
            Evidence(where="names of the capability arguments that the attachment has", quote=quote),
        ),
        advice="for a pod that asked for nothing this is as it should be; CRI-O never offers portMappings: it makes "
        "host ports itself",
        next_step=f"cnistep run {shlex.quote(in_short(trace.network.source))} ADD --cap '{what}=…'"
        if trace.network.source
        else "",
        specification=RULE.specification,
        call=call.id if call else None,
        link=link.index,
        verb="ADD",
    )


def _does_nothing_without(call: Call, name: str) -> bool:
    """Whether the plugin lives of that capability alone."""
    own = any_object(call.stdin)
    if call.plugin == "bandwidth" and name == "bandwidth":
        return not (own.get("ingressRate") or own.get("egressRate"))
    return call.plugin == "portmap" and name == "portMappings" and not call.failed


RULE = Rule(
    id="capability",
    looks_at="the capability arguments of the attachment beside what the links declare",
    specification="https://www.cni.dev/docs/spec/#deriving-runtimeconfig",
    check=_check,
)
