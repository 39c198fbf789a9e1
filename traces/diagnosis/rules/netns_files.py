"""netns/not-a-namespace and netns/reused, by the node's files: what lies in /run/netns, who remembers which path."""

import shlex
from collections.abc import Iterator, Mapping

from traces.diagnosis.cached import Cached, cached
from traces.diagnosis.case import Case
from traces.diagnosis.facts import NetnsFile, Node
from traces.diagnosis.living import FILE_SYSTEMS, NSFS, PROC, Life, life, usual_path
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.measure import one_line

_SPECIFICATION = "https://www.cni.dev/docs/spec/#parameters"
_SHOWN = 5


def _check(case: Case) -> Iterator[Finding]:
    if case.node is None or case.trace is not None:
        return
    for file in case.node.netns or ():
        if file.magic is not None and file.magic not in (NSFS, PROC):
            yield _not_one(case.node, file)
    yield from _reused(case.node)


def _not_one(node: Node, file: NetnsFile) -> Finding:
    """A file that is left without its mount harms nobody, unless something still has its path."""
    path = usual_path(file.path)
    users = [each for each in cached(node) if usual_path(each.netns) == path]
    users = [each for each in users if life(node, each.container_id) is not Life.GONE]
    alive = [each for each in node.containers or () if each.is_alive and usual_path(each.netns) == path]
    magic = file.magic or 0
    name = FILE_SYSTEMS.get(magic, f"{magic:x}")
    return Finding(
        kind="netns/unknown-fs-magic" if alive else "netns/not-a-namespace",
        severity=Severity.ERROR if alive else Severity.WARNING,
        cause=f"{one_line(file.path)} is a plain file on {name}, not a namespace: it was never mounted there, or the "
        f"mount is gone{', and a container that runs has it' if alive else ', as after a crash or a reboot'}",
        evidence=(
            Evidence(where=f"{file.path} (statfs)", quote=f"{magic:x} ({name}); a namespace has {NSFS:x} (nsfs)"),
            *(each.quoted(f'"netns": "{each.netns}"') for each in users[:_SHOWN]),
            *(Evidence(where=f"container {one_line(each.id, 64)} (runtime)", quote=each.netns) for each in alive),
        ),
        next_step=f"findmnt {shlex.quote(file.path)} || ls -l {shlex.quote(file.path)}",
        advice="a plugin that is given this path fails; a file that no container has can be removed",
        specification=_SPECIFICATION,
    )


def _reused(node: Node) -> Iterator[Finding]:
    """One path in the cached attachments of two containers: the older one's DEL would go into the younger one's pod."""
    for path, holders in _by_path(node).items():
        containers = list(dict.fromkeys(each.container_id for each in holders))
        if len(containers) > 1 and path:
            yield Finding(
                kind="netns/reused",
                severity=Severity.WARNING,
                cause=f"{one_line(path)} is in the cached attachments of {len(containers)} containers: the path was "
                "used again, as one below /proc is, and a late DEL for the first would take away what the second has",
                evidence=tuple(
                    each.quoted(f"container {each.container_id}, netns {each.netns}") for each in holders[:_SHOWN]
                ),
                next_step=f"grep -l {shlex.quote(path)} {shlex.quote(f'{node.cache_dir}/results')}/*",
                advice="run DEL for the container that is gone with an empty CNI_NETNS",
                specification=_SPECIFICATION,
            )


def _by_path(node: Node) -> Mapping[str, list[Cached]]:
    found: dict[str, list[Cached]] = {}
    for each in cached(node):
        found.setdefault(usual_path(each.netns), []).append(each)
    return found


RULE = Rule(
    id="netns/reused",
    looks_at="the files in /run/netns, and the namespaces that cached attachments remember",
    specification=_SPECIFICATION,
    check=_check,
)
