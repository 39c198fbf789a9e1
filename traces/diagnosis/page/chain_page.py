"""A network as a page in values: what the Markdown and the JSON form say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from traces.cni.anyjson import any_object
from traces.cni.versions import allows
from traces.diagnosis.case import Case
from traces.diagnosis.collect.named import files_of_link
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.facts import ConfigFile, Node
from traces.diagnosis.needs import Need, needs
from traces.diagnosis.page.contributions import Contribution, contribution
from traces.model.finding import Finding
from traces.model.network import Link, Network

_SELDOM = ("mac", "ips", "ipRanges")
"""Capability arguments that few runtimes offer: it is no fault not to declare them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A link, with what it runs itself."""

    link: Link
    contributes: Contribution
    delegates: tuple[Need, ...]
    files: tuple[str, ...]
    """Files of the node that its configuration names, or that it is known to look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One network."""

    network: Network
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]
    """What the rules say of the file alone."""
    undeclared: tuple[str, ...]
    """Capabilities that are not declared and could be, in words."""

    @property
    def on_del(self) -> Sequence[Part]:
        """The links in the order in which DEL calls them."""
        return self.parts[::-1]

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that a network of its version has, those left out that it has turned off."""
        off = {"CHECK"} if self.network.disable_check else set()
        off |= {"GC"} if self.network.disable_gc else set()
        found = ("ADD", "DEL", "CHECK", "GC", "STATUS")
        return tuple(verb for verb in found if verb not in off and allows(self.network.cni_version, verb))


def page_of(network: Network) -> Page:
    """What can be said of a network by its file alone."""
    all_needs = needs(network)
    return Page(
        network=network,
        parts=tuple(_part(link, all_needs) for link in network.links),
        findings=_findings(network),
        undeclared=_undeclared(network),
    )


def _part(link: Link, all_needs: Sequence[Need]) -> Part:
    return Part(
        link=link,
        contributes=contribution(link.type),
        delegates=tuple(need for need in all_needs if need.link == link.index and need.through),
        files=files_of_link(any_object(link.config)),
    )


def _undeclared(network: Network) -> tuple[str, ...]:
    """Capabilities that a link could take and does not declare: nothing of them is passed to it."""
    return tuple(
        f"link {link.index}, {link.type}, can take {each} and does not declare it, so that it never gets any"
        for link in network.links
        for each in contribution(link.type).capabilities
        if each not in (*link.capabilities, *_SELDOM)
    )


def _findings(network: Network) -> tuple[Finding, ...]:
    """What the rules say of the file by itself; no plugin and no node is known."""
    path = network.source or f"/etc/cni/net.d/{network.name}.conflist"
    file = ConfigFile(path=f"{path.rpartition('.')[0]}.conflist", content=network.raw)
    folder = path.rpartition("/")[0] or "."
    return diagnose(Case(node=Node(conf_dir=folder, configs=(file,), plugins_known=False, runtime="containerd")))
