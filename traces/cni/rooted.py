"""Paths of a node whose file tree is mounted elsewhere, as a debug container has it at /host.

A link in that tree leads to where it leads on the node, and never out of the tree.
"""

import errno
import os
import stat

_MOST_LINKS = 40
"""As many as the kernel follows in one path (MAXSYMLINKS)."""


def seen_at(root: str, path: str) -> str:
    """Where a path of the node is found here."""
    return path if root == "/" else root.rstrip("/") + path


def resolved(root: str, path: str) -> str:
    """The node's path with no link left in it; what does not exist stays as it is.

    Raises OSError (ELOOP) where links lead nowhere but to each other.
    """
    done = "/"
    pending = path.split("/")[::-1]
    links = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        place = os.path.dirname(done) if part == ".." else os.path.join(done, part)
        target = None if part == ".." else _link(seen_at(root, place))
        if target is None:
            done = place
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        if target.startswith("/"):
            done = "/"
        pending.extend(target.split("/")[::-1])
    return done


def read_bytes(root: str, path: str) -> bytes:
    """The content of an ordinary file of the node. Raises OSError; for a pipe too, which may never give any."""
    with open(seen_at(root, resolved(root, path)), "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "no ordinary file", path)
        return file.read()


def _without_waiting(path: str, flags: int) -> int:
    """Opening a pipe waits for its writer."""
    return os.open(path, flags | os.O_NONBLOCK)


def _link(path: str) -> str | None:
    try:
        return os.readlink(path)
    except OSError:
        return None
