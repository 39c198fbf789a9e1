"""config/no-file and config/refused: the configuration folder gives the runtime no network."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.json_error import json_error
from traces.diagnosis.case import Case
from traces.diagnosis.configured import loaded
from traces.diagnosis.facts import Node
from traces.diagnosis.refused import LIST_FORMAT, consequence, is_mislabelled, place, refused, severity_of
from traces.diagnosis.renamed import renamed
from traces.diagnosis.rule import Rule
from traces.diagnosis.said import said
from traces.model.finding import Evidence, Finding, Severity

_NO_FILE, _REFUSED = "config/no-file", "config/refused"
_TEXT = re.compile(
    r"no network config found in (\S+?):|[Nn]o CNI configuration file in (\S+?)\. Has|cni config uninitialized"
    r"|no net configurations found in (\S+)"
)


_SHOWN = 4
"""Files that are no ordinary ones that are quoted."""


def _check(case: Case) -> Iterator[Finding]:
    node = case.node
    if node is None:
        yield from _told(case)
        return
    for each in refused(node):
        if json_error(each.config.content) is None and not is_mislabelled(each):
            yield Finding(
                kind=_REFUSED,
                severity=severity_of(node, each),
                cause=f"{each.name} is refused, {consequence(node, each)}",
                evidence=(place(each),),
                advice=each.error.hint if each.error else "",
                next_step=f"cnistep run {shlex.quote(each.config.path)}",
                specification=LIST_FORMAT,
            )
    if not loaded(node) and not renamed(node) and case.trace is None:
        yield _no_file(node, tuple(each.evidence for each in said(case) if _TEXT.search(each.text)))


def _no_file(node: Node, told: tuple[Evidence, ...]) -> Finding:
    others = ", ".join(each.path.rpartition("/")[2] for each in node.configs_beside)
    there = f"no ordinary file that ends in .conf, .conflist or .json{f'; there is {others}' if others else ''}"
    unread = [line for line in node.unread if line.startswith(f"{node.conf_dir.rstrip('/')}/")]
    some = "that can be read" if unread else "at all"
    told = (*(Evidence(where="not read", quote=line) for line in unread[:_SHOWN]), *told)
    return Finding(
        kind=_NO_FILE,
        severity=Severity.ERROR,
        cause=f"{node.conf_dir} has no configuration file {some}: the runtime has no network, and the node stays "
        "NotReady",
        evidence=(Evidence(where=f"{node.conf_dir} (folder)", quote=there), *told),
        next_step='kubectl get pods -A -o wide --field-selector spec.nodeName="$(hostname)"',
        advice="the network's own pods write the file: look whether they run on this node",
        specification=LIST_FORMAT,
    )


def _told(case: Case) -> Iterator[Finding]:
    if case.symptom is not None and case.symptom.kind not in ("", _NO_FILE):
        return  # the text says why there is none, and that is told by another rule
    for each in said(case):
        found = _TEXT.search(each.text)
        if found:
            folder = next((group for group in found.groups() if group), "/etc/cni/net.d")
            yield Finding(
                kind=_NO_FILE,
                severity=Severity.ERROR,
                cause=f"the runtime found no usable configuration file in {folder}",
                evidence=(each.evidence,),
                next_step=f"ls -l {shlex.quote(folder)}",
                specification=LIST_FORMAT,
                is_proven=False,
            )


RULE = Rule(
    id=_NO_FILE,
    looks_at="the configuration folder, and files in it that are refused",
    specification=LIST_FORMAT,
    check=_check,
)
