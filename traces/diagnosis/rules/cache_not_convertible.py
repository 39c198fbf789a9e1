"""cache/not-convertible: a result that was cached in a version which the network's version can't be made of."""

import re
import shlex
from collections.abc import Iterator

from traces.cni.cache import read_cached_result
from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.cni.versions import LISTED, MODERN, allows
from traces.diagnosis.cached import Cached, cached
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line

_KIND = "cache/not-convertible"
_SOURCE = "https://github.com/containernetworking/cni/blob/v1.3.0/libcni/api.go"
_SAID = re.compile(r'failed to convert cached result to config version \\*"(?P<version>[^"\\]*)\\*": (?P<why>.*)')
_VERSION = re.compile(rb'"result":\{.*?"cniVersion":"([^"]*)"')


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _SAID)
    seen = [found for chain in chains(case) for found in _of_node(case, chain)]
    yield from seen
    if case.trace is not None and not seen:
        yield from _of_trace(case, said)
    elif said is not None and not seen:
        yield _finding(said.group("version"), said.group("why"), (said.evidence,), said, is_proven=said.is_recorded)


def _of_node(case: Case, chain: Chain) -> Iterator[Finding]:
    if case.node is None:
        return
    for each in cached(case.node):
        why = _why_not(each.file.content, chain.network.cni_version) if each.network == chain.network.name else ""
        if why:
            yield _finding(chain.network.cni_version, why, _evidence(each, chain), None, path=each.file.path)


def _evidence(each: Cached, chain: Chain) -> tuple[Evidence, ...]:
    version = _VERSION.search(each.file.content)
    quote = f'"cniVersion": "{version[1].decode(errors="replace")}"' if version else "no cniVersion"
    asked = Evidence(where=chain.path, quote=f'"cniVersion": "{chain.network.cni_version}"')
    return (each.quoted(f"result: {quote}"), asked)


def _of_trace(case: Case, said: Heard | None) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.cache_before is None or trace.verb not in ("DEL", "CHECK"):
        return
    why = _why_not(trace.cache_before, trace.network.cni_version)
    if why:
        version = _VERSION.search(trace.cache_before)
        held = Evidence(
            where="the cache before the verb",
            quote=f"result in {version[1].decode(errors='replace') if version else '?'}",
        )
        yield _finding(trace.network.cni_version, why, (held, *((said.evidence,) if said else ())), said)


def _why_not(content: bytes, version: str) -> str:
    """Why it can't be converted, in libcni's words; empty where it can, or where a list of that version reads none."""
    if not allows(version, "CHECK") or _surely_can(content, version):
        return ""
    try:
        read_cached_result(content, version)
    except (DecodeError, LibcniError) as error:
        found = _SAID.search(str(error))
        return found["why"] if found else ""
    return ""


def _surely_can(content: bytes, version: str) -> bool:
    """Whether both versions are such that every result of the one can be put into the other."""
    found = _VERSION.search(content)
    return found is not None and found[1].decode(errors="replace") in LISTED + MODERN and version in LISTED + MODERN


def _finding(
    version: str,
    why: str,
    evidence: tuple[Evidence, ...],
    said: Heard | None,
    *,
    path: str = "",
    is_proven: bool = True,
) -> Finding:
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"the cached result can't be put into the network's version {one_line(version)} ({one_line(why, 160)}): "
        "CHECK, and with an older libcni DEL too, fail before any plugin runs; a newer libcni lets DEL run without "
        "prevResult",
        evidence=evidence,
        next_step=f"jq -r '.config|@base64d' {shlex.quote(path)}" if path else "ls -l /var/lib/cni/results",
        advice="put back the cniVersion that the list had at ADD (the cache keeps that list), let the pods be torn "
        "down, then change it",
        specification=_SOURCE,
        is_proven=is_proven,
        verb=said.verb if said else "",
    )


RULE = Rule(
    id=_KIND,
    looks_at="the versions of the cached results beside the version of the network",
    specification=_SOURCE,
    check=_check,
)
