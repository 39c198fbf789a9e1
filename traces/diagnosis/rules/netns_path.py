"""netns/…: a path that is not the pod's network namespace: gone, a plain file, or another pod's.

netns/gone-empty-path where DEL comes without one and the plugin insists on it; netns/gone where the path is not there;
netns/unknown-fs-magic where a plain file lies there; netns/not-a-namespace where it is a namespace of another kind.
"""

import re
import shlex
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.living import FILE_SYSTEMS, NSFS, PROC, netns_file, netns_there
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import the_variable
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_SOURCE = "https://github.com/containernetworking/plugins/blob/main/pkg/ns/ns_linux.go"
_PARAMETERS = "https://www.cni.dev/docs/spec/#parameters"
_PATH = r'\\*"(?P<path>[^"\\\n]+)\\*"'
_MAGIC = re.compile(rf"unknown FS magic on {_PATH}: (?P<magic>[0-9a-fA-F]+)")
_GONE = re.compile(
    rf"(?:failed to open netns|failed to Statfs|cannot get netns|could not open netns) {_PATH}.*?no such file"
    r"|(?:open|stat|statfs|lstat) (?P<bare>/(?:var/)?run/netns/[^\s:\"]+|/proc/\d+/(?:task/\d+/)?ns/net): no such file"
)
_EMPTY = re.compile(
    r'netns path ""|netns pinned at :|failed to (?:open netns|Statfs) \\*"\\*"'
    r"|CNI_NETNS[^\n]{0,40}(?:missing|empty|required)"
    r"|(?:netns|network namespace|namespace)[^\n]{0,80}(?:no such file|not exist|not found|empty)"
    r"|(?:open|stat) ?: no such file",
    re.IGNORECASE,
)
_NOT_ONE = re.compile(
    r"(?:setns|error switching to ns|failed to switch|enter(?:ing)? (?:the )?(?:netns|namespace))[^\n]{0,120}"
    r"(?:invalid argument|operation not permitted|inappropriate ioctl)"
    r"|not a (?:network )?namespace",
    re.IGNORECASE,
)


def _check(case: Case) -> Iterator[Finding]:
    magic = first_heard(case, _MAGIC)
    if magic is not None:
        yield _plain_file(magic.group("path"), int(magic.match["magic"], 16), (magic.evidence,), magic)
    elif (facts := _of_facts(case)) is not None:
        yield facts
    elif (empty := _insists(case)) is not None:
        yield empty
    elif (gone := first_heard(case, _GONE)) is not None:
        yield _gone(case, gone)
    elif (other := first_heard(case, _NOT_ONE)) is not None:
        yield _not_one(case, other)


def _of_facts(case: Case) -> Finding | None:
    """The node's file at the path that the trace was given."""
    if case.node is None or case.trace is None:
        return None
    file = netns_file(case.node, case.trace.attachment.netns)
    if file is None or file.magic is None or file.magic in (NSFS, PROC):
        return None
    seen = Evidence(where=f"{file.path} (statfs)", quote=f"{file.magic:x}")
    return _plain_file(one_line(file.path), file.magic, (seen, _given(case.trace)), None)


def _plain_file(path: str, magic: int, evidence: tuple[Evidence, ...], said: Heard | None) -> Finding:
    file_system = FILE_SYSTEMS.get(magic, "no file system that has namespaces")
    plugin = said.plugin if said and said.plugin else "the process that opens it"
    return Finding(
        kind="netns/unknown-fs-magic",
        severity=Severity.ERROR,
        cause=f"{path} is a plain file on {file_system} ({magic:x}) where {plugin} looks, not a namespace on nsfs "
        f"({NSFS:x}): the mount that makes it one does not reach that mount namespace, or is gone",
        evidence=evidence,
        next_step=f"stat -f -c '%T %t' {shlex.quote(path)}; findmnt -o TARGET,FSTYPE,PROPAGATION /run",
        advice="compare with the same command inside of the daemon's container (nsenter -t PID -m): mount /run/netns "
        "into it with mountPropagation: HostToContainer",
        specification=_SOURCE,
        is_proven=said is None or said.is_recorded,
        call=said.call_id if said else None,
        link=said.link if said else None,
        verb=said.verb if said else "",
    )


def _insists(case: Case) -> Finding | None:
    """A link that fails at a DEL without a namespace, and speaks of it."""
    said = first_heard(case, _EMPTY)
    if said is None or said.verb not in ("DEL", ""):
        return None
    trace = case.trace if said.is_recorded else None
    if trace is not None and (trace.attachment.netns if said.call is None else said.call.env.get("CNI_NETNS", "")):
        return None
    if trace is None and (_GONE.search(said.match.string) or _speaks_of_other(case)):
        return None
    given = (the_variable(trace, said.call, "CNI_NETNS"),) if trace is not None and said.call is not None else ()
    plugin = said.plugin or "the plugin"
    return Finding(
        kind="netns/gone-empty-path",
        severity=Severity.ERROR,
        cause="the namespace is gone, as after a reboot, so DEL comes with an empty CNI_NETNS, which the specification "
        f"allows; {plugin} opens it all the same and fails, and the pod stays Terminating",
        evidence=(*given, said.evidence),
        next_step="uptime -s; ls -l /run/netns",
        advice=f"a plugin has to clean up what it can and answer such a DEL with success: upgrade {plugin}",
        specification=_PARAMETERS,
        is_proven=trace is not None and said.call is not None,
        call=said.call_id,
        link=said.link,
        verb=said.verb or "DEL",
    )


def _speaks_of_other(case: Case) -> bool:
    """Whether the reported text was read as one of another fault."""
    kind = case.symptom.kind if case.symptom is not None else ""
    return kind not in ("", "netns/gone-empty-path")


def _gone(case: Case, said: Heard) -> Finding:
    path = said.group("path") or said.group("bare")
    there = netns_there(case.node, path) if case.node is not None else None
    listed = _listing(case.node) if there is False and case.node is not None else ()
    return Finding(
        kind="netns/gone",
        severity=Severity.ERROR,
        cause=f"the network namespace {path} is not there when {said.plugin or 'the plugin'} opens it: its container "
        "ended in the meantime, or the node was restarted",
        evidence=(said.evidence, *(((_given(case.trace)),) if case.trace and said.is_recorded else ()), *listed),
        next_step="ls -l /run/netns; crictl pods",
        advice="at ADD the runtime begins anew with a new sandbox; at DEL a plugin has to bear it",
        specification=_PARAMETERS,
        is_proven=said.is_recorded or there is False,
        call=said.call_id,
        link=said.link,
        verb=said.verb,
    )


def _listing(node: Node) -> tuple[Evidence, ...]:
    names = " ".join(sorted(each.path.rpartition("/")[2] for each in node.netns or ()))
    return (Evidence(where="/run/netns (folder)", quote=names[:300] or "empty"),)


def _not_one(case: Case, said: Heard) -> Finding:
    path = one_line(case.trace.attachment.netns) if case.trace is not None and said.is_recorded else "the path"
    return Finding(
        kind="netns/not-a-namespace",
        severity=Severity.ERROR,
        cause=f"{path} can be opened and not be entered by {said.plugin or 'the plugin'}: it is no network namespace, "
        "or one that this process may not enter",
        evidence=(said.evidence, *((_given(case.trace),) if case.trace is not None and said.is_recorded else ())),
        next_step=f"readlink {shlex.quote(path)}; stat -f -c %T {shlex.quote(path)}" if path != "the path" else "",
        specification=_PARAMETERS,
        is_proven=False,
        call=said.call_id,
        link=said.link,
        verb=said.verb,
    )


def _given(trace: Trace | None) -> Evidence:
    return Evidence(where="the attachment", quote=f"CNI_NETNS={trace.attachment.netns if trace else ''}")


RULE = Rule(
    id="netns",
    looks_at="CNI_NETNS, what a plugin says of it, and the file system that its path is on",
    specification=_PARAMETERS,
    check=_check,
)
