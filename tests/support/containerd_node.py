"""A node with a real runtime: containerd, runc and plugins in namespaces of their own, in which nothing is the host's.

What is changed there are copies, in memory. When the node is left, everything that runs in it ends at once.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.cli import Ran
from tests.support.needs import PLUGIN_DIR
from tests.support.runtime import ROOT, Job, Runtime, Started
from tests.support.shim_rig import eventually
from traces.model.trace import Trace
from traces.store.codec import from_document

_RANGES = [[{"subnet": "10.88.0.0/16"}]]
CHAIN: tuple[dict[str, Any], ...] = (
    {"type": "bridge", "isGateway": True, "ipMasq": True, "ipam": {"type": "host-local", "ranges": _RANGES}},
    {"type": "portmap", "capabilities": {"portMappings": True}},
    {"type": "bandwidth", "ingressRate": 8_000_000, "ingressBurst": 8_000_000},
    {"type": "firewall"},
)
"""The pod network."""
_SET_UP = f"""
top=$1
cp -a {PLUGIN_DIR} "$top/plugins"
mkdir "$top/etc"
mount -t tmpfs -o mode=755 own "$top/etc"
cp -a /etc/. "$top/etc"
mount --bind "$top/etc" /etc
for folder in /run /opt /var/lib {PLUGIN_DIR} /usr/libexec/cni; do
    [ ! -d $folder ] || mount -t tmpfs -o mode=755 own $folder
done
mkdir -p /etc/containerd /etc/cni/net.d /opt/cni /var/lib/cni
cp -a "$top/plugins" /opt/cni/bin
cat >/etc/containerd/config.toml <<END
version = 2
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = "/opt/cni/bin"
END
ip link set lo up
containerd >"$top/log" 2>&1 </dev/null &
until ctr version >/dev/null 2>&1; do kill -0 $!; sleep 0.05; done
echo ready
read -r _
"""
_PROGRAMS = ("sh", "sleep", "echo", "ip")
_CGROUPS = Path("/sys/fs/cgroup")
_CONTAINERS = f"cnistep-{os.getpid()}"
"""The namespace of the containers, by which their cgroups are called."""


@dataclass(slots=True)
class ContainerdNode:
    """A node, from its entering to its leaving."""

    folder: Path
    """Empty, and outside of what the node has of its own."""
    _process: "subprocess.Popen[str]" = field(init=False)
    _pid: int = field(init=False)

    @property
    def root(self) -> Path:
        """The node's file tree, as it can be reached from here."""
        return Path(f"/proc/{self._pid}/root")

    @property
    def bin(self) -> Path:
        """The plugin folder: Debian's, copied."""
        return self.root / "opt/cni/bin"

    def __enter__(self) -> Self:
        own = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
        self._process = subprocess.Popen(
            ("unshare", *own, "sh", "-ec", _SET_UP, "sh", self.folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n", "no containerd runs"
        self._pid = _child(self._process.pid)
        programs = self.folder / "rootfs" / "bin"
        programs.mkdir(parents=True)
        for name in _PROGRAMS:
            shutil.copy("/bin/busybox", programs / name)
        self.conflist("pods", *CHAIN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._process:
            self._process.communicate("over\n")
        for top in (_CGROUPS, *_CGROUPS.iterdir()):
            for group, _, _ in os.walk(top / _CONTAINERS, topdown=False):
                os.rmdir(group)

    def conflist(self, name: str, *plugins: dict[str, Any]) -> str:
        """Put a network into the configuration folder; its file, as the node has it."""
        path = f"/etc/cni/net.d/{name}.conflist"
        text = json.dumps({"cniVersion": "1.0.0", "name": name, "plugins": plugins})
        (self.root / path[1:]).write_text(text)
        return path

    def put(self, name: str, content: bytes) -> None:
        """Put a plugin into the plugin folder as most installers do: by a rename."""
        new = self.root / "opt" / "new"
        new.write_bytes(content)
        new.chmod(0o755)
        new.replace(self.bin / name)

    def start(self, *command: str | Path, **options: Any) -> "subprocess.Popen[bytes]":
        """Start a command on the node."""
        return subprocess.Popen((*self._enter, *command), **options)

    def run(self, *command: str | Path) -> Ran:
        """Run a command there."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with self.start(*command, **pipes) as process:
            stdout, stderr = process.communicate()
        return Ran(code=process.returncode, stdout=stdout.decode(), stderr=stderr.decode())

    def cnistep(self, *arguments: str) -> Ran:
        """Run ``cnistep`` there."""
        return self.run(sys.executable, "-m", "app", *arguments)

    def ctr(self, *arguments: str | Path) -> Ran:
        """Run containerd's own client."""
        return self.run("ctr", "--namespace", _CONTAINERS, *arguments)

    def container(self, name: str, *command: str) -> Ran:
        """Run a command in a container, which is in the pod network until the command has ended."""
        return self.ctr("run", "--rm", "--cni", "--rootfs", self.folder / "rootfs", name, *command)

    def start_container(self, name: str, *command: str) -> Ran:
        """The same, and leave it running: nobody takes it out of the network then."""
        return self.ctr("run", "--detach", "--cni", "--rootfs", self.folder / "rootfs", name, *command)

    def start_chains(self, jobs: Sequence[Job], at_once: int) -> Started:
        """Start the small runtime of these tests, so many jobs at once."""
        runtime = Runtime(plugins=Path("/opt/cni/bin"), cache=Path("/var/lib/cni"))
        return runtime.start(jobs, at_once, before=self._enter)

    def watch(self) -> "Watch":
        """Start to watch the node."""
        command = (sys.executable, "-m", "app", "node", "watch", "--past", "--json")
        return Watch(self.start(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))

    @property
    def _enter(self) -> tuple[str, ...]:
        return ("nsenter", f"--target={self._pid}", "--mount", "--net", "--pid", f"--wd={ROOT}")


def container_id(name: str) -> str:
    """What plugins are told of a container of that name."""
    return f"{_CONTAINERS}-{name}"


@dataclass(frozen=True, slots=True)
class Watch:
    """A watch in a process of its own. It is stopped when it is left."""

    process: "subprocess.Popen[bytes]"

    def traces(self, count: int) -> list[Trace]:
        """So many traces more, as they end."""
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(count)]
        return [from_document(json.loads(line), source="a line of the watch") for line in lines]

    def end(self) -> bytes:
        """Stop it; what it has told beyond the traces that were asked for."""
        os.kill(_child(self.process.pid), signal.SIGINT)
        return self.process.communicate()[0]

    @property
    def peak(self) -> int:
        """The most memory that it has had, in KiB."""
        status = Path(f"/proc/{_child(self.process.pid)}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self.process:
            if self.process.poll() is None:
                os.kill(_child(self.process.pid), signal.SIGKILL)


def _child(pid: int) -> int:
    """The only child of a process that enters namespaces, which does so by a fork."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    assert eventually(children.read_text)
    return int(children.read_text())
