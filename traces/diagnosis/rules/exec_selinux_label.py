"""exec/selinux-label: a plugin folder with a label that keeps installers, or the runtime, from it."""

import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.chains import chains
from traces.diagnosis.facts import Node
from traces.diagnosis.labels import EXPECTED, denials_of, names_folder, type_of, unfit_folders
from traces.diagnosis.needs import plugin_file
from traces.diagnosis.rule import Rule
from traces.diagnosis.said import said
from traces.diagnosis.starting import suspects, trouble
from traces.model.finding import Evidence, Finding, Severity

_KIND = "exec/selinux-label"
_MANUAL = "https://man7.org/linux/man-pages/man8/restorecon.8.html"


def _check(case: Case) -> Iterator[Finding]:
    if case.node is None:
        yield from _told(case, ())
        return
    unfit = unfit_folders(case.node)
    for folder in unfit:
        yield _unfit(case, case.node, folder)
    yield from _told(case, unfit)
    yield from _left_over(case, case.node)


def _unfit(case: Case, node: Node, folder: str) -> Finding:
    """The label alone is a note; with a denial, or a plugin that never arrived, it is why."""
    denied = (*denials_of(node, folder), *(each.evidence for each in said(case) if names_folder(each.text, folder)))
    missing = _missing(case)
    harms = bool(denied or missing)
    lacking = f", and {', '.join(missing)} never came there" if missing else ""
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR if harms else Severity.NOTE,
        cause=f"{folder} has the SELinux type {type_of(node.labels[folder])}: an installer that runs in a container "
        f"may not write into it{lacking}",
        evidence=(Evidence(where=f"label of {folder} (expected {EXPECTED})", quote=node.labels[folder]), *denied),
        next_step=_relabel(folder),
        advice="then let the installer of the plugins run again",
        specification=_MANUAL,
        is_proven=bool(denied),
    )


def _told(case: Case, known: tuple[str, ...]) -> Iterator[Finding]:
    """A denial in the text, where the folder's label is not known."""
    folders = case.node.plugin_dirs if case.node else ("/opt/cni/bin",)
    for each in said(case):
        for folder in folders:
            if folder not in known and names_folder(each.text, folder):
                yield Finding(
                    kind=_KIND,
                    severity=Severity.ERROR,
                    cause=f"SELinux denied access to {folder}: it has a label that containers may not write to",
                    evidence=(each.evidence,),
                    next_step=f"ls -Zd {shlex.quote(folder)}",
                    advice=f"expected is the type {EXPECTED}; «{_relabel(folder)}» gives it",
                    specification=_MANUAL,
                    is_proven=False,
                )


def _left_over(case: Case, node: Node) -> Iterator[Finding]:
    """«Permission denied» where neither the mode nor the mount forbids it: a security module is left."""
    for suspect in suspects(case):
        refusal, file = suspect.refusal, suspect.file
        if refusal and refusal.reason == "permission denied" and file and not trouble(node, file):
            label = Evidence(where=f"label of {file.path}", quote=file.label or "not known")
            yield Finding(
                kind=_KIND,
                severity=Severity.ERROR,
                cause=f"neither mode nor mount of {file.path} keeps it from being executed: a security module, "
                "as SELinux or AppArmor, is what is left",
                evidence=(refusal.said.evidence, label),
                next_step=f"ls -lZ {shlex.quote(file.path)}; ausearch -m avc -ts recent",
                specification=_MANUAL,
                is_proven=False,
                link=suspect.link,
                call=refusal.said.call,
                verb=refusal.said.verb,
            )


def _missing(case: Case) -> tuple[str, ...]:
    node = case.node
    if node is None or not node.plugins_known:
        return ()
    named = (need.plugin for chain in chains(case) for need in chain.needs(""))
    return tuple(plugin for plugin in dict.fromkeys(named) if plugin_file(node, plugin) is None)


def _relabel(folder: str) -> str:
    pattern = shlex.quote(f"{folder}(/.*)?")
    return f"semanage fcontext -a -t {EXPECTED} {pattern} && restorecon -Rv {shlex.quote(folder)}"


RULE = Rule(
    id=_KIND,
    looks_at="the labels of the plugin folders, the audit log, and «permission denied»",
    specification=_MANUAL,
    check=_check,
)
