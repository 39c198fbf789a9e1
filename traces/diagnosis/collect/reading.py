"""Reads a tree; what is there and can't be read is told, in words."""

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from traces.diagnosis.collect.tree import Entry, Tree

MOST = 16 << 20
"""Bytes that are read of a configuration or a cache file."""


@dataclass(slots=True)
class Reader:
    """One tree, and what of it could not be read so far."""

    tree: Tree
    unread: list[str] = field(default_factory=list)

    def files(self, folder: str) -> Iterator[tuple[str, Entry]]:
        """The paths in a folder, sorted, each with what it is; none where there is no folder."""
        for name in self.names(folder) or ():
            path = posixpath.join(folder, name)
            entry = self.tree.entry(path)
            if entry is not None:
                yield path, entry

    def names(self, folder: str) -> Sequence[str] | None:
        """The names in a folder; None where there is none, or it can't be read."""
        try:
            return self.tree.names(folder)
        except OSError as error:
            self._say(folder, error)
            return None

    def read(self, path: str, most: int = -1) -> bytes | None:
        """A file's first bytes; None where there is none, or it can't be read."""
        try:
            return self.tree.read(path, most)
        except OSError as error:
            self._say(path, error)
            return None

    def content(self, path: str) -> bytes | None:
        """An ordinary file's content; nothing of what is there and is none, as a socket; None where nothing is."""
        entry = self.tree.entry(path)
        if entry is None or entry.kind == "dangling":
            return None
        return self.read(path, MOST) if entry.kind == "file" else b""

    def held(self, folder: str) -> Iterator[tuple[str, Entry, bytes]]:
        """The ordinary files of a folder, with their content; a pipe, that may never give any, is only told of."""
        for path, entry in self.files(folder):
            if entry.kind == "other":
                self._tell(f"{path}: no ordinary file, or not to be looked at")
            content = self.read(path, MOST) if entry.kind == "file" else None
            if content is not None:
                yield path, entry, content

    @property
    def is_whole(self) -> bool:
        """Whether the tree is that of a whole system: only then is it known what is not in it."""
        return any(self.names(folder) is not None for folder in ("/usr", "/bin", "/lib"))

    def _say(self, path: str, error: OSError) -> None:
        self._tell(f"{path}: {error.strerror}")

    def _tell(self, line: str) -> None:
        if line not in self.unread:
            self.unread.append(line)
