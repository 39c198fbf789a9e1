"""daemon/state-file-missing, daemon/kubeconfig-missing: a file that a plugin reads, and its daemon has not written."""

import posixpath
import re
import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import chains
from traces.diagnosis.collect.named import files_of_link
from traces.diagnosis.facts import Node
from traces.diagnosis.heard import Heard, heard
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line

_SOURCE = "https://www.cni.dev/docs/spec/#section-2-execution-protocol"
_STATE, _KUBECONFIG = "daemon/state-file-missing", "daemon/kubeconfig-missing"
_SAID = re.compile(r"(?:open|stat|lstat|read) (?P<path>/[^\s:\"]+): (?:no such file or directory|file does not exist)")
_OF_DAEMONS = ("/run/", "/var/run/", "/var/lib/", "/etc/cni/", "/etc/")
_NOT_STATE = ("/run/netns/", "/var/run/netns/", "/var/lib/cni/")
_OTHERS = re.compile(r"sock|/log/|log$")
"""Files that a plugin makes itself, and sockets and their folders, of which another rule tells."""


def _check(case: Case) -> Iterator[Finding]:
    found = {each.group("path"): each for each in reversed(heard(case, _SAID)) if _is_state(each.group("path"))}
    for path, said in found.items():
        yield _finding(case, path, said, said.link)
    if case.trace is None and case.node is not None:
        for path, plugin, link in _lacking(case, case.node):
            if path not in found:
                yield _finding(case, path, None, link, plugin)


def _is_state(path: str) -> bool:
    return path.startswith(_OF_DAEMONS) and not path.startswith(_NOT_STATE) and not path.endswith((".sock", ".socket"))


def _lacking(case: Case, node: Node) -> Iterator[tuple[str, str, int]]:
    """The files that the chains' links need and that are known not to be there, with who needs them."""
    for chain in chains(case):
        for link in chain.network.links:
            for path in files_of_link(any_object(link.config)):
                if path in node.files and node.files[path] is None and not _OTHERS.search(path.lower()):
                    yield path, f"{one_line(link.type)} (link {link.index})", link.index


def _finding(case: Case, path: str, said: Heard | None, link: int | None, reader: str = "") -> Finding:
    is_kubeconfig = "kubeconfig" in posixpath.basename(path).lower()
    is_gone = case.node is not None and path in case.node.files and case.node.files[path] is None
    plugin = said.plugin if said and said.plugin else reader or _plugin(case, link)
    what = (
        "the kubeconfig with which it asks the API" if is_kubeconfig else "a file that its daemon on this node writes"
    )
    there = case.node is not None and case.node.files.get(path) is not None
    return Finding(
        kind=_KUBECONFIG if is_kubeconfig else _STATE,
        severity=Severity.WARNING if there else Severity.ERROR,
        cause=f"{plugin} reads {one_line(path)}, {what}, and it "
        + (
            "was not there; it is there now"
            if there
            else "is not there: the daemon is not up yet, crashes, or writes elsewhere"
        )
        + "; the chain itself is fine",
        evidence=(
            *((said.evidence,) if said else ()),
            *((Evidence(where=path, quote="not there"),) if is_gone else ()),
            *_named(case, path, link),
        ),
        next_step=f"ls -l {shlex.quote(posixpath.dirname(path))}; uptime -s; "
        'kubectl get pods -A -o wide --field-selector spec.nodeName="$(hostname)"',
        advice="wait for the daemon, or look why it does not come up; /run is emptied at boot",
        specification=_SOURCE,
        is_proven=is_gone or (said is not None and said.is_recorded),
        call=said.call_id if said else None,
        link=link,
        verb=said.verb if said else "",
    )


def _plugin(case: Case, link: int | None) -> str:
    for chain in chains(case):
        for each in chain.network.links:
            if each.index == link:
                return f"{one_line(each.type)} (link {link})"
    return "the plugin"


def _named(case: Case, path: str, link: int | None) -> Iterator[Evidence]:
    """Where the chain names the file, if it does: flannel's is a default."""
    for chain in chains(case):
        for each in chain.network.links:
            if each.index == link and path.encode() in each.config:
                yield chain.quoted(("plugins", each.index), path)


RULE = Rule(
    id="daemon",
    looks_at="files that the chain's links name or are known to read, and what a plugin says that it can't open",
    specification=_SOURCE,
    check=_check,
)
