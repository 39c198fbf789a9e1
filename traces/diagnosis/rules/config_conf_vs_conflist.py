"""config/conf-vs-conflist: a file whose ending says something else than its content."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.configured import Loaded
from traces.diagnosis.facts import Node
from traces.diagnosis.refused import LIST_FORMAT, consequence, is_mislabelled, place, refused, severity_of
from traces.diagnosis.rule import Rule
from traces.diagnosis.said import said
from traces.model.finding import Evidence, Finding, Severity

_KIND = "config/conf-vs-conflist"
_TEXT = re.compile(
    r"(?<=(?:\.conf|\.json)): error parsing configuration: missing 'type'|perhaps this is a \.conflist\?"
)
_LONGEST_PATH = 4096


def _check(case: Case) -> Iterator[Finding]:
    known = [each for each in refused(case.node) if is_mislabelled(each)] if case.node else []
    for each in known:
        if case.node:
            yield _finding(case.node, each)
    for one in said(case):
        found = _TEXT.search(one.text)
        if found and not known:
            path = _path_before(one.text, found.start()) if found[0].startswith(":") else ""
            yield Finding(
                kind=_KIND,
                severity=Severity.ERROR,
                cause=f"{path or 'a .conf file'} has no «type» at its top, which a file with that ending needs: it is "
                "most likely a list, which has to be called .conflist",
                evidence=(one.evidence,),
                next_step=f"grep -l '\"plugins\"' {shlex.quote(path) if path else '/etc/cni/net.d/*.conf'}",
                specification=LIST_FORMAT,
                is_proven=False,
            )


def _path_before(text: str, end: int) -> str:
    """The word that ends there: the file's path."""
    words = text[max(0, end - _LONGEST_PATH) : end].split()
    return words[-1].strip("\\\"'[(") if words else ""


def _finding(node: Node, each: Loaded) -> Finding:
    path = each.config.path
    is_list = not each.name.endswith(".conflist")
    content, ending = ("a list of plugins", ".conflist") if is_list else ("a single plugin", ".conf")
    taken = "one plugin with «type» at its top" if is_list else "a list with «plugins»"
    keys = ", ".join(any_object(each.config.content))
    renamed = path.rpartition(".")[0] + ending
    return Finding(
        kind=_KIND,
        severity=severity_of(node, each),
        cause=f"{each.name} holds {content}, and by its ending it is read as {taken}: it is refused, "
        f"{consequence(node, each)}",
        evidence=(place(each), Evidence(where=f"{path}, members at the top", quote=keys)),
        next_step=f"mv -n {shlex.quote(path)} {shlex.quote(renamed)}",
        specification=LIST_FORMAT,
    )


RULE = Rule(
    id=_KIND,
    looks_at="the endings and the contents of the configuration files",
    specification=LIST_FORMAT,
    check=_check,
)
