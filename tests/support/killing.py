"""Kills a piece of work just before its n-th call that changes the file system."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

_CALLS = ("mkdir", "rmdir", "unlink", "rename", "link", "fchmod", "fchown", "setxattr", "utime", "fsync")
_EXCHANGES = ("traces.shim.install.exchange", "traces.shim.swap.exchange")


class Killed(BaseException):
    """The work was killed. Whatever it tries afterwards, to tidy up, happens no more either."""


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Let the calls before the n-th happen, and none from it on."""
    count = iter(range(1, 10**9))

    def mortal(real: Callable[..., Any], is_change: Callable[..., bool]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if is_change(*args) and next(count) >= number:
                raise Killed
            return real(*args, **named)

        return call

    with ExitStack() as patches:
        for name in _CALLS:
            patches.enter_context(patch.object(os, name, mortal(getattr(os, name), _always)))
        patches.enter_context(patch.object(os, "open", mortal(os.open, _is_creating)))
        patches.enter_context(patch.object(os, "write", mortal(os.write, _is_to_file)))
        for place in _EXCHANGES:
            module, _, name = place.rpartition(".")
            real = getattr(__import__(module, fromlist=[name]), name)
            patches.enter_context(patch(place, mortal(real, _always)))
        yield


def kills(work: Callable[[], object], number: int) -> bool:
    """Whether the work was killed at its n-th call, rather than done before."""
    try:
        with killed_at(number):
            work()
    except Killed:
        return True
    return False


def _always(*_: object) -> bool:
    return True


def _is_creating(path: object, flags: int, *_: object) -> bool:
    return bool(flags & os.O_CREAT)


def _is_to_file(descriptor: int, *_: object) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)
