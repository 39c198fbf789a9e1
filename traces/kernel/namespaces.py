"""User namespaces and who is who in them; network namespaces that are kept on a file."""

import fcntl
import os
import socket
import struct

from traces.kernel.syscalls import CLONE_NEWNET, CLONE_NEWUSER, MS_BIND, detach, mount, unshare

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1


def write_maps(process: int | str, uids: str, gids: str, *, deny_setgroups: bool) -> None:
    """Say who is who in the user namespace of the process (user_namespaces(7))."""
    if deny_setgroups:
        _put(f"/proc/{process}/setgroups", "deny")
    _put(f"/proc/{process}/uid_map", uids)
    _put(f"/proc/{process}/gid_map", gids)


def identity(kind: str) -> str:
    """The map that leaves every id of our own user namespace as it is; kind is uid or gid."""
    with open(f"/proc/self/{kind}_map", encoding="ascii") as file:
        ranges = [line.split() for line in file]
    return "".join(f"{inside} {inside} {count}\n" for inside, _, count in ranges)


def unshare_user(*, root: bool) -> None:
    """Enter a new user namespace: as its root if `root`, else as who one is.

    Whoever may map every id does so (files keep their owners); anybody else can map only himself.
    """
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0 and _unshare_with_all_ids():
        return
    if uid != 0:
        unshare(CLONE_NEWUSER)
    inside = (0, 0) if root else (uid, gid)
    write_maps("self", f"{inside[0]} {uid} 1\n", f"{inside[1]} {gid} 1\n", deny_setgroups=True)


def _unshare_with_all_ids() -> bool:
    """Unshare, and have a child that stayed outside write our maps; False where it was not allowed to."""
    uids, gids = identity("uid"), identity("gid")
    ready, go = os.pipe()
    mapper = os.fork()
    if mapper == 0:
        _map_parent_and_exit(ready, go, uids, gids)
    os.close(ready)
    try:
        unshare(CLONE_NEWUSER)
        os.write(go, b"+")
    finally:
        os.close(go)
        status = os.waitpid(mapper, 0)[1]
    return status == 0


def _map_parent_and_exit(ready: int, go: int, uids: str, gids: str) -> None:
    os.close(go)
    try:
        if os.read(ready, 1):
            write_maps(os.getppid(), uids, gids, deny_setgroups=False)
    except OSError:
        os._exit(1)
    os._exit(0)


def raise_loopback() -> None:
    """Set lo of the current network namespace up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(control, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | _IFF_UP))


def keep_new_netns(path: str) -> None:
    """Make a network namespace and keep it on a file, as `ip netns add` does (iproute2, ipnetns.c): lo is left down.

    The calling process is in the new namespace afterwards.
    """
    os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0))
    try:
        unshare(CLONE_NEWNET)
        mount("/proc/self/ns/net", path, flags=MS_BIND)
    except OSError:
        os.unlink(path)
        raise


def drop_netns(path: str) -> None:
    """Take away a network namespace that is kept on a file, as `ip netns del` does."""
    if is_netns(path):
        detach(path)
    os.unlink(path)


def is_netns(path: str) -> bool:
    """Whether a network namespace can be entered at the path."""
    try:
        return os.stat(path).st_dev == os.stat("/proc/self/ns/net").st_dev
    except OSError:
        return False


def _put(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
