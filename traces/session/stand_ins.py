"""Puts stand-ins where plugins are missing, or in the place of all of them, before a network is run."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.model.network import Network
from traces.model.recorder import Recorder
from traces.model.trace import Trace
from traces.runner.place import import_folders
from traces.shim.recorder import put_recorder
from traces.simulate.executable import executable
from traces.simulate.named import plugins_named

WAYS = ("missing", "all", "none")
"""Which plugins are simulated."""


class StandIns:
    """The stand-ins of one place."""

    def __init__(
        self, recorders: Sequence[Recorder], workdir: Path, spool: str, gate: str = "", *, way: str, makes: bool
    ) -> None:
        """``way`` is one of WAYS; ``makes``: whether they make in the kernel what they claim. Raises InputError."""
        if way not in WAYS:
            raise InputError(f"simulate {way}: expected one of {', '.join(WAYS)}")
        self.names: set[str] = set()
        """The plugins that have a stand-in here."""
        self.never: frozenset[str] = frozenset()
        """Plugins that get no stand-in, be they missing."""
        self._recorders, self._workdir, self._spool, self._gate = tuple(recorders), workdir, spool, gate
        self._way, self._makes = way, makes

    def provide(self, network: Network, also: Iterable[str] = ()) -> None:
        """Put in what the network may run and what is to be simulated, ``also`` in any case. Raises PlaceError."""
        wanted = [name for name in plugins_named(network) if name not in self.never] if self._way != "none" else ()
        for name in dict.fromkeys((*wanted, *also)):
            if name not in self.names and (self._way == "all" or name in also or self._is_missing(name)):
                self._put(name)

    def among(self, network: Network) -> tuple[str, ...]:
        """The plugins that the network may run and that have a stand-in."""
        return tuple(name for name in plugins_named(network) if name in self.names)

    def told(self, trace: Trace) -> tuple[str, ...]:
        """The stand-ins that a trace called, in the order of the network."""
        called = {call.plugin for call in trace.calls} & self.names
        inner = (name for name in self.among(trace.network) if name in called)
        return tuple(dict.fromkeys((*inner, *sorted(called))))

    def _is_missing(self, name: str) -> bool:
        return not any(os.path.isfile(os.path.join(recorder.plugin_dir, name)) for recorder in self._recorders)

    def _put(self, name: str) -> None:
        if not self._recorders:
            raise PlaceError(f"{name} can't be simulated: there is no plugin folder that a stand-in could be put into")
        folder = self._workdir / "stand-ins"
        place = folder / name
        state = str(self._workdir / "state")
        content = executable(name, makes=self._makes, state=state, import_from=import_folders())
        try:
            folder.mkdir(exist_ok=True)
            place.write_bytes(content)
            place.chmod(0o755)
        except OSError as error:
            raise PlaceError(f"a stand-in can't be put into {folder}: {error.strerror}") from error
        put_recorder(self._recorders[0], name, str(place), self._spool, self._gate)
        self.names.add(name)
