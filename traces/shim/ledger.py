"""The list of folders on a node that have recorders in them.

A runtime's configuration may change, and a link lead elsewhere after an upgrade (k3s), while a recorder still stands in
the old place: by this list it is found again.
"""

import contextlib
import os
from pathlib import Path

from traces.errors import PlaceError
from traces.shim.node import ASIDE, Node


def wrapped_folders(node: Node) -> tuple[str, ...]:
    """The folders, as the node has them; none where the list is not there or not readable by this user."""
    try:
        lines = Path(node.seen(node.ledger)).read_bytes().decode(errors="surrogateescape").split("\0")
    except OSError:
        return ()
    return tuple(line for line in lines if line.startswith("/"))


def add_folder(node: Node, folder: str) -> None:
    """Put a folder on the list, before anything is done in it. Raises PlaceError."""
    folders = wrapped_folders(node)
    if folder not in folders:
        _write(node, (*folders, folder))


def drop_unused(node: Node, folder: str) -> None:
    """Take a folder off the list, if no plugin stands aside in it any more. Raises PlaceError."""
    folders = wrapped_folders(node)
    if folder in folders and not os.path.lexists(os.path.join(node.seen(folder), ASIDE)):
        _write(node, tuple(one for one in folders if one != folder))


def _write(node: Node, folders: tuple[str, ...]) -> None:
    path = node.seen(node.ledger)
    partial = f"{path}.partial"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        if not folders:
            os.unlink(path)
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(partial)
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.write(descriptor, "\0".join((*folders, "")).encode(errors="surrogateescape"))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.rename(partial, path)
    except OSError as error:
        raise PlaceError(f"the list of wrapped folders cannot be kept in {path}: {error.strerror}") from error
