"""The host as a place: a mount namespace with the recorders over the plugin folders; nothing else differs."""

import os
from collections.abc import Mapping
from typing import Any

from traces.kernel.mounts import bind, bind_sealed, tmpfs
from traces.kernel.namespaces import unshare_user
from traces.kernel.syscalls import CLONE_NEWNS, MS_REC, MS_SLAVE, mount, unshare
from traces.runner.steps import step


class HostPlace:
    """What the server needs of it."""

    def __init__(self, spool: str) -> None:
        """The spool is a folder in memory, in this mount namespace only."""
        self._spool = spool
        self.cwd = os.getcwd()

    def enter(self) -> None:
        """Children are in the place already."""

    def open_spool(self) -> int:
        """A descriptor of the spool, to be read from outside."""
        return os.open(self._spool, os.O_RDONLY | os.O_DIRECTORY)


def make_host_place(spec: Mapping[str, Any]) -> HostPlace:
    """Leave the shared mount namespace and lay the recorders over the plugin folders. Raises Refused.

    The host's later mounts still arrive (a runtime makes a netns after this); nothing goes back. An ordinary user gets
    there by a user namespace in which he is who he is.
    """
    if os.geteuid() != 0:
        with step("a user namespace"):
            unshare_user(root=False)
    with step("a mount namespace"):
        unshare(CLONE_NEWNS)
    with step("mounts that the host does not see"):
        mount("", "/", flags=MS_SLAVE | MS_REC)
    with step("the recorders over the plugin folders"):
        tmpfs(spec["spool"], 0o700)
        for plugin_dir, directory, aside in spec["recorders"]:
            bind(plugin_dir, aside)
            bind_sealed(directory, plugin_dir)
    return HostPlace(spec["spool"])
