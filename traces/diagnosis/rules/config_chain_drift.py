"""config/chain-drift: the chain of a network is another one now than when its pods were attached."""

import shlex
from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.configured import Loaded, chosen, relevant
from traces.diagnosis.facts import Node
from traces.diagnosis.refused import age
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity

_KIND = "config/chain-drift"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#deleting-an-attachment-with-a-network-configuration"


def _check(case: Case) -> Iterator[Finding]:
    node = case.node
    for each in relevant(node) if node is not None else ():
        if each.network is None or node is None:
            continue
        now = tuple(link.type for link in each.network.links)
        recorded = next((chain for chain in _recorded(case, node, each.network.name) if chain != now), None)
        if recorded:
            yield _finding(node, each, recorded, now)
    if node is not None:
        yield from _gone(node)


def _recorded(case: Case, node: Node, network: str) -> Iterator[tuple[str, ...]]:
    """The plugins of the newest ADD of the network: by the node's records, and by the case's own traces."""
    if network in node.recorded_chains:
        yield tuple(node.recorded_chains[network])
    adds = [trace for trace in (*case.series, case.trace) if trace and trace.verb == "ADD" and trace.failure is None]
    traced = [trace.network for trace in adds if trace.network.name == network]
    if traced:
        yield tuple(link.type for link in traced[-1].links)


def _finding(node: Node, each: Loaded, recorded: tuple[str, ...], now: tuple[str, ...]) -> Finding:
    path = each.config.path
    told = age(node, each)
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"the chain of {each.network.name if each.network else ''} has changed since pods were attached: "
        f"{_change(recorded, now)}; pods from before and after have different links",
        evidence=(
            Evidence(where="recorded chain (the newest ADD that was traced or cached)", quote=" > ".join(recorded)),
            Evidence(where=f"{path}{f', {told}' if told else ''}", quote=" > ".join(now)),
        ),
        next_step=f"ls -l --time-style=full-iso {shlex.quote(path)}",
        advice=_advice(recorded, now),
        specification=_SPECIFICATION,
    )


def _change(before: Sequence[str], now: Sequence[str]) -> str:
    gone = [name for name in before if name not in now]
    new = [name for name in now if name not in before]
    parts = [
        f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {what}"
        for names, what in ((gone, "gone"), (new, "new"))
        if names
    ]
    return ", ".join(parts) or "the links are in another order, or another number of times"


def _advice(before: Sequence[str], now: Sequence[str]) -> str:
    gone = [name for name in before if name not in now]
    if not gone:
        return "pods that need the new links have to be made anew"
    return (
        f"two owners may write this file: let the installer of {', '.join(gone)} run again, and make the pods anew "
        "that were attached without it"
    )


def _gone(node: Node) -> Iterator[Finding]:
    """A network whose pods are in the cache, while the runtime uses another one now: DEL runs with the wrong chain."""
    winner = chosen(node).winner
    if node.runtime != "containerd" or winner is None or winner.network is None:
        return
    names = {each.network.name for each in relevant(node) if each.network}
    for network, plugins in node.recorded_chains.items():
        if network not in names | {"cni-loopback"}:
            yield Finding(
                kind=_KIND,
                severity=Severity.WARNING,
                cause=f"pods were attached to the network {network}, and containerd uses {winner.network.name} now: "
                "it tears those pods down with a chain that never attached them",
                evidence=(
                    Evidence(where=f"recorded chain of {network}", quote=" > ".join(plugins)),
                    Evidence(where=winner.config.path, quote=f'"name": "{winner.network.name}"'),
                ),
                next_step=f"ls -l {shlex.quote(node.cache_dir)}/results",
                advice="what those pods had has to be removed by hand, or the old file put back until they are gone",
                specification="https://github.com/containerd/go-cni/blob/main/cni.go",
                is_proven=False,
            )


RULE = Rule(
    id=_KIND,
    looks_at="the recorded chain of each network, and its file now",
    specification=_SPECIFICATION,
    check=_check,
)
