"""What commands said on the node, from the files in which their output was collected: commands/NAME.

A file that is missing means that it is not known.
"""

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from traces.diagnosis.collect.tree import Tree
from traces.diagnosis.facts import Container, NetnsFile
from traces.model.snapshot import Device, DeviceAddress, Namespace

FOLDER = "/commands"


@dataclass(frozen=True, slots=True)
class Commands:
    """The outputs that were collected with a tree."""

    tree: Tree
    folder: str = FOLDER

    def text(self, name: str) -> str | None:
        """What a command said, or None where it was not run."""
        try:
            raw = self.tree.read(posixpath.join(self.folder, name))
        except OSError:
            return None
        return None if raw is None else raw.decode(errors="replace")

    def json(self, name: str) -> Any:
        """The same as a JSON value; None also where it is none."""
        text = self.text(name)
        try:
            return None if text is None else json.loads(text)
        except ValueError:
            return None

    def line(self, name: str) -> str:
        """The first line of it; empty where it was not run."""
        return (self.text(name) or "").strip().partition("\n")[0].strip()


def mount_options(mounts: str, path: str) -> tuple[str, ...]:
    """The options of the mount that a path is on, by the lines of /proc/self/mounts (fstab(5))."""
    best, options = "", tuple[str, ...]()
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        place = fields[1].replace("\\040", " ").replace("\\011", "\t")
        inside = path == place or path.startswith(place.rstrip("/") + "/")
        if inside and len(place) >= len(best):
            best, options = place, tuple(fields[3].split(","))
    return options


def labels(text: str) -> Mapping[str, str]:
    """By its path the SELinux label of each file that `ls -dZ` named."""
    found = {}
    for line in text.splitlines():
        words = line.split()
        label = next((word for word in words if word.count(":") >= 2), "")
        path = next((word for word in reversed(words) if word.startswith("/")), "")
        if label and path:
            found[path] = label
    return found


def sums(text: str) -> Mapping[str, str]:
    """By its path the sum of each file that sha256sum named."""
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if len(line.split()) > 1)
    return {path.lstrip("*"): digest for digest, path in pairs}


def host_network(document: Any) -> Namespace | None:
    """The links and addresses that `ip -j addr` named; None where it was not run."""
    if not isinstance(document, list):
        return None
    rows = [row for row in document if isinstance(row, dict) and isinstance(row.get("ifname"), str)]
    return Namespace(
        links=tuple(_device(row) for row in rows),
        addresses=tuple(address for row in rows for address in _addresses(row)),
    )


def _device(row: Mapping[str, Any]) -> Device:
    detail = row.get("linkinfo")
    return Device(
        index=_number(row.get("ifindex")) or 0,
        name=row["ifname"],
        kind=str(detail.get("info_kind", "")) if isinstance(detail, dict) else "",
        mac=str(row.get("address") or ""),
        mtu=_number(row.get("mtu")) or 0,
        state=str(row.get("operstate") or "").lower(),
        flags=tuple(str(flag) for flag in row.get("flags") or ()),
        master=str(row.get("master") or ""),
    )


def _addresses(row: Mapping[str, Any]) -> list[DeviceAddress]:
    found = [each for each in row.get("addr_info") or () if isinstance(each, dict) and each.get("local")]
    return [
        DeviceAddress(device=row["ifname"], address=f"{each['local']}/{each.get('prefixlen', 32)}") for each in found
    ]


def crictl_pods(document: Any) -> tuple[Container, ...] | None:
    """The pods that `crictl pods -o json` named; None where it was not run."""
    items = document.get("items") if isinstance(document, dict) else None
    if not isinstance(items, list):
        return None
    return tuple(_pod(item) for item in items if isinstance(item, dict) and isinstance(item.get("id"), str))


def _pod(item: Mapping[str, Any]) -> Container:
    meta = item.get("metadata")
    named = meta if isinstance(meta, dict) else {}
    return Container(
        id=item["id"],
        pod=str(named.get("name", "")),
        namespace=str(named.get("namespace", "")),
        is_alive=item.get("state") == "SANDBOX_READY",
        addresses=tuple(str(each) for each in item.get("addresses") or ()),
    )


def ctr_containers(text: str) -> tuple[Container, ...]:
    """The containers that `ctr containers list -q`, or `ctr tasks list` with its states, named."""
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith(("TASK", "CONTAINER"))]
    return tuple(Container(id=words[0], is_alive=len(words) < 3 or words[2] == "RUNNING") for words in rows)


def netns_files(document: Any) -> tuple[NetnsFile, ...] | None:
    """The namespaces named as [{"path": …, "magic": "0x6e736673", "addresses": […]}]; None where it was not asked."""
    if not isinstance(document, list):
        return None
    rows = [row for row in document if isinstance(row, dict) and isinstance(row.get("path"), str)]
    return tuple(
        NetnsFile(
            path=row["path"],
            magic=_number(row.get("magic")),
            addresses=tuple(str(each) for each in row.get("addresses") or ()),
        )
        for row in rows
    )


def _number(value: Any) -> int | None:
    try:
        return int(value, 16) if isinstance(value, str) else int(value)
    except (TypeError, ValueError):
        return None
