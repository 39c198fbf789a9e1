"""daemon/socket-down: a daemon that a plugin asks over a socket, and that does not answer."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import chains
from traces.diagnosis.collect.named import files_of_link
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line

_KIND = "daemon/socket-down"
_SOURCE = "https://www.cni.dev/docs/spec/#section-2-execution-protocol"
_SAID = re.compile(
    r"dial unix (?P<path>/[^\s:]+): (?:connect: )?(?P<why>connection refused|no such file or directory|"
    r"permission denied|resource temporarily unavailable|i/o timeout)"
    r"|dial tcp (?P<address>(?:127\.[\d.]+|\[::1\]|localhost):\d+): (?:connect: )?(?P<tcp>connection refused)"
    r"|[Uu]nable to connect to (?P<daemon>\w+ daemon)"
)
_MEANS = {
    "connection refused": "the socket is there and nobody listens: the daemon has died",
    "no such file or directory": "the socket is not there: the daemon is not up, or puts it elsewhere",
    "permission denied": "the plugin may not use the socket",
    "resource temporarily unavailable": "the daemon does not take connections: it hangs, or is overrun",
    "i/o timeout": "the daemon does not answer: it hangs, or is overrun",
}


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _SAID)
    if said is not None and said.verb != "STATUS":
        yield _said(case, said)
    if case.trace is None and case.node is not None:
        for path, listens in case.node.sockets.items():
            if not listens and (said is None or said.match["path"] != path):
                yield _silent(case, path)


def _said(case: Case, said: Heard) -> Finding:
    socket = said.group("path") or said.group("address") or said.group("daemon")
    why = said.group("why") or said.group("tcp")
    listens = case.node.sockets.get(said.match["path"] or "") if case.node is not None else None
    now = (Evidence(where=socket, quote="somebody listens now" if listens else "nobody listens"),)
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{said.plugin or 'the plugin'} asks a daemon on this node at {socket}, which does not answer: "
        f"{_MEANS.get(why, 'it is not up')}",
        evidence=(said.evidence, *(now if listens is not None else ())),
        next_step=_next_step(said.match["path"] or ""),
        advice="look why the daemon's pod does not run; the chain itself is fine",
        specification=_SOURCE,
        is_proven=said.is_recorded,
        call=said.call_id,
        link=said.link,
        verb=said.verb,
    )


def _silent(case: Case, path: str) -> Finding:
    link, plugin = next(_readers(case, path), (None, "a plugin"))
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"nobody listens at {one_line(path)}, where {plugin} asks its daemon: every ADD and DEL fails there",
        evidence=(Evidence(where=f"{path} (socket)", quote="nobody listens"),),
        next_step=_next_step(path),
        advice="look why the daemon's pod does not run; the chain itself is fine",
        specification=_SOURCE,
        link=link,
    )


def _readers(case: Case, path: str) -> Iterator[tuple[int, str]]:
    for chain in chains(case):
        for link in chain.network.links:
            named = files_of_link(any_object(link.config))
            if any(path == each or path.startswith(f"{each.rstrip('/')}/") for each in named):
                yield link.index, f"{one_line(link.type)} (link {link.index})"


def _next_step(path: str) -> str:
    listing = f"ss -xlp | grep -F -- {shlex.quote(path)}; " if path else ""
    return f'{listing}kubectl get pods -A -o wide --field-selector spec.nodeName="$(hostname)"'


RULE = Rule(
    id=_KIND,
    looks_at="the sockets that chains name, and what a plugin says of one",
    specification=_SOURCE,
    check=_check,
)
