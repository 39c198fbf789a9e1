"""A node's file tree in memory, with an index of its folders, so that a thousand of them are read in seconds."""

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from traces.diagnosis.collect.tree import Entry

_MOST_LINKS = 40
TOPS = ("bin", "commands", "etc", "home", "lib", "opt", "proc", "run", "sbin", "usr", "var")
"""Folders that a node's tree begins with."""


@dataclass(slots=True)
class IndexedTree:
    """The tree. Paths are absolute and normal; links are followed inside of it and never out of it."""

    files: Mapping[str, bytes]
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """What is known of some files and folders."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Symbolic links: where each leads."""
    _folders: dict[str, set[str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Note for every folder what is in it."""
        for path in (*self.files, *self.entries, *self.links):
            while path != "/":
                folder, _, name = path.rpartition("/")
                names = self._folders.setdefault(folder or "/", set())
                if name in names:
                    break
                names.add(name)
                path = folder or "/"

    def names(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, sorted; None where there is none."""
        real = self._real(folder)
        if real in self._folders:
            return tuple(sorted(self._folders[real]))
        return () if self._kind(real) == "folder" else None

    def entry(self, path: str) -> Entry | None:
        """What a file is, links followed, or None where there is none."""
        real = self._real(path)
        if real in self.entries:
            return self.entries[real]
        if real in self.files:
            return Entry(kind="file", mode=0o644, size=len(self.files[real]))
        if real in self._folders:
            return Entry(kind="folder", mode=0o755)
        return Entry(kind="dangling") if path in self.links else None

    def read(self, path: str, most: int = -1) -> bytes | None:
        """The file's first bytes, or None where there is none."""
        content = self.files.get(self._real(path))
        return content if content is None or most < 0 else content[:most]

    def _kind(self, path: str) -> str:
        entry = self.entries.get(path)
        return entry.kind if entry is not None else ""

    def _real(self, path: str) -> str:
        """The path with no link left in it."""
        if not self.links:
            return path if path == "/" else path.rstrip("/")
        done, pending, followed = "/", path.split("/")[::-1], 0
        while pending:
            part = pending.pop()
            if part in ("", "."):
                continue
            place = posixpath.dirname(done) if part == ".." else posixpath.join(done, part)
            target = self.links.get(place)
            if target is None or followed >= _MOST_LINKS:
                done = place
                continue
            followed += 1
            done = "/" if target.startswith("/") else done
            pending.extend(target.split("/")[::-1])
        return done


def own_path(name: str) -> str:
    """A member's name as a path of the node: «..» leads nowhere above its root."""
    return posixpath.normpath("/" + name.lstrip("/"))


def common_folder(paths: Iterable[str]) -> str:
    """The folder that a whole tree lies in, as where the node's folder itself was packed; «/» where it is none."""
    tops = {path.split("/")[1] for path in paths if path != "/"}
    return f"/{next(iter(tops))}" if len(tops) == 1 and not tops & set(TOPS) else "/"
