"""The real host, or the caller's own namespaces: only the recorders lie over the plugin folders."""

import os
from dataclasses import dataclass

from traces.model.recorder import Recorder
from traces.runner.launch import Connection
from traces.runner.place import HelperPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSpec:
    """What is laid over the host, for the processes that we start only."""

    recorders: tuple[Recorder, ...] = ()
    workdir: str
    """A temporary folder; its `spool` is a folder in memory."""


def open_host(spec: HostSpec) -> HelperPlace:
    """Get a mount namespace in which the recorders stand in for the plugins. Raises PlaceError."""
    spool = os.path.join(spec.workdir, "spool")
    os.makedirs(spool, mode=0o700, exist_ok=True)
    recorders = [(recorder.plugin_dir, recorder.directory, recorder.aside) for recorder in spec.recorders]
    return HelperPlace(Connection({"place": "host", "recorders": recorders, "spool": spool}))
