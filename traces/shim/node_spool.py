"""The folder on a node that its recorders write to: made, judged, and counted."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.kernel.syscalls import filesystem_magic
from traces.shim.node import Node
from traces.shim.trusted import check_spool

_REMOTE = {
    0x6969: "NFS",
    0xFF534D42: "CIFS",
    0xFE534D42: "SMB",
    0x65735546: "FUSE",
    0x01021997: "9P",
    0x00C36400: "Ceph",
    0x5346414F: "AFS",
}
"""File systems that may hang, or know no locks: the recorder writes to none of them (spool.c)."""
_FREE_FLOOR = 16 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a spool has of one plugin."""

    count: int
    last: int
    """When the last call began, in nanoseconds since the epoch."""


def make_spool(node: Node) -> None:
    """Make the node's spool, for root alone, where it is missing. Raises PlaceError where it cannot be used."""
    path = node.seen(node.spool)
    try:
        os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
        if not os.path.lexists(path):
            os.mkdir(path, 0o700)
    except OSError as error:
        raise PlaceError(f"the spool {node.spool} cannot be made: {error.strerror}") from error
    trouble = spool_trouble(node)
    if trouble:
        raise PlaceError(trouble)


def spool_trouble(node: Node) -> str:
    """Why recorders that root runs would keep nothing there, in words; empty where they would."""
    path = node.seen(node.spool)
    try:
        if not check_spool(Path(path)):
            return f"the spool {node.spool} is not there (a reboot empties /run)"
        return _file_system(path)
    except InputError as error:
        return str(error)
    except OSError as error:
        return f"the spool {node.spool} cannot be used: {error.strerror}"


def _file_system(path: str) -> str:
    kind = _REMOTE.get(filesystem_magic(path) & 0xFFFFFFFF)
    if kind:
        return f"the spool {path} is on {kind}, which may hang: expected a local file system"
    free = os.statvfs(path)
    if free.f_bavail * free.f_bsize < _FREE_FLOOR:
        return f"less than 16 MiB are free in {path}"
    return ""


def recorded_calls(node: Node) -> Mapping[str, Recorded]:
    """What is recorded, by the name that a plugin was called by; nothing where this user cannot look."""
    try:
        names = os.listdir(node.seen(node.spool))
    except OSError:
        return {}
    found: dict[str, Recorded] = {}
    for name in names:
        time, _, rest = name.partition("-")
        plugin = rest.partition("-")[2].partition(".")[0]
        if time.isdigit() and plugin:
            before = found.get(plugin, Recorded(count=0, last=0))
            found[plugin] = Recorded(count=before.count + 1, last=max(before.last, int(time)))
    return found


def remove_spool(node: Node) -> None:
    """Remove the records, and the folder. Raises PlaceError where another user may have had a hand in it."""
    path = node.seen(node.spool)
    try:
        if check_spool(Path(path)):
            for name in os.listdir(path):
                Path(path, name).unlink(missing_ok=True)
            os.rmdir(path)
    except InputError as error:
        raise PlaceError(str(error)) from error
    except OSError as error:
        raise PlaceError(f"the spool {node.spool} cannot be removed: {error.strerror}") from error
