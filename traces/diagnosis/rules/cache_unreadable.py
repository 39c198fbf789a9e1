"""cache/empty-result-file and cache/corrupt: a cached result that can not be read, so that DEL calls no plugin."""

import shlex
from collections.abc import Iterator

from traces.cni.anyjson import any_json
from traces.diagnosis.case import Case
from traces.diagnosis.facts import CacheFile, Node
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import the_error
from traces.diagnosis.tokens import when
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_SOURCE = "https://github.com/containernetworking/cni/blob/v1.3.0/libcni/api.go"
_EMPTY, _CORRUPT = "cache/empty-result-file", "cache/corrupt"
_SHOWN = 120


def _check(case: Case) -> Iterator[Finding]:
    files = [file for file in case.node.cache if _kind(file.content)] if case.node is not None else []
    for file in files:
        if _is_of(case, file):
            yield _of_file(case, file)
    if case.trace is not None and not any(_is_of(case, file) for file in files):
        yield from _of_trace(case.trace)
    if case.symptom is not None and case.symptom.kind == _EMPTY and not files and case.trace is None:
        yield _of_text(case)


def _kind(content: bytes) -> str:
    """What keeps it from being read; empty where it can be."""
    if not content.strip():
        return _EMPTY
    try:
        return "" if isinstance(any_json(content), dict) else _CORRUPT
    except ValueError:
        return _CORRUPT


def _is_of(case: Case, file: CacheFile) -> bool:
    """Whether it is the trace's file; without a trace every one is."""
    return case.trace is None or file.path.endswith(f"/{_name(case.trace)}")


def _name(trace: Trace) -> str:
    return f"{trace.network.name}-{trace.attachment.container_id}-{trace.attachment.ifname}"


def _of_file(case: Case, file: CacheFile) -> Finding:
    changed = f", last written {when(file.changed)}" if file.changed is not None else ""
    said = (the_error(case.trace),) if case.trace is not None and case.trace.failure is not None else ()
    return _finding(
        _kind(file.content),
        file.path,
        (_content(file.path, file.content, changed), *said),
        next_step=f"mv -v -- {shlex.quote(file.path)} {shlex.quote(_aside(case.node, file.path))}",
        verb=case.trace.verb if case.trace is not None else "",
    )


def _of_trace(trace: Trace) -> Iterator[Finding]:
    """The cache as the verb met it; ADD does not read it."""
    before = trace.cache_before
    if before is None or trace.verb not in ("DEL", "CHECK") or not _kind(before):
        return
    name = one_line(_name(trace), 200)
    with_it = sum(b'"prevResult"' in call.stdin for call in trace.calls)
    calls = Evidence(
        where=f"plugins that {trace.verb} called", quote=f"{len(trace.calls)}, {with_it} of them with a prevResult"
    )
    yield _finding(
        _kind(before),
        f"results/{name}",
        (_content(f"cache file {name}", before, ""), *((the_error(trace),) if trace.failure else ()), calls),
        next_step="find /var/lib/cni/results -size 0 -ls",
        verb=trace.verb,
    )


def _of_text(case: Case) -> Finding:
    symptom = case.symptom
    network = one_line(symptom.network) if symptom and symptom.network else "the network"
    text = Evidence(where="the reported error", quote=symptom.text if symptom else "")
    return _finding(
        _EMPTY,
        f"of {network}",
        (text,),
        next_step="find /var/lib/cni/results -size 0 -ls",
        verb=symptom.verb if symptom else "",
        is_proven=False,
    )


def _content(where: str, content: bytes, changed: str) -> Evidence:
    start = content[:_SHOWN].decode(errors="backslashreplace")
    return Evidence(where=where, quote=f"{len(content)} bytes{changed}{f': {start}' if start.strip() else ''}")


def _aside(node: Node | None, path: str) -> str:
    folder = node.cache_dir.rstrip("/") if node is not None else "/var/lib/cni"
    return f"{folder}/{path.rpartition('/')[2]}.unreadable"


def _finding(
    kind: str, what: str, evidence: tuple[Evidence, ...], *, next_step: str, verb: str, is_proven: bool = True
) -> Finding:
    is_empty = kind == _EMPTY
    how = "is empty, as after a power cut while it was written" if is_empty else "is no JSON object, cut off or damaged"
    return Finding(
        kind=kind,
        severity=Severity.ERROR,
        cause=f"the cached result {what} {how}: CHECK, and with an older libcni DEL too, fail before any plugin runs, "
        "so that the pod stays Terminating; a newer libcni lets DEL run without prevResult",
        evidence=evidence,
        next_step=next_step,
        advice="with the file aside DEL runs without prevResult: links that find what to remove in it (portmap, "
        "bandwidth, firewall) may leave something, so look for leftovers afterwards",
        specification=_SOURCE,
        is_proven=is_proven,
        verb=verb,
    )


RULE = Rule(
    id=_EMPTY,
    looks_at="the files of the result cache, and the cache as DEL and CHECK met it",
    specification=_SOURCE,
    check=_check,
)
