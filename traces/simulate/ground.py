"""The ground that a stand-in stands on: a sandbox, in which it makes what it claims, or none, where it only answers."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from traces.model.network import Attachment, Network
from traces.simulate.imagined import Imagined
from traces.simulate.wires import Wires

RunNetwork = Callable[[str, Network, Attachment, tuple[str, ...], str, tuple[tuple[str, str], ...]], bytes | None]
"""Runs a verb over a network for an attachment, with these plugin folders and that cache, by libcni's rules, in this
process's own namespaces; gives the result. The last is for GC: container and interface of what is in use. Raises
LibcniError."""


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Where a stand-in is, and what it may touch there."""

    state: str = ""
    """The folder below which files are written where nothing may be touched; empty in a sandbox."""
    make_wires: Callable[[], Wires] = Imagined
    """What makes interfaces."""
    run_network: RunNetwork
    """What a plugin runs that runs whole networks."""

    @cached_property
    def wires(self) -> Wires:
        """What makes interfaces: the kernel in a sandbox, the imagination elsewhere."""
        return self.make_wires()

    @property
    def makes(self) -> bool:
        """Whether what is claimed is made: else there is nothing that a CHECK could look at."""
        return not isinstance(self.wires, Imagined)

    def file(self, path: str) -> str:
        """Where a file is to be written that belongs at that absolute path."""
        return self.state + os.path.normpath("/" + path.lstrip("/"))

    def read(self, path: str) -> bytes | None:
        """A file as the stand-in sees it: its own, or else what is there. None where there is none, or none to read."""
        for place in dict.fromkeys((self.file(path), path)):
            try:
                return Path(place).read_bytes()
            except (OSError, ValueError):  # the latter for what can't be a path
                continue
        return None

    def write(self, path: str, content: bytes) -> None:
        """Write a file that belongs at that path, mode 0600. Raises OSError."""
        place = self.file(path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)

    def remove(self, path: str) -> None:
        """Take a file away, if it is there. Raises OSError."""
        Path(self.file(path)).unlink(missing_ok=True)
