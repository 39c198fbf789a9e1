"""cache/delegate-cache-missing: a meta plugin that has lost its own list of what it attached, not libcni's cache."""

import re
from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_KIND = "cache/delegate-cache-missing"
_SOURCE = "https://github.com/k8snetworkplumbingwg/multus-cni/blob/master/pkg/multus/multus.go"
_LOST = re.compile(
    r"reading the delegates|cached delegates file|delegates?\b[^\n]{0,60}\b(no cache|not in (the )?cache)"
    r"|no cache[^\n]{0,60}\bdelegates?\b|/multus/[^\s\"]*[^\n]{0,80}no such file",
    re.IGNORECASE,
)


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _LOST)
    if said is not None and said.verb in ("DEL", "CHECK", ""):
        yield _finding(case.trace, said)


def _finding(trace: Trace | None, said: Heard) -> Finding:
    plugin = said.plugin or "the meta plugin"
    called = [] if trace is None or said.call is None else [each for each in trace.calls if each.parent == said.call.id]
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{plugin} has lost its own list of the delegates that it attached, and without it can't know what to "
        "undo; it answers with an error, so the runtime retries for ever",
        evidence=(said.evidence, *_caches(trace, len(called))),
        next_step="ls -l /var/lib/cni/multus /var/lib/cni/results",
        advice="that list is the plugin's, not libcni's: run DEL for each delegate by hand with its configuration, "
        "then let the plugin's DEL succeed (newer Multus does where the pod is gone too)",
        specification=_SOURCE,
        is_proven=said.is_recorded,
        call=said.call_id,
        link=said.link,
        verb=said.verb,
    )


def _caches(trace: Trace | None, delegates: int) -> Iterator[Evidence]:
    if trace is not None:
        has = "none" if trace.cache_before is None else f"{len(trace.cache_before)} bytes"
        yield Evidence(where="libcni's cached result of the attachment", quote=has)
        yield Evidence(where=f"delegates that {trace.verb} called", quote=str(delegates))


RULE = Rule(
    id=_KIND,
    looks_at="what a meta plugin says of its own list, beside libcni's cache",
    specification=_SOURCE,
    check=_check,
)
