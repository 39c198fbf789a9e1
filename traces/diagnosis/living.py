"""Whether a container still lives, by what is known of the node: what its runtime lists, and its network namespace.

Whatever may be alive counts as alive: what is said to be left over, somebody removes.
"""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from traces.diagnosis.cached import netns_of
from traces.diagnosis.facts import Container, NetnsFile, Node
from traces.diagnosis.per_node import per_node

NSFS, PROC = 0x6E736673, 0x9FA0
"""File systems that namespaces are on (linux/magic.h): nsfs, and proc before Linux 3.19."""
TMPFS, EXT4 = 0x1021994, 0xEF53
FILE_SYSTEMS = {
    TMPFS: "tmpfs",
    EXT4: "ext4",
    NSFS: "nsfs",
    PROC: "proc",
    0x58465342: "xfs",
    0x794C7630: "overlayfs",
    0x9123683E: "btrfs",
    0x858458F6: "ramfs",
}
"""By the number that statfs gives (linux/magic.h)."""


class Life(StrEnum):
    """What is known of a container's life."""

    ALIVE = "alive"
    GONE = "gone"
    """The runtime does not have it as running, and its namespace is gone or was never told."""
    LIKELY_GONE = "likely gone"
    """Its namespace is gone, and no runtime was asked."""
    UNKNOWN = "unknown"


def life(node: Node, container_id: str, netns: str = "") -> Life:
    """Whether it lives; with no ``netns`` that of the cache is taken."""
    there = netns_there(node, netns or netns_of(node, container_id))
    container = container_of(node, container_id)
    if there or (container is not None and container.is_alive):
        return Life.ALIVE
    if node.containers is not None:
        return Life.GONE
    return Life.UNKNOWN if there is None else Life.LIKELY_GONE


def container_of(node: Node, container_id: str) -> Container | None:
    """The container as the runtime lists it."""
    return _known(node).containers.get(container_id)


def netns_there(node: Node, path: str) -> bool | None:
    """Whether a namespace is still at its path; None where that is not known, as for those below /proc."""
    path = usual_path(path)
    known = _known(node)
    if node.netns is None or posixpath.dirname(path) not in known.folders:
        return None
    file = known.netns.get(path)
    return file is not None and (file.magic is None or file.magic in (NSFS, PROC))


def netns_file(node: Node, path: str) -> NetnsFile | None:
    """What is known of the file at a namespace's path."""
    return _known(node).netns.get(usual_path(path))


def usual_path(path: str) -> str:
    """A path with /var/run as /run, which it is a link to."""
    return f"/run/{path.removeprefix('/var/run/')}" if path.startswith("/var/run/") else path


def life_words(node: Node, container_id: str) -> str:
    """What the runtime says of it, in words."""
    container = container_of(node, container_id)
    if node.containers is None:
        return "no runtime was asked"
    return "not known to the runtime" if container is None else "runs" if container.is_alive else "has ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A node's containers by their ids, its namespaces by their usual paths, and the folders in which all are known."""

    containers: Mapping[str, Container]
    netns: Mapping[str, NetnsFile]
    folders: frozenset[str]


@per_node
def _known(node: Node) -> _Known:
    netns = {usual_path(each.path): each for each in node.netns or ()}
    return _Known(
        containers={each.id: each for each in node.containers or ()},
        netns=netns,
        folders=frozenset(("/run/netns", *map(posixpath.dirname, netns))),
    )
