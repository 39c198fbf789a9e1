"""Put a node's plugins back to where they were.

The plugin itself is moved back, so nothing of it has changed: not its bytes, owner, mode, times, attributes, nor what
else it is linked to. Works on every state that an installation can be left in.
"""

import contextlib
import errno
import os
import time
from collections.abc import Iterator

from traces.shim.aside import Opened, opened_aside, swap_of
from traces.shim.ledger import drop_unused
from traces.shim.look import Look, State, look, standing
from traces.shim.node import ASIDE, Node, Spot
from traces.shim.outcome import Outcome
from traces.shim.swap import Pin, Pins, pinning, swap

BUSY = (FileNotFoundError, BlockingIOError)
"""What tells that a plugin's owner is at work there at this moment: to be tried again, a little later."""
ROUNDS = 100
AWHILE = 0.01
AT_WORK = "its owner is replacing it, or has it open to write into it: try again later"


def uninstall_from(node: Node, folder: str, spots: tuple[Spot, ...]) -> Iterator[Outcome]:
    """Take the recorders out of one folder; what it came to, one by one.

    Raises PlaceError where nothing can be changed in the folder.
    """
    with opened_aside(node, folder, make=_has_recorder(node, folder, spots)) as opened:
        for spot in spots:
            if opened is None:
                yield Outcome(spot=spot, before=State.PLAIN, after=State.PLAIN, did="nothing")
            else:
                yield _uninstall(node, opened, spot)
    drop_unused(node, folder)


def unwrap(opened: Opened, name: str, aside_name: str, recorder: Pin, pins: Pins) -> bool:
    """Swap the recorder in a plugin's place with the plugin that stands aside, and remove what came out.

    False, if the owner was faster: the owner's new plugin is in its place then, and the one that stood aside is
    removed. Raises OSError; one of BUSY, with nothing changed, where the owner has removed what was there or may be
    about to write into it.
    """
    other = swap_of(name)
    try:
        # By a second name, so that whoever is killed here leaves to be seen which of two plugins is the older one.
        os.link(aside_name, other, src_dir_fd=opened.aside, dst_dir_fd=opened.aside)
    except FileNotFoundError:
        raise
    except OSError:
        other = aside_name  # a file system without hard links
    try:
        restored = swap(opened.folder, name, opened.aside, other, recorder, pins)
    except FileNotFoundError:
        if other != aside_name:
            opened.drop(other)
        raise
    opened.sync()
    if other != aside_name:
        opened.drop(other)
    if not restored and pins.pin(opened.folder, name).recorder:
        raise BlockingIOError(errno.ETXTBSY, os.strerror(errno.ETXTBSY))
    opened.drop(aside_name)
    os.fsync(opened.aside)
    return restored


def _has_recorder(node: Node, folder: str, spots: tuple[Spot, ...]) -> bool:
    """Whether a recorder stands there without a folder aside: to take it away, one is needed for a moment."""
    if os.path.isdir(os.path.join(node.seen(folder), ASIDE)):
        return False
    with pinning() as pins:
        for spot in spots:
            with contextlib.suppress(OSError):
                place = os.open(node.seen(folder), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                try:
                    if look(node, spot, place, None, pins).state in (State.BROKEN, State.FOREIGN):
                        return True
                finally:
                    os.close(place)
    return False


def _uninstall(node: Node, opened: Opened, spot: Spot) -> Outcome:
    before = None
    for _ in range(ROUNDS):
        with pinning() as pins:
            try:
                seen = look(node, spot, opened.folder, opened.aside, pins)
                before = before or seen.state
                done = _step(opened, spot, seen, pins)
            except BUSY:
                time.sleep(AWHILE)
                continue
            except OSError as error:
                trouble = str(error.strerror)
                return Outcome(
                    spot=spot, before=before or State.WRAPPED, after=State.WRAPPED, did="nothing", trouble=trouble
                )
            return Outcome(spot=spot, before=before, after=done[0], did=done[1], trouble=done[2])
    state = before or State.WRAPPED
    return Outcome(spot=spot, before=state, after=state, did="nothing", trouble=AT_WORK)


def _step(opened: Opened, spot: Spot, seen: Look, pins: Pins) -> tuple[State, str, str]:
    """Undo what is there: the state then, what was done, what is wrong."""
    if seen.state is State.WRAPPED:
        assert seen.placed is not None
        restored = unwrap(opened, spot.name, seen.aside_name, seen.placed, pins)
        opened.drop(spot.name)
        return State.PLAIN, "restored" if restored else "cleaned up", ""
    if seen.state in (State.PREPARED, State.REPLACED, State.REMOVED):
        opened.drop(spot.name)
        os.fsync(opened.aside)
        return State.ABSENT if seen.state is State.REMOVED else State.PLAIN, "cleaned up", ""
    if seen.state is State.BROKEN:
        _remove_broken(opened, spot.name, pins)
        return State.ABSENT, "removed", f"its plugin is gone from {spot.aside}: there was nothing to put back"
    return seen.state, "nothing", standing(spot, seen) if seen.state is State.FOREIGN else ""


def _remove_broken(opened: Opened, name: str, pins: Pins) -> None:
    """Remove a recorder that has no plugin, unless its owner has put one in its place by now."""
    opened.drop(name)
    other = swap_of(name)
    os.rename(name, other, src_dir_fd=opened.folder, dst_dir_fd=opened.aside)
    if not pins.pin(opened.aside, other).recorder:
        with contextlib.suppress(FileExistsError):
            os.link(other, name, src_dir_fd=opened.aside, dst_dir_fd=opened.folder)
    opened.sync()
    opened.drop(other)
