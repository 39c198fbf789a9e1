"""A node's file tree: the machine's own, one below some root, or one held in memory (a tar, a JSON document)."""

import os
import posixpath
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from traces.cni.rooted import read_bytes, resolved, seen_at
from traces.kernel.syscalls import filesystem_magic

NSFS = 0x6E736673
"""The file system that namespaces are kept on (linux/magic.h)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a folder says of a file in it, links followed."""

    kind: str
    """file, folder, dangling (a link to nothing) or other."""
    mode: int = 0
    """Permissions."""
    owner: str = ""
    """«0:0»; empty where it is not known."""
    size: int = 0
    changed: float | None = None
    """Seconds since the epoch."""
    magic: int | None = None
    """The type of the file system that it is on (statfs); None where it is not known."""


class Tree(Protocol):
    """A file tree. All paths are the node's own."""

    def names(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, sorted; None where there is none. Raises OSError where it can't be read."""
        ...

    def entry(self, path: str) -> Entry | None:
        """What a file is, or None where there is none."""
        ...

    def read(self, path: str, most: int = -1) -> bytes | None:
        """The file's first bytes (all of them: -1), or None where there is none. Raises OSError."""
        ...


@dataclass(frozen=True, slots=True)
class DiskTree:
    """A tree on this machine's disk."""

    root: str = "/"

    def names(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, sorted; None where there is none."""
        try:
            return tuple(sorted(os.listdir(self._here(folder))))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def entry(self, path: str) -> Entry | None:
        """What a file is, or None where there is none."""
        try:
            found = os.stat(self._here(path))
        except (FileNotFoundError, NotADirectoryError):
            return Entry(kind="dangling") if self._is_link(path) else None
        except OSError:
            return Entry(kind="other")
        return Entry(
            kind="file" if stat.S_ISREG(found.st_mode) else "folder" if stat.S_ISDIR(found.st_mode) else "other",
            mode=stat.S_IMODE(found.st_mode),
            owner=f"{found.st_uid}:{found.st_gid}",
            size=found.st_size,
            changed=found.st_mtime,
            magic=self._magic(path),
        )

    def read(self, path: str, most: int = -1) -> bytes | None:
        """The file's first bytes, or None where there is none."""
        try:
            if most < 0:
                return read_bytes(self.root, path)
            with open(self._here(path), "rb") as file:
                return file.read(most)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _here(self, path: str) -> str:
        """Where the node's path is here."""
        return seen_at(self.root, resolved(self.root, path))

    def _magic(self, path: str) -> int | None:
        """Of another root only that it is a namespace: what was copied lies on this machine's own file system."""
        try:
            magic = filesystem_magic(self._here(path))
        except OSError:
            return None
        return magic if self.root == "/" or magic == NSFS else None

    def _is_link(self, path: str) -> bool:
        folder, name = posixpath.split(path)
        return os.path.islink(posixpath.join(self._here(folder), name))


@dataclass(frozen=True, slots=True)
class HeldTree:
    """A tree in memory."""

    files: Mapping[str, bytes]
    """By the absolute path."""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """What is known of some of them; a file without an entry is an ordinary one."""

    def names(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, sorted; None where there is none."""
        start = folder.rstrip("/") + "/"
        below = {path[len(start) :].partition("/")[0] for path in self.files if path.startswith(start)}
        return tuple(sorted(below)) if below else None

    def entry(self, path: str) -> Entry | None:
        """What a file is, or None where there is none."""
        if path in self.entries:
            return self.entries[path]
        if path in self.files:
            return Entry(kind="file", mode=0o644, size=len(self.files[path]))
        return Entry(kind="folder", mode=0o755) if self.names(path) is not None else None

    def read(self, path: str, most: int = -1) -> bytes | None:
        """The file's first bytes, or None where there is none."""
        content = self.files.get(path)
        return content if content is None or most < 0 else content[:most]
