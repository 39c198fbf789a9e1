"""The sandbox's root: the host's tree to read, and folders of our own where a chain writes.

Built by the helper, in a user and mount namespace of its own. The root is a file system in memory into which the host's
folders are bound, sealed against writing. A path that the host lacks appears all the same: the nearest folder above it
is made anew in memory, with the host's children bound into it one by one.
"""

import errno
import os
import stat
from collections.abc import Iterable

from traces.kernel.mounts import bind, bind_sealed, tmpfs
from traces.kernel.syscalls import (
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    MS_REMOUNT,
    detach,
    mount,
    pivot_root,
)

HOST = "/.host"
"""Where the host's tree stands until the sandbox is closed against it."""

_BASE = "/tmp"
_NOT_MIRRORED = frozenset({"proc", "sys", "dev", "run", "tmp", HOST[1:]})
_OPENED = ("/etc", "/opt", "/var", "/var/lib")
_OWN = (("/run", 0o755), ("/tmp", 0o1777), ("/var/lib/cni", 0o755))


class Root:
    """The new root while it is being built; every path is seen in it, since it is `/` already."""

    def __init__(self) -> None:
        """Move into an empty root, with the host's tree at HOST."""
        mount("", "/", flags=MS_PRIVATE | MS_REC)
        tmpfs(_BASE, 0o755)
        os.mkdir(_BASE + HOST)
        pivot_root(_BASE, _BASE + HOST)
        os.chdir("/")
        self._own = {os.stat("/").st_dev}
        for name in ("proc", "sys", "dev", "run", "tmp"):
            os.mkdir("/" + name)

    def bring_host(self) -> None:
        """Bind the host's tree in; /proc must be there already, since sealing may have to read it."""
        self._mirror("/", _NOT_MIRRORED)
        for path in _OPENED:
            if os.path.isdir(HOST + path) and not os.path.islink(HOST + path):
                self._open(path)

    def folder(self, path: str) -> None:
        """Make the folder be there, whatever the host has. Raises OSError, a file in the way for one."""
        try:
            os.makedirs(path, mode=0o755, exist_ok=True)
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            self._open(os.path.realpath(_nearest(path)))
            os.makedirs(path, mode=0o755, exist_ok=True)

    def own(self, path: str, mode: int = 0o755) -> None:
        """Make the folder a file system in memory, empty and writable."""
        self.folder(path)
        tmpfs(path, mode)
        self._own.add(os.stat(path).st_dev)

    def own_if_foreign(self, path: str) -> None:
        """Make the folder writable, and leave it as it is where it is already."""
        self.folder(path)
        if not self._is_own(path):
            self.own(path)

    def own_places(self) -> None:
        """The folders that every chain may write to."""
        for path, mode in _OWN:
            self.own(path, mode)
        for entry in _entries(HOST + "/run"):
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), "/run/" + entry.name)

    def own_copy(self, path: str, real: str) -> None:
        """Make the folder writable, with what the host has in it to be read."""
        self.own(path)
        if os.path.isdir(HOST + real):
            self._mirror(real, at=os.path.realpath(path))

    def show(self, path: str, real: str) -> None:
        """Show the host's file or folder `real` at path, unless it is seen there anyhow."""
        if _same(HOST + real, path):
            return
        if os.path.isdir(HOST + real):
            self.folder(path)
        else:
            self.put(path, b"")
        bind_sealed(HOST + real, path)

    def open(self, path: str) -> None:
        """Make the folder be there and take new files, with the host's in it; before anything is mounted below it."""
        self.folder(path)
        self._open(os.path.realpath(path))

    def put(self, path: str, content: bytes, mode: int = 0o644) -> None:
        """Put a file there, in place of the host's."""
        self.open(os.path.dirname(path))
        if os.path.lexists(path):
            if os.lstat(path).st_dev not in self._own:
                detach(path)
            os.unlink(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(descriptor, "wb") as file:
            file.write(content)

    def mask_sockets(self, paths: Iterable[str]) -> None:
        """Put /dev/null over the sockets of the host's daemons: a read-only mount does not keep one from connecting."""
        for path in paths:
            try:
                if stat.S_ISSOCK(os.lstat(path).st_mode):
                    bind_sealed("/dev/null", path, MS_RDONLY)
            except OSError:
                continue

    def _open(self, path: str) -> None:
        """Make a folder of the host anew, with its children bound into it. The path has no symlink in it."""
        if self._is_own(path):
            return
        self._open(os.path.dirname(path))
        if not self._is_own(path):
            detach(path)
        os.chmod(path, stat.S_IMODE(os.stat(HOST + path).st_mode) | stat.S_IRWXU)
        self._mirror(path)

    def _mirror(self, real: str, skip: frozenset[str] = frozenset(), at: str | None = None) -> None:
        """Bind the children of a host's folder into an own one, symlinks copied; what can't be bound is left out."""
        target = (real if at is None else at).rstrip("/")
        for entry in _entries(HOST + real):
            if entry.name in skip:
                continue
            try:
                _bring(entry, f"{target}/{entry.name}")
            except OSError:
                continue

    def _is_own(self, path: str) -> bool:
        return os.stat(path).st_dev in self._own


def make_dev() -> None:
    """A /dev with what programs need, and no disk: nodes of the host, sealed; pseudo terminals and shm of our own."""
    tmpfs("/dev", 0o755)
    for name in ("null", "zero", "full", "random", "urandom", "tty", "net/tun"):
        if os.path.exists(f"{HOST}/dev/{name}"):
            os.makedirs(os.path.dirname(f"/dev/{name}"), exist_ok=True)
            os.close(os.open(f"/dev/{name}", os.O_CREAT | os.O_WRONLY))
            bind_sealed(f"{HOST}/dev/{name}", f"/dev/{name}", MS_RDONLY | MS_NOSUID | MS_NOEXEC)
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(f"/proc/self/{target}", f"/dev/{name}")
    os.mkdir("/dev/pts")
    mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620")
    os.symlink("pts/ptmx", "/dev/ptmx")
    os.mkdir("/dev/shm")
    tmpfs("/dev/shm", 0o1777)


def seal_proc() -> None:
    """Seal what in /proc belongs to the whole machine; a process's own entries and /proc/sys/net stay as they are.

    Files that nobody may write are sealed too: a change of their mode would show in every other /proc.
    """
    for name in os.listdir("/proc"):
        path = f"/proc/{name}"
        if not name.isdigit() and not os.path.islink(path):
            bind_sealed(path, path)
    bind("/proc/sys/net", "/proc/sys/net")
    mount("", "/proc/sys/net", flags=MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV | MS_NOEXEC)


def _bring(entry: os.DirEntry[str], target: str) -> None:
    if entry.is_symlink():
        os.symlink(os.readlink(entry.path), target)
    elif entry.is_dir():
        os.mkdir(target)
        bind_sealed(entry.path, target)
    elif entry.is_file():
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
        bind_sealed(entry.path, target)


def _entries(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as entries:
            return list(entries)
    except OSError:
        return []


def _nearest(path: str) -> str:
    """The deepest folder of the path that exists."""
    while not os.path.isdir(path):
        path = os.path.dirname(path)
    return path


def _same(host: str, path: str) -> bool:
    try:
        return os.path.samestat(os.stat(host), os.stat(path))
    except OSError:
        return False
