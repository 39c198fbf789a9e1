"""What the helper does in a place besides executing: files, network namespaces, and functions of traces.kernel."""

import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from traces.kernel.lean import lean_pyroute2
from traces.kernel.namespaces import drop_netns, is_netns, keep_new_netns

Answer = tuple[dict[str, Any], bytes]
"""A frame's header and payload."""


def find(header: Mapping[str, Any], payload: bytes) -> Answer:
    """The first of the folders with a regular file of that name; the execute bit is not looked at (libcni, find.go)."""
    for folder in header["dirs"]:
        path = os.path.join(folder, header["plugin"])
        if os.path.isfile(path):
            return {"path": path}, b""
    return {"path": None}, b""


def read(header: Mapping[str, Any], payload: bytes) -> Answer:
    """A regular file's bytes."""
    try:
        descriptor = os.open(header["path"], os.O_RDONLY | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return {"missing": True}, b""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", header["path"])
    with open(descriptor, "rb") as file:
        return {}, file.read()


def write(header: Mapping[str, Any], payload: bytes) -> Answer:
    """As libcni writes its cache: mode 0600 in folders of mode 0700."""
    folder = os.path.dirname(header["path"])
    missing = []
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for folder in reversed(missing):
        with contextlib.suppress(FileExistsError):  # another run may make it at this moment
            os.mkdir(folder, 0o700)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK
    with open(os.open(header["path"], flags, 0o600), "wb") as file:
        file.write(payload)
    return {}, b""


def remove(header: Mapping[str, Any], payload: bytes) -> Answer:
    """Take a file away, if it is there."""
    try:
        os.unlink(header["path"])
    except (FileNotFoundError, NotADirectoryError):
        return {"missing": True}, b""
    return {}, b""


def listdir(header: Mapping[str, Any], payload: bytes) -> Answer:
    """The names in a folder, sorted."""
    try:
        return {"names": sorted(os.listdir(header["path"]))}, b""
    except (FileNotFoundError, NotADirectoryError):
        return {"names": []}, b""


def add_netns(header: Mapping[str, Any], payload: bytes) -> Answer:
    """A new network namespace on that file, unless there is one."""
    if not is_netns(header["path"]):
        keep_new_netns(header["path"])
    return {}, b""


def remove_netns(header: Mapping[str, Any], payload: bytes) -> Answer:
    """Take it away, if it is there."""
    if os.path.lexists(header["path"]):
        drop_netns(header["path"])
    return {}, b""


def has_netns(header: Mapping[str, Any], payload: bytes) -> Answer:
    """Whether there is one."""
    return {"netns": is_netns(header["path"])}, b""


def load(header: Mapping[str, Any]) -> None:
    """Load what a call needs, so that each of the children that do one has it already."""
    sys.path.extend(folder for folder in header["import_from"] if folder not in sys.path)
    with contextlib.suppress(ImportError):
        lean_pyroute2()
        import_module("traces.kernel." + header["module"])
        import_module("pyroute2.iproute")


def call(header: Mapping[str, Any], payload: bytes) -> Answer:
    """Call a function of a module of traces.kernel: JSON in, JSON out. It alone may load pyroute2."""
    function = getattr(import_module("traces.kernel." + header["module"]), header["function"])
    return {}, json.dumps(function(json.loads(payload))).encode()


CHORES: Mapping[str, Callable[[Mapping[str, Any], bytes], Answer]] = {
    chore.__name__: chore for chore in (find, read, write, remove, listdir, add_netns, remove_netns, has_netns, call)
}
