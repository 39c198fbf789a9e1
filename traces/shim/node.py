"""A node that recorders are put on: where its file tree is, and what its recorders are told."""

import os
from dataclasses import dataclass

from traces.cni.rooted import seen_at
from traces.shim.image import patched

SPOOL = "/run/cnistep/spool"
"""Where a node's recorders write: in memory, gone with a reboot."""
ASIDE = ".cnistep"
"""The folder in a plugin folder in which the plugins stand while recorders stand in their places.

It is in the same mount, so that what may be executed here may be there; it is hidden, and libcni does not look into it.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node, as seen from here. All paths but root are the node's own."""

    root: str = "/"
    """Where the node's file tree is mounted; without a link in it."""
    spool: str = SPOOL
    """The folder for the records."""
    ledger: str = "/var/lib/cnistep/wrapped-folders"
    """The file with the folders that have recorders in them."""
    max_records: int = 0
    """Records that a spool keeps; 0: the recorder's own default (4096)."""
    max_bytes: int = 0
    """Bytes that a spool keeps; 0: the recorder's own default (128 MiB)."""

    def seen(self, path: str) -> str:
        """Where a path of the node is found here."""
        return seen_at(self.root, path)

    def recorder(self, image: bytes, spot: "Spot") -> bytes:
        """The recorder for a plugin, made of the image. Raises InputError where a path is too long for it."""
        return patched(
            image,
            real=spot.aside,
            home=spot.path,
            spool=self.spool,
            file_limit=self.max_records,
            byte_limit=self.max_bytes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place where a plugin is looked for, or where the links lead that are looked for."""

    folder: str
    """The node's path, with no link in it."""
    name: str
    links: tuple[str, ...] = ()
    """The links that lead here, if it is found through any."""
    untouched: str = ""
    """Why no recorder is to be put here; empty, if one is."""

    @property
    def path(self) -> str:
        """The place itself, as the node has it."""
        return os.path.join(self.folder, self.name)

    @property
    def aside(self) -> str:
        """Where the plugin stands while a recorder stands in its place."""
        return os.path.join(self.folder, ASIDE, self.name)

    @property
    def called(self) -> str:
        """The path by which a runtime executes it."""
        return self.links[0] if self.links else self.path
