"""config/two-files-sort-order: more than one usable file, and the order of their names decides."""

import ipaddress
import shlex
from collections.abc import Iterator
from dataclasses import replace

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.configured import Chosen, Loaded, chosen
from traces.diagnosis.facts import Node
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.network import Network

_KIND = "config/two-files-sort-order"
_SOURCE = "https://github.com/containerd/go-cni/blob/main/opts.go"
_BY_NAME = ("containerd", "crio")
"""Runtimes that take the first file by name."""
_META = ("multus", "multus-shim", "danm", "genie", "cni-genie")
"""Plugins that run the other files of the folder themselves."""
_SHOWN = 4
"""Other files that are named and quoted."""
_SAMPLES = ("podman", "crio", "containerd", "cni", "sample", "example", "default", "dbnet", "mynet", "bridge")
"""Names of networks in files that runtimes and plugins are packaged with."""


def _check(case: Case) -> Iterator[Finding]:
    node = case.node
    if node is None or node.runtime == "podman":
        return
    found = chosen(node if node.runtime in _BY_NAME else replace(node, runtime=_BY_NAME[0]))
    if found.winner is None or found.network is None or not found.shadowed or _runs_others(found.network):
        return
    shadowed = tuple(each for each in found.shadowed if _rivals(each, found.winner))
    if shadowed:
        yield _finding(node, found, found.winner, shadowed)


def _finding(node: Node, found: Chosen, winner: Loaded, shadowed: tuple[Loaded, ...]) -> Finding:
    names = ", ".join(f"{each.name} ({each.network.name})" for each in shadowed[:_SHOWN] if each.network)
    names += f" and {len(shadowed) - _SHOWN} more" if len(shadowed) > _SHOWN else ""
    sample = winner.network is not None and winner.network.name in _SAMPLES
    kind_of = ", which looks like a sample that came with a package" if sample else ""
    network = winner.network.name if winner.network else ""
    aside = shlex.quote(winner.config.path)
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"{winner.name} ({network}{kind_of}) sorts before {names}: {_who(node)} the first by name, and pods get "
        "that network without a word",
        evidence=(
            *(
                Evidence(where=f"rule of {each.profile} ({each.source})", quote=f"{each.decided}: {each.why}")
                for each in found.decisions
            ),
            *(_chain(each) for each in (winner, *shadowed[:_SHOWN])),
        ),
        next_step=f"mv -n {aside} {aside}.disabled",
        advice=f"if {network} is not the cluster's network; else remove the files that are not used",
        specification=_SOURCE,
        is_proven=node.runtime in _BY_NAME,
    )


def _who(node: Node) -> str:
    return f"{node.runtime} takes" if node.runtime in _BY_NAME else "containerd and CRI-O take"


def _rivals(each: Loaded, winner: Loaded) -> bool:
    """Whether pods could have had that network instead: lo alone, as CRI-O's package has it, is none."""
    types = {link.type for link in each.network.links} if each.network else set()
    return bool(types - {"loopback"}) and _plugins(each) != _plugins(winner)


def _runs_others(network: Network) -> bool:
    return any(link.type in _META or "delegates" in any_object(link.config) for link in network.links)


def _plugins(each: Loaded) -> tuple[str, tuple[bytes, ...]]:
    return (each.network.name, tuple(link.config for link in each.network.links)) if each.network else ("", ())


def _chain(each: Loaded) -> Evidence:
    links = each.network.links if each.network else ()
    subnets = [text for link in links for text in subnets_of(any_object(link.config))]
    told = f"; subnet {', '.join(subnets)}" if subnets else ""
    return Evidence(where=each.config.path, quote=f"{' > '.join(link.type for link in links)}{told}")


def subnets_of(value: object) -> list[str]:
    """Every «subnet» in a link's configuration that is a network."""
    if isinstance(value, list):
        return [text for item in value for text in subnets_of(item)]
    if not isinstance(value, dict):
        return []
    own = value.get("subnet")
    return ([own] if isinstance(own, str) and _is_network(own) else []) + [
        text for item in value.values() for text in subnets_of(item)
    ]


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


RULE = Rule(id=_KIND, looks_at="the order of the configuration files' names", specification=_SOURCE, check=_check)
