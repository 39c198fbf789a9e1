"""cache/orphaned and cache/stale: a cached result whose container is gone, or whose namespace is another now."""

import shlex
from collections.abc import Iterator

from traces.cni.cache import read_cached_attachment
from traces.diagnosis.cached import Cached, cached
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.living import Life, container_of, life, life_words, netns_there, usual_path
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import count_text, one_line

_SOURCE = "https://github.com/containernetworking/cni/blob/v1.3.0/libcni/api.go"
_SHOWN = 5
_DEL = "https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications"


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case.trace)
    elif case.node is not None:
        orphans = [each for each in cached(case.node) if life(case.node, each.container_id, each.netns) is Life.GONE]
        if orphans:
            yield _orphaned(case.node, orphans)
        for each in cached(case.node):
            yield from _stale(case.node, each)


def _orphaned(node: Node, orphans: list[Cached]) -> Finding:
    """One finding for all of them: after a reboot there are as many as there were pods."""
    shown = tuple(
        each.quoted(f"{each.words}: {life_words(node, each.container_id)}; {_netns_words(node, each.netns)}")
        for each in orphans[:_SHOWN]
    )
    counted = count_text(len(orphans), "cached attachment belongs", "cached attachments belong")
    is_proven = all(netns_there(node, each.netns) is False for each in orphans)
    return Finding(
        kind="cache/orphaned",
        severity=Severity.WARNING,
        cause=f"{counted} to containers that do not run any more: their DEL never ran to its end, so what ADD made for "
        "them (addresses, rules) may still be there",
        evidence=shown,
        next_step=f"ls -l -- {' '.join(shlex.quote(each.file.path) for each in orphans[:_SHOWN])}",
        advice="let DEL run for them with the list that the cache keeps: «jq -r .config FILE | base64 -d» gives it, "
        "«cnistep run LIST DEL» tries it in a sandbox; removing the file alone would leave the rest",
        specification=_DEL,
        is_proven=is_proven,
    )


def _netns_words(node: Node, netns: str) -> str:
    there = netns_there(node, netns)
    return f"netns {one_line(netns) or '(none)'} {'is gone' if there is False else 'is there' if there else 'unknown'}"


def _stale(node: Node, each: Cached) -> Iterator[Finding]:
    """The container lives, and the cache remembers another namespace than it has; or nothing but the path is known."""
    container = container_of(node, each.container_id)
    differs = (
        container is not None and container.is_alive and container.netns and each.netns
        and usual_path(container.netns) != usual_path(each.netns)
    )  # fmt: skip
    if differs and container is not None:
        now = Evidence(where=f"container {one_line(each.container_id, 64)} (runtime)", quote=f"netns {container.netns}")
        yield _stale_finding(each.words, (each.quoted(f'"netns": "{each.netns}"'), now), "it has another now")
    elif life(node, each.container_id, each.netns) is Life.LIKELY_GONE:
        yield _stale_finding(
            each.words, (each.quoted(f'"netns": "{each.netns}"'), _no_netns(each)), "that is gone", is_proven=True
        )


def _no_netns(each: Cached) -> Evidence:
    return Evidence(where="/run/netns (folder)", quote=f"{each.netns.rpartition('/')[2]} is not in it")


def _of_trace(trace: Trace) -> Iterator[Finding]:
    """What a verb was given as the container's namespace, beside what ADD was given."""
    before = read_cached_attachment(trace.cache_before) if trace.cache_before else None
    now, then = trace.attachment.netns, before.attachment.netns if before else ""
    if trace.verb in ("DEL", "CHECK") and now and then and usual_path(now) != usual_path(then):
        held = Evidence(where="the cache before the verb", quote=f'"netns": "{then}"')
        given = Evidence(where=f"the attachment of {trace.verb}", quote=f"CNI_NETNS={now}")
        yield _stale_finding(f"of {one_line(trace.attachment.container_id, 64)}", (held, given), "it has another now")


def _stale_finding(words: str, evidence: tuple[Evidence, ...], how: str, is_proven: bool = True) -> Finding:
    return Finding(
        kind="cache/stale",
        severity=Severity.WARNING,
        cause=f"the cached result {words} is of another network namespace than the container's: {how}, so prevResult "
        "names interfaces and a sandbox that are not there",
        evidence=evidence,
        next_step="cnistep list",
        advice="CHECK fails with such a prevResult, and DEL may miss what it should remove; recreate the pod",
        specification=_SOURCE,
        is_proven=is_proven,
    )


RULE = Rule(
    id="cache",
    looks_at="the cached attachments beside the runtime's containers and the network namespaces",
    specification=_SOURCE,
    check=_check,
)
