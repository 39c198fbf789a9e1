"""Whether the kernel would start a plugin's file, by what is known of it: shared by the rules of exec/."""

import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.collect.program import can_run
from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.needs import Need, plugin_file
from traces.diagnosis.said import Refusal, refusals
from traces.model.finding import Evidence, Finding, Severity

EXECVE = "https://man7.org/linux/man-pages/man2/execve.2.html"
"""Where the kernel's reasons are told; the CNI specification only says that plugins are executed."""
_NAMED = 4
"""Plugins of a group that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A plugin of the case that may not start."""

    plugin: str
    path: str
    link: int | None = None
    words: str = ""
    """What it is in the chain: «link 1»."""
    file: PluginFile | None = None
    """None: nothing is known of the file."""
    refusal: Refusal | None = None
    """What said that it did not start."""
    named: Evidence | None = None


def trouble(node: Node, file: PluginFile) -> str:
    """The kind of what keeps the kernel from starting the file; empty where nothing is known to."""
    if file.kind == "empty":
        return "exec/empty-file"
    if not file.mode & 0o111 and file.kind != "unknown":
        return "exec/mode"
    if "noexec" in file.mount_options:
        return "exec/noexec-mount"
    if file.kind == "other":
        return "exec/not-a-program"
    if file.kind == "elf" and not can_run(node.machine, file.machine):
        return "exec/wrong-arch"
    if not file.loader_is_there:
        return "exec/missing-interpreter" if file.kind == "script" else "exec/missing-loader"
    return ""


def suspects(case: Case) -> tuple[Suspect, ...]:
    """Every plugin of the chains whose file is known, and every one that did not start; each path once."""
    found: dict[str, Suspect] = {}
    refused = {each.path: each for each in refusals(case)}
    for chain in chains(case) if case.node else ():
        for need in chain.needs(case.node.runtime if case.node and case.trace is None else ""):
            file = plugin_file(case.node, need.plugin) if case.node else None
            if file is not None:
                found.setdefault(file.path, _suspect(chain, need, file, refused.pop(file.path, None)))
    for path, refusal in refused.items():
        found[path] = _refused(case, path, refusal)
    return tuple(found.values())


def finding(kind: str, suspect: Suspect, cause: str, evidence: tuple[Evidence, ...], **more: str) -> Finding:
    """A finding of exec/ about it. Proven is what the file shows; what only a text says is not."""
    told = (suspect.refusal.said.evidence,) if suspect.refusal else ()
    said = suspect.refusal.said if suspect.refusal else None
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=cause,
        evidence=(*evidence, *told, *((suspect.named,) if suspect.named else ())),
        specification=EXECVE,
        is_proven=bool(evidence),
        link=suspect.link,
        call=said.call if said else None,
        verb=said.verb if said else "",
        **more,
    )


def in_trouble(case: Case, kind: str, key: Callable[[Suspect], str]) -> tuple[tuple[Suspect, ...], ...]:
    """Those whose file has that trouble, together where one and the same thing is wrong with them.

    In each group the one that is reached first in the chain comes first; the runtime's own last.
    """
    groups: dict[str, list[Suspect]] = {}
    for suspect in suspects(case):
        if case.node and suspect.file and trouble(case.node, suspect.file) == kind:
            groups.setdefault(key(suspect), []).append(suspect)
    return tuple(tuple(sorted(group, key=lambda each: each.link is None)) for group in groups.values())


def all_called(group: Sequence[Suspect]) -> str:
    """The plugins of a group; of a long one the first few."""
    told = [called(each) for each in group[:_NAMED]]
    more = len(group) - len(told)
    return (
        f"{', '.join(told)} and {more} more" if more else " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
    )


def called(suspect: Suspect) -> str:
    """The plugin with its place in the chain."""
    return f"{suspect.plugin} ({suspect.words})" if suspect.words else suspect.plugin


def mode_words(file: PluginFile) -> str:
    """«-rw-r--r-- 0:0, mode 0644»."""
    return f"{stat.filemode(stat.S_IFREG | file.mode)} {file.owner}, mode {file.mode:04o}"


def only_said(suspect: Suspect, reason: str) -> bool:
    """Whether nothing but a text tells of it, and that for this reason."""
    return suspect.file is None and suspect.refusal is not None and suspect.refusal.reason == reason


def _suspect(chain: Chain, need: Need, file: PluginFile, refusal: Refusal | None) -> Suspect:
    return Suspect(
        plugin=need.plugin,
        path=file.path,
        link=need.link,
        words=need.words,
        file=file,
        refusal=refusal,
        named=chain.named(need) if need.at else None,
    )


def _refused(case: Case, path: str, refusal: Refusal) -> Suspect:
    name = path.rpartition("/")[2]
    files = case.node.plugins if case.node else ()
    link = refusal.said.link
    return Suspect(
        plugin=name,
        path=path,
        link=link,
        words="" if link is None else f"link {link}",
        file=next((file for file in files if file.path == path), None),
        refusal=refusal,
    )
