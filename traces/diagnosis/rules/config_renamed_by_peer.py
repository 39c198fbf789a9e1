"""config/renamed-by-peer: a network's file was renamed away, by another network's installer or by hand."""

import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.configured import Loaded, chosen, loaded
from traces.diagnosis.facts import Node
from traces.diagnosis.refused import LIST_FORMAT
from traces.diagnosis.renamed import Renamed, renamed
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity

_KIND = "config/renamed-by-peer"


def _check(case: Case) -> Iterator[Finding]:
    if case.node is not None:
        winner = chosen(case.node).winner
        for each in renamed(case.node):
            yield _finding(case.node, each, winner)


def _finding(node: Node, each: Renamed, winner: Loaded | None) -> Finding:
    path = each.config.path
    back = f"{node.conf_dir.rstrip('/')}/{each.was}"
    now = f"{node.runtime} uses {winner.name}" if winner else f"{node.runtime} has no network"
    severity = _severity(node, each, winner)
    meant = severity is Severity.NOTE
    by = f", as {each.peer} does with the files of others" if each.peer else ""
    return Finding(
        kind=_KIND,
        severity=severity,
        cause=f"{each.was} was renamed to {path.rpartition('/')[2]}{by}: no runtime looks at a file with that ending, "
        f"and {now}",
        evidence=(
            Evidence(where=path, quote=_network(each)),
            *((Evidence(where="the file that is used", quote=winner.config.path),) if winner else ()),
        ),
        next_step=f"ls -l {shlex.quote(node.conf_dir)}" if meant else f"mv -n {shlex.quote(path)} {shlex.quote(back)}",
        advice=f"nothing, where {each.peer or 'the other'} is this node's network; else its owner has to go before the "
        "file comes back"
        if meant
        else "only where its network is the one that this node is to have; else its owner can be uninstalled",
        specification=LIST_FORMAT,
    )


def _network(each: Renamed) -> str:
    """What it would give: the network's name, and its plugins."""
    document = any_object(each.config.content)
    plugins = document.get("plugins")
    entries = plugins if isinstance(plugins, list) else [document]
    types = [str(entry.get("type")) for entry in entries if isinstance(entry, dict)]
    return f"network {document.get('name')}: {' > '.join(types)}"


def _severity(node: Node, each: Renamed, winner: Loaded | None) -> Severity:
    """What an installer does on purpose for its own file, be that fit for use or not, is worth a note."""
    if each.peer and any(each.peer in one.name for one in loaded(node)):
        return Severity.NOTE
    if winner is None:
        return Severity.ERROR
    types = [link.type for link in winner.network.links] if winner.network else []
    own = each.peer and any(each.peer in name for name in (winner.name, *types))
    return Severity.NOTE if own or each.ending == ".disabled" else Severity.WARNING


RULE = Rule(
    id=_KIND, looks_at="files of the configuration folder that were renamed", specification=LIST_FORMAT, check=_check
)
