"""What the doctor saw of a node: which file is used, the chain with its plugins, what is kept; as text and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from traces.cni.cache import read_cached_attachment
from traces.diagnosis.configured import Loaded, chosen, loaded, relevant
from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.needs import Need, needs, plugin_file
from traces.diagnosis.report import count_findings, finding_document, finding_lines, plain_finding_lines
from traces.diagnosis.starting import trouble
from traces.model.network import Network
from traces.session.doctor import Examination
from traces.session.opening import SCHEMA_VERSION
from traces.timeline.fold import fold_words
from traces.timeline.measure import cells, clip, count_text
from traces.timeline.printable import printable

_HEAD = 14
"""Cells of the words at the left."""
_SHOWN = 8
"""Files that are not used, and chains, that are told; the JSON document has all."""
_FINDINGS = 40
"""The same of findings."""
_NO_RESERVATION = ("lock", "last_reserved_ip")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One plugin of a chain."""

    need: Need
    file: PluginFile | None
    state: str
    """How it is found: ok, missing, unknown, or the kind of what keeps it from starting."""
    speaks: str
    """yes, no, or empty where it was not asked."""


def doctor_document(found: Examination, root: str) -> dict[str, Any]:
    """The whole of it as one JSON document."""
    node = found.node
    decided = chosen(node)
    return {
        "schema_version": SCHEMA_VERSION,
        "node": {
            "name": node.name,
            "root": root,
            "runtime": node.runtime,
            "machine": node.machine,
            "conf_dir": node.conf_dir,
            "plugin_dirs": list(node.plugin_dirs),
            "cache_dir": node.cache_dir,
            "files": [_file_document(each, decided.winner) for each in loaded(node)],
            "decisions": [each.document() for each in decided.decisions],
            "chains": [_chain_document(node, each) for each in relevant(node)],
            "cached_attachments": len(node.cache),
            "reservations": _reservations(node),
            "netns": None if node.netns is None else len(node.netns),
            "containers": None if node.containers is None else len(node.containers),
            "version_asked_of": list(found.asked),
            "status_asked_of": list(found.status_asked),
            "not_looked_at": list(found.not_looked_at),
        },
        "findings": [finding_document(finding) for finding in found.findings],
    }


def doctor_lines(found: Examination, width: int, ascii: bool) -> list[str]:
    """The node and the findings, in lines of at most so many cells, but for what is to be pasted."""
    lines = [row for name, text in _facts(found) for row in _labelled(name, text, width)]
    for network in _told_chains(found.node):
        lines += (clip(line, width) for line in _table(found.node, network))
    lines += ["", *finding_lines(found.findings[:_FINDINGS], width, ascii)] if found.findings else []
    lines += ["", *(row for line in _closing(found) for row in fold_words(line, width, "  "))]
    return [line.encode("ascii", "backslashreplace").decode() for line in lines] if ascii else lines


def doctor_plain(found: Examination) -> list[str]:
    """The same told line by line."""
    lines = [f"{name}: {text}." for name, text in _facts(found)]
    for network in _told_chains(found.node):
        lines += [_row_sentence(row, network) for row in _rows(found.node, network)]
    return [*lines, *plain_finding_lines(found.findings[:_FINDINGS]), *_closing(found)]


def _told_chains(node: Node) -> list[Network]:
    return [each.network for each in relevant(node) if each.network is not None][:_SHOWN]


def _facts(found: Examination) -> Iterator[tuple[str, str]]:
    node = found.node
    decided = chosen(node)
    yield "node", f"{printable(node.name) or 'no name'}, as {node.runtime} sees it{_machine(node)}"
    for each in (*decided.decisions[:-1][:_SHOWN], *decided.decisions[-1:]):
        yield "file", printable(f"{each.decided}: {each.why}" if each.subject == "the file" else each.line())
    for loser in decided.shadowed[:_SHOWN]:
        yield "not used", printable(f"{loser.name} (network {loser.network.name if loser.network else '?'})")
    if len(decided.shadowed) > _SHOWN:
        yield "not used", f"and {len(decided.shadowed) - _SHOWN:,} more; --json has all"
    yield "plugins in", printable(", ".join(_folder(node, folder) for folder in node.plugin_dirs))
    yield "cache", _cache_words(node)
    yield "reservations", _reservation_words(node)
    if found.asked:
        yield "asked", printable(f"VERSION of {', '.join(found.asked)}")
    if found.status_asked:
        yield "asked", printable(f"STATUS of the plugins of {', '.join(found.status_asked)}")


def _machine(node: Node) -> str:
    return f", {printable(node.machine)}" if node.machine else ""


def _folder(node: Node, folder: str) -> str:
    if folder not in node.plugin_dirs_there:
        return f"{folder} (not there)"
    count = sum(1 for file in node.plugins if file.path.rpartition("/")[0] == folder.rstrip("/"))
    return f"{folder} ({count_text(count, 'file', 'files')})"


def _cache_words(node: Node) -> str:
    alive = _alive(node)
    told = f"; {alive}" if alive and node.cache else ""
    where = printable(f"{node.cache_dir}/results")
    return f"{count_text(len(node.cache), 'attachment', 'attachments')} in {where}{told}"


def _alive(node: Node) -> str:
    """How many of the cached attachments have a namespace, and a container, that is there."""
    cached = [each for file in node.cache if (each := read_cached_attachment(file.content)) is not None]
    parts = []
    if node.netns is not None:
        names = {each.path.rpartition("/")[2] for each in node.netns}
        count = sum(each.attachment.netns.rpartition("/")[2] in names for each in cached)
        parts.append(f"{count} with a netns that is there")
    if node.containers is not None:
        ids = {each.id for each in node.containers if each.is_alive}
        count = sum(each.attachment.container_id in ids for each in cached)
        parts.append(f"{count} of a container that lives")
    return ", ".join(parts)


def _reservations(node: Node) -> dict[str, int]:
    """By host-local's network how many addresses are reserved."""
    counts: dict[str, int] = {}
    for each in node.reservations:
        if not each.path.rpartition("/")[2].startswith(_NO_RESERVATION):
            counts[each.network] = counts.get(each.network, 0) + 1
    return counts


def _reservation_words(node: Node) -> str:
    told = [f"{count_text(count, 'address', 'addresses')} of {name}" for name, count in _reservations(node).items()]
    return printable(", ".join(told)) or "no addresses of host-local"


def _labelled(name: str, text: str, width: int) -> Iterator[str]:
    head = name.ljust(_HEAD)
    for row in fold_words(text, max(width - _HEAD, 20)):
        yield f"{head}{row}".rstrip()
        head = " " * _HEAD


def _rows(node: Node, network: Network) -> list[_Row]:
    return [_row(node, network, need) for need in needs(network, node.runtime)]


def _row(node: Node, network: Network, need: Need) -> _Row:
    file = plugin_file(node, need.plugin)
    if file is None:
        return _Row(need=need, file=None, state="missing" if node.plugins_known else "unknown", speaks="")
    version = "0.3.1" if need.link is None else network.cni_version or "0.1.0"
    spoken = "" if file.versions is None else "yes" if version in file.versions else "no"
    return _Row(need=need, file=file, state=trouble(node, file) or "ok", speaks=spoken)


def _table(node: Node, network: Network) -> list[str]:
    rows = [("LINK", "PLUGIN", "FOUND", f"SPEAKS {network.cni_version or '0.1.0'}", "CAPABILITIES")]
    for row in _rows(node, network):
        link = network.links[row.need.link] if row.need.link is not None and not row.need.through else None
        found = row.file.path if row.file is not None else ""
        rows.append(
            (
                "-" if row.need.link is None else "" if row.need.through else str(row.need.link),
                f"{'  ' * len(row.need.through)}{row.need.plugin}",
                found if row.state == "ok" else row.state.upper(),
                row.speaks.upper() if row.speaks == "no" else row.speaks or "not asked",
                ", ".join(link.capabilities) if link else "",
            )
        )
    safe = [tuple(printable(text) for text in row) for row in rows]
    widths = [max(cells(row[column]) for row in safe) for column in range(len(rows[0]))]
    drawn = ("  ".join(t + " " * (w - cells(t)) for t, w in zip(row, widths, strict=True)).rstrip() for row in safe)
    return ["", f"chain of {printable(network.name)}", *(f"  {row}".rstrip() for row in drawn)]


def _row_sentence(row: _Row, network: Network) -> str:
    found = f"{row.state}{f', {row.file.path}' if row.file else ''}"
    spoken = {"yes": ", speaks the version", "no": ", does not speak the version"}.get(row.speaks, "")
    return printable(f"{network.name}, {row.need.words}: {row.need.plugin}: {found}{spoken}.")


def _closing(found: Examination) -> list[str]:
    """One line: how much is wrong; and what nobody looked at."""
    chains = [each.network for each in relevant(found.node) if each.network is not None]
    links = count_text(sum(len(network.links) for network in chains), "link", "links")
    start = f"{count_findings(found.findings)} in {links}" if found.findings else f"nothing wrong: {links}, 0 findings"
    left = f"; what was not looked at: {', '.join(map(printable, found.not_looked_at))}" if found.not_looked_at else ""
    told = [f"{start}{left}"]
    if max(len(chains) - _SHOWN, len(found.findings) - _FINDINGS) > 0:
        told.append(f"told are the first {_SHOWN} chains and {_FINDINGS} findings; --json has all")
    return told


def _file_document(each: Loaded, winner: Loaded | None) -> dict[str, Any]:
    return {
        "path": each.config.path,
        "network": each.network.name if each.network else None,
        "used": winner is not None and each.config == winner.config,
        "error": str(each.error) if each.error else None,
    }


def _chain_document(node: Node, each: Loaded) -> dict[str, Any]:
    network = each.network
    if network is None:
        return {}
    return {
        "file": each.config.path,
        "network": network.name,
        "cniVersion": network.cni_version,
        "plugins": [_row_document(row, network) for row in _rows(node, network)],
    }


def _row_document(row: _Row, network: Network) -> dict[str, Any]:
    link = network.links[row.need.link] if row.need.link is not None and not row.need.through else None
    return {
        "plugin": row.need.plugin,
        "link": row.need.link,
        "run_by": list(row.need.through),
        "path": row.file.path if row.file else None,
        "state": row.state,
        "versions": list(row.file.versions) if row.file and row.file.versions is not None else None,
        "speaks": {"yes": True, "no": False}.get(row.speaks),
        "capabilities": list(link.capabilities) if link else [],
        "sha256": row.file.sha256 or None if row.file else None,
    }


def lines_of(found: Examination, root: str, *, plain: bool, width: int, ascii: bool) -> Sequence[str]:
    """What is printed, in the form that is wished; of another root with a word on where its commands belong."""
    lines = doctor_plain(found) if plain else doctor_lines(found, width, ascii)
    if root != "/" and any(finding.next_step for finding in found.findings):
        lines += fold_words("the next steps are for that node: run them there, not on this machine", width, "  ")
    return lines
