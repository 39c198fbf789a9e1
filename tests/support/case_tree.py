"""Builds a case's node for real: a file tree with its configuration, plugins and state, and what commands said."""

import base64
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.case_input import CaseInput
from tests.support.case_stubs import stub_script
from tests.support.needs import PLUGIN_DIR
from tests.support.node_trees import MACHINES, NodeTree, elf
from traces.cni.anyjson import any_object
from traces.runner.place import import_folders
from traces.simulate.executable import executable
from traces.simulate.table import NAMES

BIN = "/opt/cni/bin"
NETNS = "/run/netns/demo"
_HOURS = re.compile(r"(?P<past>\d+) h ago|in (?P<ahead>\d+) h")


@dataclass(frozen=True, slots=True)
class CaseTree:
    """The tree of one case."""

    root: Path
    of: CaseInput

    def write(self) -> None:
        """Everything that stands in files."""
        tree = NodeTree(self.root)
        for path, content in {**self.of.files, **self.held()}.items():
            tree.put(path, content)
        (self.root / BIN.lstrip("/")).mkdir(parents=True, exist_ok=True)
        for name, told in self.of.programs.items():
            self._plugin(tree, name, told)
        for name, text in self._said().items():
            tree.says(name, text)

    def held(self) -> Mapping[str, bytes]:
        """The files of the state, which the place of the run has too."""
        return dict(self._held())

    def _held(self) -> Iterator[tuple[str, bytes]]:
        alive = self.of.state.get("containers_alive", ())
        for path, told in self.of.state.items():
            if path.startswith("/") and isinstance(told, list):
                ids = iter([*alive, *(f"gone{number}" for number in range(len(told)))])
                for entry in told:
                    name, _, content = entry.partition(" = ")
                    owner = f"{next(ids)}\r\neth0" if name[0].isdigit() and not content else content
                    yield f"{path}/{name}", owner.encode()
            elif path.startswith("/") and not path.startswith("/run/netns/"):
                yield path, told.encode()
        if "kubeconfig_token_exp" in self.of.state:
            for path in _kubeconfigs(self.of.files.values()):
                yield path, _kubeconfig(self.of.state["kubeconfig_token_exp"])

    def _plugin(self, tree: NodeTree, name: str, told: str) -> None:
        mode = int(self.of.state.get("file_mode", "0755"), 8)
        path = f"{BIN}/{name}"
        if "ELF" in told:
            host = os.uname().machine
            other = next(machine for machine in MACHINES if machine != host)
            tree.put(path, elf(other)[:64], mode)
        elif name in self.of.stubs or not _is_installed(name, self.of.files.values()):
            is_no_netns = any(place.startswith("/run/netns/") for place in self.of.state)
            known = name in NAMES and name not in self.of.stubs
            stand_in = executable(name, makes=True, state="/tmp/state", import_from=import_folders())
            stub = stub_script(self.of.stubs.get(name, {}), opens_netns=is_no_netns)
            tree.put(path, stand_in if known else stub, mode)
        else:
            tree.put(path, (PLUGIN_DIR / name).read_bytes(), mode)

    def _said(self) -> Mapping[str, str]:
        state = self.of.state
        mounts = "/dev/sda1 / ext4 rw,relatime 0 0\n"
        if "noexec" in str(state.get("mount", "")):
            mounts += f"/dev/sdb1 {BIN} ext4 rw,nosuid,noexec,relatime 0 0\n"
        said = {"uname-m": os.uname().machine, "name": "node-1", "date": f"{time.time():.0f}", "mounts": mounts}
        if "containers_alive" in state:
            rows = [f"{name} {100 + number} RUNNING" for number, name in enumerate(state["containers_alive"])]
            said["ctr-containers"] = "\n".join(["TASK PID STATUS", *rows])
        if "live_addresses" in state or any(path.startswith("/run/netns/") for path in state):
            said["netns.json"] = json.dumps([*_namespaces(state)])
        if "label_of" in state:
            said |= _labels(state["label_of"])
        return said

    def versions(self) -> None:
        """Ask each plugin for its versions, as a collection does that was allowed to."""
        told = {name: _version(self.root / BIN.lstrip("/") / name) for name in self.of.programs}
        for output, kind in (("versions.json", list), ("version-errors.json", str)):
            answers = {name: each for name, each in told.items() if isinstance(each, kind)}
            NodeTree(self.root).says(output, json.dumps(answers))


def _version(path: Path) -> list[str] | str:
    env = {"CNI_COMMAND": "VERSION", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    try:
        done = subprocess.run([path], input=b'{"cniVersion":"1.0.0"}', capture_output=True, env=env, check=False)
    except OSError as error:
        return f"it can't be executed: {error.strerror}"
    found: list[str] | None = any_object(done.stdout).get("supportedVersions")
    return found or "it said nothing"


def _is_installed(name: str, files: Any) -> bool:
    """Whether the real plugin is on this machine and speaks the versions of the lists."""
    if not (PLUGIN_DIR / name).exists():
        return False
    spoken = _version(PLUGIN_DIR / name)
    return all(any_object(content).get("cniVersion") in (None, *spoken) for content in files)


def _namespaces(state: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for number, address in enumerate(state.get("live_addresses", ())):
        yield {"path": f"/run/netns/live{number}", "magic": "0x6e736673", "addresses": [f"{address}/24"]}
    for path in state:
        if path.startswith("/run/netns/"):
            yield {"path": path, "magic": "0x1021994"}


def _labels(told: Mapping[str, str]) -> Mapping[str, str]:
    """What `ls -dZ` and the audit log have, for folders of the wrong label."""
    rows = {path: label for path, label in told.items() if path.startswith("/")}
    denied = [
        f'type=AVC msg=audit(1700000000.1:7): avc:  denied  {{ write }} for  pid=7 comm="cp" '
        f'name="{path.rpartition("/")[2]}" dev=sda1 ino=7 '
        f"tcontext=system_u:object_r:{label}:s0 tclass=dir permissive=0"
        for path, label in rows.items()
    ]
    labels = [f"system_u:object_r:{label}:s0 {path}" for path, label in rows.items()]
    fits = all(label == told.get("expected") for label in rows.values())
    return {"ls-Z": "\n".join(labels), "audit-denials": "" if fits else "\n".join(denied)}


def _kubeconfigs(files: Any) -> Iterator[str]:
    for content in files:
        for found in re.findall(rb'"kubeconfig": ?"([^"]+)"', content):
            yield found.decode()


def _kubeconfig(told: str) -> bytes:
    """A kubeconfig with a token that ended, or will end, so many hours from now."""
    match = _HOURS.fullmatch(told)
    assert match is not None, told
    hours = int(match["ahead"] or 0) - int(match["past"] or 0)
    claims = {"exp": int(time.time()) + hours * 3600, "iss": "kubernetes/serviceaccount"}
    token = ".".join(_part(each) for each in ({"alg": "RS256"}, claims)) + ".c2lnbmF0dXJl"
    return f"apiVersion: v1\nkind: Config\nusers:\n- name: demo\n  user:\n    token: {token}\n".encode()


def _part(value: Mapping[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")
