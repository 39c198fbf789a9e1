"""The files of plugin folders: what they are, what can start them, which versions they were heard to speak."""

import hashlib
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from traces.diagnosis.collect.commands import Commands, labels, mount_options, sums
from traces.diagnosis.collect.program import HEAD, program_of
from traces.diagnosis.collect.reading import Reader
from traces.diagnosis.collect.tree import Entry
from traces.diagnosis.facts import PluginFile

USUAL_DIRS = (
    "/opt/cni/bin",
    "/usr/lib/cni",
    "/usr/libexec/cni",
    "/var/lib/rancher/k3s/data/cni",
    "/var/lib/rancher/k3s/data/current/bin",
    "/var/lib/rancher/rke2/bin",
    "/var/lib/kubelet/cni/bin",
    "/home/kubernetes/bin",
)
"""Where plugins are found on nodes: the default of most runtimes, Debian's and Fedora's, k3s', rke2's, others'."""


@dataclass(slots=True)
class PluginFiles:
    """Reads plugin folders with what commands said of them."""

    reader: Reader
    commands: Commands

    def of(self, folders: Sequence[str], *, hashes: bool = True) -> Iterator[PluginFile]:
        """Every file in the folders; those that are only named in `commands/sha256` are of a kind unknown."""
        known = sums(self.commands.text("sha256") or "")
        mounts = self.commands.text("mounts") or ""
        said = labels(self.commands.text("ls-Z") or "")
        versions = self.commands.json("versions.json")
        errors = self.commands.json("version-errors.json")
        whole = self.reader.is_whole
        for folder in folders:
            seen = dict(self.reader.files(folder))
            named = (path for path in known if posixpath.dirname(path) == folder.rstrip("/"))
            for path in sorted({*seen, *named}):
                name = posixpath.basename(path)
                yield self._file(
                    path,
                    seen.get(path),
                    whole=whole,
                    mount_options=mount_options(mounts, path),
                    label=said.get(path, ""),
                    sha256=known.get(path) or (self._sum(path, seen.get(path)) if hashes else ""),
                    versions=_texts(versions, name),
                    version_error=str(errors[name]) if isinstance(errors, Mapping) and name in errors else "",
                )

    def _file(self, path: str, entry: Entry | None, *, whole: bool, **known: Any) -> PluginFile:
        name = posixpath.basename(path)
        if entry is None:
            return PluginFile(name=name, path=path, kind="unknown", **known)
        content = self.reader.read(path, HEAD) if entry.kind == "file" else b""
        program = program_of(content or b"")
        unreadable = entry.kind == "file" and content is None
        return PluginFile(
            name=name,
            path=path,
            mode=entry.mode,
            owner=entry.owner,
            size=entry.size,
            kind="unknown" if unreadable else program.kind if entry.kind == "file" else entry.kind,
            machine=program.machine,
            loader=program.loader,
            loader_is_there=not whole or self._is_there(program.loader),
            changed=entry.changed,
            **known,
        )

    def _is_there(self, loader: str) -> bool:
        entry = self.reader.tree.entry(loader) if loader else None
        return not loader or (entry is not None and entry.kind != "dangling")

    def _sum(self, path: str, entry: Entry | None) -> str:
        content = self.reader.read(path) if entry is not None and entry.kind == "file" else None
        return "" if content is None else hashlib.sha256(content).hexdigest()


def _texts(document: object, name: str) -> tuple[str, ...] | None:
    spoken = document.get(name) if isinstance(document, Mapping) else None
    return tuple(map(str, spoken)) if isinstance(spoken, list) else None
