"""A folder of plugins that recorders are put before, as on a node; and what is seen of it."""

import contextlib
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from traces.shim.install import install_in
from traces.shim.look import State
from traces.shim.node import ASIDE, Node
from traces.shim.node_folders import Folder, find_plugins
from traces.shim.node_spool import make_spool
from traces.shim.outcome import Outcome
from traces.shim.spool import Record, read_spool
from traces.shim.status import PluginStatus, status_of
from traces.shim.uninstall import uninstall_from


@dataclass(frozen=True)
class NodeRig:
    """A plugin folder, a spool and a list of wrapped folders, in a folder of their own."""

    top: Path
    image: bytes

    @property
    def bin(self) -> Path:
        """The plugin folder."""
        return self.top / "bin"

    @property
    def node(self) -> Node:
        """The node: this machine, but with a spool and a list of its own."""
        return Node(spool=str(self.top / "spool"), ledger=str(self.top / "state" / "wrapped"))

    def set_up(self) -> "NodeRig":
        """Make the folders."""
        self.bin.mkdir(parents=True)
        make_spool(self.node)
        return self

    def put(self, name: str, says: str, mode: int = 0o755) -> Path:
        """Put a plugin there as an upgrade does, by a rename: a script that says so."""
        new = self.top / "new"
        new.write_text(script(says))
        new.chmod(mode)
        return new.replace(self.bin / name)

    def put_program(self, name: str, program: bytes) -> None:
        """The same with a binary program: an interpreter that opens its script again does so too late in a race."""
        new = self.top / "new"
        new.write_bytes(program)
        new.chmod(0o755)
        new.replace(self.bin / name)

    def overwrite(self, name: str, says: str) -> None:
        """Write into the plugin's file, as cp does."""
        (self.bin / name).write_text(script(says))

    def folder(self, *plugins: str) -> Folder:
        """What is found there."""
        (folder,) = self.folders(*plugins)
        return folder

    def folders(self, *plugins: str) -> tuple[Folder, ...]:
        """The same, with what links lead to."""
        return find_plugins(self.node, plugins, [str(self.bin)]).folders

    def install(self, *plugins: str, node: Node | None = None) -> list[Outcome]:
        """Install in all folders."""
        return [outcome for folder in self.folders(*plugins) for outcome in self._install(folder, node or self.node)]

    def _install(self, folder: Folder, node: Node) -> Iterable[Outcome]:
        spots = tuple(spot for spot in folder.spots if not spot.untouched)
        return install_in(node, folder.path, spots, self.image)

    def uninstall(self, *plugins: str) -> list[Outcome]:
        """Uninstall from all folders."""
        return [
            outcome
            for folder in self.folders(*plugins)
            for outcome in uninstall_from(self.node, folder.path, folder.spots)
        ]

    def status(self, name: str) -> PluginStatus:
        """The state of one plugin."""
        for folder in self.folders(name):
            for plugin in status_of(self.node, folder, self.image).plugins:
                return plugin
        raise LookupError(name)

    def state(self, name: str) -> State:
        """Only the state."""
        return self.status(name).state

    def call(self, name: str, verb: str = "ADD") -> str:
        """What a runtime is answered. Raises CalledProcessError where the plugin fails."""
        environment = {"CNI_COMMAND": verb, "PATH": os.environ["PATH"]}
        path = self.bin / name
        return subprocess.run([path], env=environment, input="{}", text=True, capture_output=True, check=True).stdout

    def records(self) -> tuple[Record, ...]:
        """What the spool holds."""
        return read_spool(Path(self.node.spool))

    def with_spool(self, name: str) -> Node:
        """The node with another spool."""
        node = replace(self.node, spool=str(self.top / name))
        make_spool(node)
        return node


def script(says: str) -> str:
    """A plugin that says so, under the name by which it was called."""
    return f'#!/bin/sh\necho "{says} as ${{0##*/}}"\n'


def everything(folder: Path) -> dict[str, tuple[object, ...]]:
    """All that can be known of what is in a folder: its bytes, and what the file system keeps of each file."""
    return {str(path.relative_to(folder)): _all_of(path) for path in folder.rglob("*")}


def asides(folder: Path) -> set[str]:
    """The names in the folder aside."""
    with contextlib.suppress(FileNotFoundError):
        return set(os.listdir(folder / ASIDE))
    return set()


def _all_of(path: Path) -> tuple[object, ...]:
    status = path.lstat()
    content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
    names = os.listxattr(path, follow_symlinks=False)
    attributes = {name: os.getxattr(path, name, follow_symlinks=False) for name in names}
    kept = (status.st_mode, status.st_uid, status.st_gid, status.st_ino, status.st_nlink, status.st_mtime_ns)
    return (*kept, content, attributes)
