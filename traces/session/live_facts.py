"""What this machine says of itself beside its files: mounts, containers, SELinux labels, the kernel's view."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from traces.diagnosis.collect.commands import FOLDER, Commands
from traces.diagnosis.collect.tree import NSFS, HeldTree
from traces.diagnosis.facts import NetnsFile, Node
from traces.kernel.addresses import addresses_in
from traces.kernel.snapshot import Wanted, take
from traces.model.snapshot import HOST

_WITHIN = 3.0
"""Seconds that a runtime gets to name its containers."""
_SELINUX = "/sys/fs/selinux/enforce"
_AUDIT_LOG = "/var/log/audit/audit.log"
_LOG_TAIL = 1 << 20
_MOST_NETNS = 256
"""Namespaces that are looked into."""
_CONTAINERS = (
    ("crictl-pods.json", ("crictl", "pods", "-o", "json"), ()),
    ("ctr-containers", ("ctr", "-n", "k8s.io", "tasks", "list"), ("/run/containerd/containerd.sock",)),
)
"""Each client with the sockets of which one has to be there: ctr waits for a daemon that does not run."""


def live_commands(plugin_dirs: Sequence[str]) -> tuple[Commands, tuple[str, ...]]:
    """What the commands of a collection would have said here, and in words what could not be asked."""
    outputs = {"uname-m": os.uname().machine, "name": os.uname().nodename}
    unknown = []
    mounts = _text(Path("/proc/self/mounts"))
    if mounts is not None:
        outputs["mounts"] = mounts
    name, said = _containers()
    if said is not None:
        outputs[name] = said
    else:
        unknown.append("containers (neither crictl nor ctr answered)")
    if os.path.exists(_SELINUX):
        outputs["ls-Z"] = "\n".join(_labels(plugin_dirs))
        outputs["audit-denials"] = "\n".join(_denials(plugin_dirs))
    files = {f"{FOLDER}/{name}": text.encode() for name, text in outputs.items()}
    return Commands(HeldTree(files)), tuple(unknown)


def with_kernel(node: Node) -> tuple[Node, tuple[str, ...]]:
    """The node with the host's network and the addresses in each netns, as the kernel has them; what is missing."""
    snapshot = take(Wanted(host=True))
    why = "" if os.geteuid() == 0 else " (needs root)"
    unknown = tuple(dict.fromkeys(f"the kernel's {each.part}{why}" for each in snapshot.unread))
    host = None if snapshot.lacks(HOST, "links") else snapshot.host
    return replace(node, host=host, netns=_looked_into(node)), unknown


def _looked_into(node: Node) -> tuple[NetnsFile, ...] | None:
    if node.netns is None:
        return None
    looked = tuple(replace(each, addresses=_addresses(each)) for each in node.netns[:_MOST_NETNS])
    return (*looked, *node.netns[_MOST_NETNS:])


def _addresses(each: NetnsFile) -> tuple[str, ...]:
    try:
        return addresses_in(each.path) if each.magic == NSFS else ()
    except OSError:
        return ()


def listening(paths: Sequence[str]) -> Mapping[str, bool]:
    """By its path whether somebody listens on each socket; those that are none are left out."""
    listed = _text(Path("/proc/net/unix")) or ""
    open_ = {line.split()[-1] for line in listed.splitlines() if "/" in line}
    return {path: path in open_ for path in paths if path.endswith(".sock")}


def _containers() -> tuple[str, str | None]:
    """The first runtime client that answers, and what it says."""
    for name, command, sockets in _CONTAINERS:
        is_there = shutil.which(command[0]) and (not sockets or any(map(os.path.exists, sockets)))
        said = _output(command) if is_there else None
        if said is not None:
            return name, said
    return "", None


def _output(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_WITHIN, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def _labels(folders: Sequence[str]) -> Iterator[str]:
    """As `ls -dZ` has them: of the folders, and of what is in them."""
    for folder in folders:
        try:
            paths = [folder, *(os.path.join(folder, name) for name in sorted(os.listdir(folder)))]
        except OSError:
            continue
        for path in paths:
            try:
                label = os.getxattr(path, "security.selinux").rstrip(b"\0").decode(errors="replace")
            except OSError:
                continue
            yield f"{label} {path}"


def _denials(folders: Sequence[str]) -> Iterator[str]:
    """The newest lines of the audit log that tell of a denial in one of the folders."""
    try:
        with open(_AUDIT_LOG, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _LOG_TAIL))
            lines = file.read(_LOG_TAIL).decode(errors="replace").splitlines()
    except OSError:
        return
    names = {os.path.basename(folder.rstrip("/")) for folder in folders}
    for line in lines:
        named = any(folder in line for folder in folders) or any(f'name="{name}"' in line for name in names)
        if "avc:" in line and named:
            yield line


def _text(path: Path) -> str | None:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return None
