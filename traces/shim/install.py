"""Put recorders in the places of plugins on a node.

For each plugin the recorder is written beside it and then swapped with it in one step, so that at every moment a plugin
or a recorder that finds its plugin is in its place. Killed at any point this leaves nothing that does not run, and
whoever comes next finishes the work or takes it back. Only a plugin that is a script can notice: its interpreter opens
it by its name after it was started, and may find the recorder there in the moment of the swap. No other thread may
fork meanwhile: its child would hold open for writing what is to be executed.
"""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator

from traces.errors import PlaceError
from traces.kernel.syscalls import exchange
from traces.shim.aside import Opened, opened_aside, part_of, swap_of
from traces.shim.ledger import add_folder, drop_unused
from traces.shim.look import Look, State, look, standing
from traces.shim.node import Node, Spot
from traces.shim.outcome import Outcome
from traces.shim.swap import Pin, Pins, pinning, swap
from traces.shim.uninstall import AT_WORK, AWHILE, BUSY, ROUNDS, unwrap
from traces.shim.verify import Answer, ask_plugin, ask_recorder, difference

_UNCOPIED = frozenset({"security.capability", "security.ima", "security.evm"})
"""Extended attributes that are the plugin's own: rights that it gains, and signatures of its content."""
_LABEL = "security.selinux"
_GAINING = stat.S_ISUID | stat.S_ISGID
_UNSUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)


def install_in(node: Node, folder: str, spots: tuple[Spot, ...], image: bytes) -> Iterator[Outcome]:
    """Wrap the plugins of one folder, or renew their recorders; what it came to, one by one.

    ``image`` is the recorder's. Raises PlaceError where recorders cannot be put into the folder at all.
    """
    add_folder(node, folder)
    try:
        with opened_aside(node, folder, make=True) as opened:
            assert opened is not None
            for spot in spots:
                yield _install(node, opened, spot, image)
    finally:
        drop_unused(node, folder)


def _install(node: Node, opened: Opened, spot: Spot, image: bytes) -> Outcome:
    before = None
    for _ in range(ROUNDS):
        with pinning() as pins:
            try:
                seen = look(node, spot, opened.folder, opened.aside, pins)
                before = before or seen.state
                done = _step(node, opened, spot, image, seen, pins)
            except BUSY:
                time.sleep(AWHILE)
                continue
            except OSError as error:
                return _failed(opened, spot, before or State.PLAIN, error)
            if done is not None:
                return Outcome(spot=spot, before=before, after=done[0], did=done[1], trouble=done[2])
    state = before or State.PLAIN
    return Outcome(spot=spot, before=state, after=state, did="nothing", trouble=AT_WORK)


def _failed(opened: Opened, spot: Spot, before: State, error: OSError) -> Outcome:
    """What the kernel refused. Raises PlaceError where it refuses that in the whole folder."""
    opened.drop(part_of(spot.name))
    if error.errno == errno.EROFS:
        raise PlaceError(f"{spot.folder}: nothing can be changed there: {error.strerror}") from error
    words = f"{error.strerror}: is it immutable?" if error.errno == errno.EPERM else str(error.strerror)
    return Outcome(spot=spot, before=before, after=before, did="nothing", trouble=words)


_Done = tuple[State, str, str]


def _step(node: Node, opened: Opened, spot: Spot, image: bytes, seen: Look, pins: Pins) -> _Done | None:
    """Do what the state asks for: the state then, what was done, what is wrong; None: look again."""
    recorder = node.recorder(image, spot)
    if seen.state in (State.PLAIN, State.PREPARED, State.REPLACED):
        return _wrap(node, opened, spot, recorder, seen, pins)
    if seen.state is State.WRAPPED:
        return _renew(node, opened, spot, recorder, seen, pins)
    if seen.state is State.REMOVED:
        opened.drop(spot.name)
        opened.sync()
        return State.ABSENT, "cleaned up", "its owner has removed it"
    return seen.state, "nothing", standing(spot, seen)


def _wrap(node: Node, opened: Opened, spot: Spot, recorder: bytes, seen: Look, pins: Pins) -> _Done | None:
    assert seen.placed is not None
    plain = ask_plugin(node, spot, spot.called)
    written = _write(opened, spot, recorder, seen.placed, pins)
    # Over whatever stands aside: an old recorder, or a plugin that its owner has replaced.
    os.rename(part_of(spot.name), spot.name, src_dir_fd=opened.aside, dst_dir_fd=opened.aside)
    os.fsync(opened.aside)
    try:
        exchange(opened.folder, spot.name, opened.aside, spot.name)
    except OSError as error:
        opened.drop(spot.name)
        if error.errno in _UNSUPPORTED:
            raise PlaceError(f"{spot.folder}: its file system cannot swap two files in one step: not used") from error
        raise
    opened.sync()
    if not pins.pin(opened.aside, spot.name).is_same(seen.placed):
        unwrap(opened, spot.name, spot.name, written, pins)  # its owner was faster: the new one may be another kind
        return None
    return _checked(node, opened, spot, written, plain, pins, "wrapped")


def _renew(node: Node, opened: Opened, spot: Spot, recorder: bytes, seen: Look, pins: Pins) -> _Done | None:
    assert seen.placed is not None and seen.aside is not None
    moved = seen.aside_name != spot.name
    if seen.placed.content() == recorder and _is_dressed_alike(seen.placed, seen.aside) and not moved:
        return State.WRAPPED, "kept", ""
    if moved:
        opened.drop(spot.name)
        os.link(seen.aside_name, spot.name, src_dir_fd=opened.aside, dst_dir_fd=opened.aside)
    other = swap_of(spot.name)
    written = _write(opened, spot, recorder, seen.aside, pins)
    os.rename(part_of(spot.name), other, src_dir_fd=opened.aside, dst_dir_fd=opened.aside)
    os.fsync(opened.aside)
    renewed = swap(opened.folder, spot.name, opened.aside, other, seen.placed, pins)
    opened.sync()
    opened.drop(other)
    if not renewed:
        return None
    if moved:
        opened.drop(seen.aside_name)
    return _checked(node, opened, spot, written, ask_plugin(node, spot, spot.aside), pins, "renewed")


def _checked(
    node: Node, opened: Opened, spot: Spot, recorder: Pin, plain: Answer, pins: Pins, did: str
) -> _Done | None:
    """Compare what the plugin answers by itself and through the recorder; take the recorder away if that differs."""
    differs = difference(plain, ask_recorder(node, spot))
    if not differs:
        return State.WRAPPED, did, ""
    if not unwrap(opened, spot.name, spot.name, recorder, pins):
        return None
    return State.PLAIN, "nothing", f"put back, as it answers VERSION differently: {differs}"


def _write(opened: Opened, spot: Spot, recorder: bytes, plugin: Pin, pins: Pins) -> Pin:
    """Write the recorder under its first name, with the plugin's owner, mode, times and attributes, onto the disk."""
    part = part_of(spot.name)
    opened.drop(part)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(part, flags, 0o600, dir_fd=opened.aside)
    try:
        rest = memoryview(recorder)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        _dress(descriptor, plugin)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return pins.pin(opened.aside, part)


def _dress(descriptor: int, plugin: Pin) -> None:
    """Give the recorder what the plugin has, but for the rights that executing it gives."""
    like = plugin.status
    with contextlib.suppress(OSError):
        for name in os.listxattr(plugin.descriptor):
            if name not in _UNCOPIED and name != _LABEL:
                with contextlib.suppress(OSError):
                    os.setxattr(descriptor, name, os.getxattr(plugin.descriptor, name))
    _label(descriptor, plugin.descriptor)
    mine = os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (like.st_uid, like.st_gid):
        os.fchown(descriptor, like.st_uid, like.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(like.st_mode) & ~_GAINING)
    os.utime(descriptor, ns=(like.st_atime_ns, like.st_mtime_ns))


def _label(descriptor: int, plugin: int) -> None:
    """Give the recorder the plugin's SELinux label: without it runtimes might not be allowed to execute it."""
    try:
        label = os.getxattr(plugin, _LABEL)
    except OSError:
        return
    os.setxattr(descriptor, _LABEL, label)


def _is_dressed_alike(recorder: Pin, plugin: Pin) -> bool:
    mine, like = recorder.status, plugin.status
    return (mine.st_uid, mine.st_gid, stat.S_IMODE(mine.st_mode)) == (
        like.st_uid,
        like.st_gid,
        stat.S_IMODE(like.st_mode) & ~_GAINING,
    )
