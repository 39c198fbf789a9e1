"""File trees of nodes, built for real below a folder, and the facts that are gathered from them."""

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.node import Collector, Places
from traces.diagnosis.collect.tree import DiskTree
from traces.diagnosis.facts import Node
from traces.diagnosis.rule import Rule
from traces.model.finding import Finding

SCRIPT = b"#!/bin/sh\nexit 0\n"
NOW = 2_000_000_000.0
MACHINES = {"x86_64": 62, "aarch64": 183}


def elf(machine: str = "x86_64", loader: str = "") -> bytes:
    """The head of an ELF program for a machine, with one segment that names its loader, if it has one."""
    path = loader.encode() + b"\0" if loader else b""
    ident = b"\x7fELF\x02\x01\x01" + b"\0" * 9
    header = struct.pack("<HHIQQQIHHHHHH", 2, MACHINES[machine], 1, 0, 64, 0, 0, 64, 56, 1 if loader else 0, 0, 0, 0)
    segment = struct.pack("<IIQQQQQQ", 3, 4, 64 + 56, 0, 0, len(path), len(path), 1) if loader else b""
    return ident + header + segment + path


@dataclass(frozen=True, slots=True)
class NodeTree:
    """One node's tree, whole enough that what is not in it is known to be missing."""

    root: Path

    def put(self, path: str, content: str | bytes, mode: int = 0o644) -> Path:
        """A file of the node."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        file.chmod(mode)
        return file

    def conflist(self, name: str, *plugins: Any, network: str = "demo", **top: Any) -> Path:
        """A list; a plugin that is a text is one of that type."""
        entries = [{"type": plugin} if isinstance(plugin, str) else plugin for plugin in plugins]
        document = {"cniVersion": "1.0.0", "name": network, **top, "plugins": entries}
        text = {key: value for key, value in document.items() if value is not None}
        return self.put(f"/etc/cni/net.d/{name}", json.dumps(text))

    def plugins(self, *names: str, folder: str = "/opt/cni/bin", content: bytes = SCRIPT) -> None:
        """Plugins that could be started; what starts them is there too."""
        self.put("/bin/sh", elf(), 0o755)
        for name in names:
            self.put(f"{folder}/{name}", content, 0o755)

    def says(self, command: str, text: str) -> None:
        """What a command said on the node."""
        self.put(f"/commands/{command}", text)

    def node(self, runtime: str = "crio", **places: Any) -> Node:
        """The facts."""
        tree = DiskTree(str(self.root))
        return Collector(tree, Places(runtime=runtime, **places), Commands(tree)).node(NOW)


def check(rule: Rule, node: Node | None = None, text: str = "", verb: str = "", **case: Any) -> list[Finding]:
    """What one rule finds, in a node, in a reported text, or in both."""
    symptom = Symptom(text=text, verb=verb) if text else None
    return list(rule.check(Case(node=node, symptom=symptom, **case)))


def kinds(rule: Rule, node: Node | None = None, text: str = "", **case: Any) -> list[str]:
    """Only the kinds of it."""
    return [finding.kind for finding in check(rule, node, text, **case)]


def quotes(finding: Finding) -> str:
    """All that it quotes, with the places."""
    return "\n".join(f"{evidence.where}: {evidence.quote}" for evidence in finding.evidence)
