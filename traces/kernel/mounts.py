"""Mounting as the places need it: binds that cannot be written through, and folders of one's own."""

import errno
import os

from traces.kernel.syscalls import (
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_RDONLY,
    MS_REC,
    MS_REMOUNT,
    detach,
    mount,
    mount_setattr,
)

SEALED = MS_RDONLY | MS_NOSUID | MS_NODEV


def tmpfs(target: str, mode: int) -> None:
    """Mount an empty file system in memory; its root has this mode and belongs to the caller."""
    mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, f"mode={mode:o}")


def bind(source: str, target: str) -> None:
    """Show a file or a folder, with everything that is mounted below it, at another place too."""
    mount(source, target, flags=MS_BIND | MS_REC)


def bind_sealed(source: str, target: str, flags: int = SEALED) -> None:
    """Bind, and let nobody write through it, nor through what is mounted below. All of that, or nothing."""
    bind(source, target)
    try:
        seal(target, flags)
    except OSError:
        detach(target)
        raise


def seal(target: str, flags: int = SEALED) -> None:
    """Set the flags on the mount at target and on all below it; one by one before Linux 5.12."""
    try:
        mount_setattr(target, flags)
    except OSError as error:
        if error.errno != errno.ENOSYS:
            raise
        for path in mounts_below(target):
            remount(path, flags)


def remount(target: str, flags: int) -> None:
    """Add flags to one mount. The flags that it has must be given again: some of them are locked."""
    has = os.statvfs(target).f_flag & (MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount("", target, flags=MS_REMOUNT | MS_BIND | has | flags)


def mounts_below(target: str) -> list[str]:
    """The mount points at and below a path, those that lie on top last."""
    with open("/proc/self/mountinfo", "rb") as file:
        points = [os.fsdecode(_unescaped(line.split()[4])) for line in file]
    return [point for point in points if point == target or point.startswith(target.rstrip("/") + "/")]


def _unescaped(field: bytes) -> bytes:
    r"""A field of mountinfo with \040, \011, \012 and \134 put back (proc_pid_mountinfo(5))."""
    for code in (b"040", b"011", b"012", b"134"):
        field = field.replace(b"\\" + code, bytes([int(code, 8)]))
    return field
