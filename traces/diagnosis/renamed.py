"""Configuration files that somebody renamed, so that no runtime looks at them any more."""

import re
from dataclasses import dataclass

from traces.diagnosis.facts import ConfigFile, Node

_RENAMED = re.compile(
    r"(?P<name>.+\.(?:conflist|conf|json))(?P<ending>\.cilium_bak|\.cnibak|\.bak|\.old|\.orig|\.disabled|\.save|~)"
)
_PEERS = {".cilium_bak": "cilium", ".cnibak": "the installer of another network", ".old": "multus"}
"""cilium: cni-exclusive renames every other file; multus: --rename-conf-file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """One file."""

    config: ConfigFile
    was: str
    """Its name before."""
    ending: str
    peer: str
    """Who renames so, in words; empty where anybody may have."""


def renamed(node: Node) -> tuple[Renamed, ...]:
    """Those whose own name is free: a copy beside its original was not renamed."""
    names = {each.path.rpartition("/")[2] for each in node.configs}
    found = []
    for config in node.configs_beside:
        folder, _, name = config.path.rpartition("/")
        match = _RENAMED.fullmatch(name)
        if match and folder == node.conf_dir.rstrip("/") and match["name"] not in names:
            peer = _PEERS.get(match["ending"], "")
            found.append(Renamed(config=config, was=match["name"], ending=match["ending"], peer=peer))
    return tuple(found)
