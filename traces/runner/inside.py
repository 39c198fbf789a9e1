"""The sandbox seen from within: builds its namespaces in the right order, and sends children into them.

Two user namespaces, one in the other. The outer one owns the pid namespace and the mounts while they are made. The
inner one owns the network, IPC and UTS namespaces and a copy of the mounts, which the kernel locks because it comes
from a namespace with more rights (mount_namespaces(7)): root inside has CAP_NET_ADMIN and CAP_SYS_ADMIN where plugins
need them, but can neither unmount, nor remount, nor reach the server, whose rights are the outer one's.
"""

import base64
import os
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from traces.kernel.mounts import bind_sealed
from traces.kernel.namespaces import identity, raise_loopback, write_maps
from traces.kernel.syscalls import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_RDONLY,
    detach,
    hide_from_ptrace,
    mount,
    setns,
    unshare,
)
from traces.runner.rootfs import HOST, Root, make_dev, seal_proc
from traces.runner.steps import step

_PURE = MS_NOSUID | MS_NODEV | MS_NOEXEC
_KINDS = (("net", CLONE_NEWNET), ("ipc", CLONE_NEWIPC), ("uts", CLONE_NEWUTS), ("mnt", CLONE_NEWNS))


class Inside:
    """The finished sandbox: what the server needs of it."""

    cwd = "/"

    def __init__(self, pioneer: int, spool: str, notes: Sequence[str]) -> None:
        """Hold on to the namespaces of the process that made them."""
        self.notes = list(notes)
        self._spool = spool
        kinds = (*_KINDS, ("user", CLONE_NEWUSER))  # the user namespace last: entering it gives the outer rights up
        self._namespaces = [(os.open(f"/proc/{pioneer}/ns/{name}", os.O_RDONLY), kind) for name, kind in kinds]

    def enter(self) -> None:
        """Go in, for good; called in a child of the server."""
        hide_from_ptrace()
        for descriptor, kind in self._namespaces:
            setns(descriptor, kind)
        os.chdir("/")

    def open_spool(self) -> int:
        """A descriptor of the spool, to be read from outside."""
        return os.open(self._spool, os.O_RDONLY | os.O_DIRECTORY)


class Pioneer:
    """A child that makes the inner namespaces, one stage at each word; it ends when they are held on to."""

    def __init__(self) -> None:
        """Start it, in a user namespace below ours."""
        self._to_child, self._from_child = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._live()
        os.close(self._to_child[0])
        os.close(self._from_child[1])
        self.await_stage()

    def go_on(self) -> None:
        """Let it make the next stage, and wait until it has."""
        os.write(self._to_child[1], b"+")
        self.await_stage()

    def await_stage(self) -> None:
        """Raises OSError with the errno of the child's."""
        number = os.read(self._from_child[0], 1)
        if number != b"\0":
            code = number[0] if number else 0
            raise OSError(code, os.strerror(code))

    def end(self) -> None:
        """The namespaces are held elsewhere."""
        os.close(self._to_child[1])
        os.close(self._from_child[0])
        os.waitpid(self.pid, 0)

    def _live(self) -> NoReturn:
        os.close(self._to_child[1])
        stages = (CLONE_NEWUSER, CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS, CLONE_NEWNS)
        try:
            for flags in stages:
                unshare(flags)
                if flags & CLONE_NEWNET:
                    raise_loopback()
                os.write(self._from_child[1], b"\0")
                os.read(self._to_child[0], 1)
        except OSError as error:
            os.write(self._from_child[1], bytes([error.errno or 255]))
        finally:
            os._exit(0)


def make_sandbox(spec: Mapping[str, Any], sockets: Sequence[str]) -> Inside:
    """Build all of it around the calling process, which is process 1 of its pid namespace. Raises Refused."""
    notes: list[str] = []
    with step("a root of its own"):
        root = Root()
    with step("a fresh /proc"):
        mount("proc", "/proc", "proc", _PURE)
    with step("the host's tree to read"):
        root.bring_host()
    with step("the limit on cgroup namespaces"):
        _forbid_cgroup_mounts()
    with step("a second user namespace"):
        pioneer = Pioneer()
        write_maps(pioneer.pid, identity("uid"), identity("gid"), deny_setgroups=False)
    with step("a network namespace"):
        pioneer.go_on()
    with step("the file systems of the sandbox"):
        _furnish(root, spec, sockets)
    with step("a /sys of its own"):
        notes += _mount_sys(pioneer.pid)
    with step("closing the sandbox"):
        seal_proc()
        detach(HOST)
        os.rmdir(HOST)
    with step("a second mount namespace"):
        pioneer.go_on()
        place = Inside(pioneer.pid, spec["spool"], notes)
        pioneer.end()
    return place


def _forbid_cgroup_mounts() -> None:
    """A cgroup namespace would let root mount the cgroup that it shares with the host's processes."""
    limit = "/proc/sys/user/max_cgroup_namespaces"
    if os.path.exists(limit):
        with open(limit, "w", encoding="ascii") as file:
            file.write("0")


def _furnish(root: Root, spec: Mapping[str, Any], sockets: Sequence[str]) -> None:
    """Put in what this sandbox was asked for: first all the places, then what lies on them."""
    files = [(path, base64.b64decode(content)) for path, content in spec["files"]]
    shown = [(path, real) for path, real in spec["shown"] if real]
    for path in (spec["cache_dir"], spec["conf_dir"], *spec["plugin_dirs"]):
        root.folder(path)
    for path, _ in files:
        root.open(os.path.dirname(path))
    make_dev()
    root.own_places()
    root.own_if_foreign(spec["cache_dir"])
    root.own_copy(spec["conf_dir"], spec["conf_real"])
    for path, real in shown:
        root.show(path, real)
    for path in spec["plugin_dirs"]:
        root.folder(path)
    root.mask_sockets(sockets)
    for path, content in files:
        root.put(path, content)
    _lay_recorders(root, spec)


def _lay_recorders(root: Root, spec: Mapping[str, Any]) -> None:
    root.own(spec["spool"], 0o700)
    for plugin_dir, directory, aside in spec["recorders"]:
        bind_sealed(plugin_dir, aside)
        bind_sealed(HOST + directory, plugin_dir)


def _mount_sys(pioneer: int) -> list[str]:
    """A /sys that shows the sandbox's network: the one who mounts it must be in that namespace."""
    descriptor = os.open(f"/proc/{pioneer}/ns/net", os.O_RDONLY)
    setns(descriptor, CLONE_NEWNET)
    os.close(descriptor)
    try:
        mount("sysfs", "/sys", "sysfs", _PURE | MS_RDONLY)
    except PermissionError:
        bind_sealed(HOST + "/sys", "/sys")
        return ["/sys shows the host's devices: a new one was refused"]
    return []
