"""The system calls that Python 3.11 does not offer: namespaces, mounts, renameat2, prctl, an exact execve.

Every function raises OSError with the kernel's errno. Imported by the helper, so it imports next to nothing.
"""

import ctypes
import errno
import os
from collections.abc import Sequence

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8  # MOUNT_ATTR_* have the same values
MS_REMOUNT, MS_BIND, MS_REC = 0x20, 0x1000, 0x4000
MS_PRIVATE, MS_SLAVE = 1 << 18, 1 << 19
MNT_DETACH = 2

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4
_SYS_MOUNT_SETATTR = 442  # the same number on every architecture but alpha
_SYS_KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219}
_KEYCTL_JOIN_SESSION_KEYRING = 1
_SYS_RENAMEAT2 = {"x86_64": 316, "aarch64": 276, "riscv64": 276}
_RENAME_EXCHANGE = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000

_libc = ctypes.CDLL(None, use_errno=True)


class _MountAttr(ctypes.Structure):
    """struct mount_attr of linux/mount.h."""

    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


def _checked(result: int, path: str | None = None) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), path)


def unshare(flags: int) -> None:
    """Leave the shared namespaces of these kinds for new ones (unshare(2))."""
    _checked(_libc.unshare(flags))


def setns(descriptor: int, kind: int) -> None:
    """Enter the namespace behind the descriptor (setns(2))."""
    _checked(_libc.setns(descriptor, kind))


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount, bind or remount (mount(2))."""
    arguments = [os.fsencode(text) if text else None for text in (source, target, kind)]
    _checked(_libc.mount(*arguments, ctypes.c_ulong(flags), os.fsencode(options)), target)


def filesystem_magic(path: str) -> int:
    """The type of the file system that a path lies on, as its magic number (statfs(2))."""
    buffer = (ctypes.c_long * 64)()
    _checked(_libc.statfs(os.fsencode(path), buffer), path)
    return int(buffer[0])


def detach(target: str) -> None:
    """Unmount, now for the eyes and later for the kernel (umount2(2) with MNT_DETACH)."""
    _checked(_libc.umount2(os.fsencode(target), MNT_DETACH), target)


def pivot_root(new: str, old: str) -> None:
    """Make `new` the root and put the old one at `old` (pivot_root(2))."""
    _checked(_libc.pivot_root(os.fsencode(new), os.fsencode(old)), new)


def mount_setattr(path: str, flags: int) -> None:
    """Add MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC to a whole tree of mounts (mount_setattr(2), Linux 5.12)."""
    attributes = _MountAttr(attr_set=flags)
    _checked(
        _libc.syscall(
            ctypes.c_long(_SYS_MOUNT_SETATTR),
            ctypes.c_int(_AT_FDCWD),
            ctypes.c_char_p(os.fsencode(path)),
            ctypes.c_uint(_AT_RECURSIVE),
            ctypes.byref(attributes),
            ctypes.c_size_t(ctypes.sizeof(attributes)),
        ),
        path,
    )


def exchange(folder: int, name: str, other_folder: int, other: str) -> None:
    """Let two files in open folders swap their names, in one step (renameat2(2) with RENAME_EXCHANGE, Linux 3.15)."""
    number = _SYS_RENAMEAT2.get(os.uname().machine)
    if number is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), name)
    _checked(
        _libc.syscall(
            ctypes.c_long(number),
            ctypes.c_int(folder),
            ctypes.c_char_p(os.fsencode(name)),
            ctypes.c_int(other_folder),
            ctypes.c_char_p(os.fsencode(other)),
            ctypes.c_uint(_RENAME_EXCHANGE),
        ),
        name,
    )


def die_with_parent(signal: int) -> None:
    """Ask for this signal when the parent (precisely: the thread that forked us) ends."""
    _checked(_libc.prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal), 0, 0, 0))


def hide_from_ptrace() -> None:
    """Keep processes that own a lower user namespace away from our /proc entries, until the next execve."""
    _checked(_libc.prctl(_PR_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0))


def join_new_keyring() -> None:
    """Leave the caller's session keyring for an empty one (keyctl(2)); nothing happens where the kernel has none."""
    number = _SYS_KEYCTL.get(os.uname().machine)
    if number is not None:
        _libc.syscall(ctypes.c_long(number), ctypes.c_long(_KEYCTL_JOIN_SESSION_KEYRING), None)


def execve(path: str, argv: Sequence[str], env: Sequence[str]) -> None:
    """Become the program, with exactly these environment entries, repeated names included; returns only by OSError."""
    texts = [os.fsencode(text) for text in (path, *argv, *env)]
    if any(b"\0" in text for text in texts):
        raise OSError(22, os.strerror(22), path)
    arguments = (ctypes.c_char_p * (len(argv) + 1))(*texts[1 : 1 + len(argv)], None)
    entries = (ctypes.c_char_p * (len(env) + 1))(*texts[1 + len(argv) :], None)
    _checked(_libc.execve(texts[0], arguments, entries), path)
