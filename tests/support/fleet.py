"""Nodes as they are collected for an audit, in all three forms."""

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PLUGINS = ("bandwidth", "bridge", "host-local", "loopback", "portmap")
CHANGED = 1_764_000_000.0


def chain(**bridge: Any) -> list[dict[str, Any]]:
    """The fleet's chain; what is given is another on the bridge."""
    ipam = {"type": "host-local", "ranges": [[{"subnet": "10.1.0.0/24"}]]}
    return [
        {"type": "bridge", "isGateway": True, "mtu": 1450, "ipam": ipam, **bridge},
        {"type": "portmap", "snat": True, "capabilities": {"portMappings": True}},
        {"type": "bandwidth", "capabilities": {"bandwidth": True}},
    ]


def conflist(plugins: Any, **top: Any) -> str:
    """The content of a conflist."""
    return json.dumps({"cniVersion": "1.0.0", "name": "pods", **top, "plugins": plugins})


def node_files(name: str, plugins: Any = None, sums: Mapping[str, str] | None = None, **more: str) -> dict[str, str]:
    """A node's files: its conflist, and what commands said there. Sums are of plugins; None: it is not there."""
    known = {plugin: f"{plugin}-sum" for plugin in PLUGINS} | dict(sums or {})
    return {
        "/etc/cni/net.d/10-pods.conflist": conflist(chain() if plugins is None else plugins),
        "/commands/name": name,
        "/commands/date": "1764460000",
        "/commands/uname-m": "x86_64",
        "/commands/sha256": "".join(f"{digest}  /opt/cni/bin/{plugin}\n" for plugin, digest in known.items() if digest),
        **more,
    }


def as_folder(where: Path, files: Mapping[str, str]) -> Path:
    """A node's folder."""
    for path, content in files.items():
        file = where / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return where


def as_json(where: Path, files: Mapping[str, str]) -> Path:
    """A node's document."""
    where.write_text(json.dumps(dict(files)))
    return where


def as_tar(where: Path, files: Mapping[str, str], below: str = ".", changed: float = CHANGED) -> Path:
    """A node's tar file, with its files written at that time."""
    with tarfile.open(where, "w:gz" if where.name.endswith("gz") else "w") as archive:
        for path, content in files.items():
            member = tarfile.TarInfo(below + path)
            member.size, member.mtime = len(content), int(changed)
            archive.addfile(member, io.BytesIO(content.encode()))
    return where
