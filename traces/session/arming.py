"""Puts faults into a chain: a recorder is given another program to record, taken away, or made not executable.

So a fault is executed, recorded and told by the runner like any plugin's failure; the trace's notes say that it was
put in.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.model.events import Event, TraceEnded
from traces.model.fault import Fault, FaultKind
from traces.model.network import Link, Network
from traces.model.trace import Trace
from traces.session.place import Place
from traces.shim.image import settings_of
from traces.shim.recorder import put_recorder
from traces.simulate.fault_scripts import fault_script
from traces.simulate.faults import ANSWERED, HARMLESS_UNREAD, NEED_THE_PLUGIN, asked_by, sentence

_BY_A_LINK_OR_NOT = "its link was never reached"
_BY_NOBODY = "nobody called it"


class Arming:
    """The faults of one run, each put in while its call is under way."""

    def __init__(self, place: Place, network: Network, verb: str, faults: Sequence[Fault]) -> None:
        """Those of the faults count that this verb of this network can come to. Raises InputError."""
        self._place = place
        self._network = network
        self._faults = [fault for fault in faults if _concerns(fault, network, verb)]
        self._done: list[Fault] = []
        for fault in self._faults:
            refuse_fault(place, fault)

    @contextmanager
    def around(self, verb: str, link: Link) -> Iterator[None]:
        """The faults of a link, for as long as it is asked this verb (traces.runner.plan.Plan.around)."""
        mine = [fault for fault in self._faults if _call(fault) == (link.type, link.index, verb)]
        with self._armed(mine):
            yield

    def watched(self, events: Iterator[Event]) -> Iterator[Event]:
        """The events of the run, with delegates under fault all the while; the trace is told what was put in."""
        with self._armed([fault for fault in self._faults if fault.link is None]):
            for event in events:
                yield TraceEnded(self._noted(event.trace)) if isinstance(event, TraceEnded) else event

    def _noted(self, trace: Trace) -> Trace:
        return replace(trace, notes=(*trace.notes, *(self._note(fault, trace) for fault in self._faults)))

    def _note(self, fault: Fault, trace: Trace) -> str:
        if fault.link is not None and fault not in self._done:
            return f"a fault was not put in, {_BY_A_LINK_OR_NOT}: {sentence(fault)}"
        called = any(call.plugin == fault.plugin and call.verb == fault.verb for call in trace.calls)
        if fault.link is None and not called and fault.kind not in (FaultKind.MISSING, FaultKind.NO_EXEC):
            return f"a fault was put in by cnistep, but {_BY_NOBODY}: {sentence(fault)}"
        unread = fault.verb not in ANSWERED and fault.kind in HARMLESS_UNREAD
        unseen = f" (libcni reads no answer to {fault.verb})" if unread else ""
        return f"fault put in by cnistep: {sentence(fault)}{unseen}"

    @contextmanager
    def _armed(self, faults: Sequence[Fault]) -> Iterator[None]:
        with ExitStack() as stack:
            for fault in faults:
                stack.enter_context(self._put_in(fault))
                self._done.append(fault)
            yield

    @contextmanager
    def _put_in(self, fault: Fault) -> Iterator[None]:
        """Put the fault into every folder that has the plugin, or into the first; afterwards all is as it was."""
        with ExitStack() as back:
            try:
                folder = Path(tempfile.mkdtemp(prefix="fault-", dir=self._place.workdir))
                for number, path in enumerate(_standing(self._place, fault.plugin)):
                    kept = folder / f"kept-{number}"
                    os.rename(path, kept)
                    back.callback(os.replace, kept, path)
                    self._stand_in(fault, path, kept, folder)
                if not _standing(self._place, fault.plugin) and fault.kind is not FaultKind.MISSING:
                    path = _paths(self._place, fault.plugin)[0]
                    back.callback(path.unlink, missing_ok=True)
                    self._stand_in(fault, path, None, folder)
            except OSError as error:
                raise PlaceError(f"{sentence(fault)}: {error.filename}: {error.strerror}") from error
            yield

    def _stand_in(self, fault: Fault, path: Path, kept: Path | None, folder: Path) -> None:
        """A recorder in that place whose program fails."""
        if fault.kind is FaultKind.MISSING:
            return
        script = folder / f"{path.parent.name}.sh"
        text = fault_script(fault, self._network.cni_version, _itself(kept, fault.plugin, script))
        script.write_bytes(os.fsencode(text))
        script.chmod(0o755)
        recorder = next(each for each in self._place.recorders if each.directory == str(path.parent))
        put_recorder(recorder, fault.plugin, str(script), self._place.spool, self._place.gate)
        if fault.kind is FaultKind.NO_EXEC:
            path.chmod(0o644)


def refuse_fault(place: Place, fault: Fault) -> None:
    """Raises InputError where a place can't have a fault: it has no recorders, or lacks a plugin that is needed."""
    if fault.plugin in ("", ".", "..") or "/" in fault.plugin or "\0" in fault.plugin:
        raise InputError(f"{sentence(fault)}: libcni looks for no plugin of that name")
    if not place.recorders:
        raise InputError(f"{sentence(fault)}: there is no plugin folder here that a fault could be put into")
    if fault.kind in NEED_THE_PLUGIN and not any(_real(path) for path in _standing(place, fault.plugin)):
        raise InputError(f"{sentence(fault)}: that needs the plugin, and there is no {fault.plugin} here")
    visible = [folder for folder in place.plugin_dirs if folder not in place.hidden_path]
    if fault.kind is FaultKind.MISSING and place.hidden_path and place.executor.find(fault.plugin, visible):
        raise InputError(f"{sentence(fault)}: nothing can be mounted over it here; no-exec works")


def _paths(place: Place, plugin: str) -> list[Path]:
    return [Path(recorder.directory, plugin) for recorder in place.recorders]


def _standing(place: Place, plugin: str) -> list[Path]:
    return [path for path in _paths(place, plugin) if os.path.isfile(path)]


def _concerns(fault: Fault, network: Network, verb: str) -> bool:
    """Whether the verb can come to the fault: its link is in this network, or it is no link's."""
    if fault.verb not in asked_by(verb):
        return False
    return fault.link is None or any(_call(fault)[:2] == (link.type, link.index) for link in network.links)


def _call(fault: Fault) -> tuple[str, int | None, str]:
    return fault.plugin, fault.link, fault.verb


def _real(recorder: Path) -> str | None:
    """The program that a recorder records; None for what is none: a copy of a plugin that can't be started."""
    try:
        return settings_of(recorder.read_bytes()).real
    except InputError:
        return None


def _itself(recorder: Path | None, plugin: str, script: Path) -> str | None:
    """A path of the plugin that has its name, as some are several programs in one file; None where there is none."""
    real = _real(recorder) if recorder is not None else None
    if real is None:
        return None
    folder = script.with_suffix("")
    folder.mkdir()
    (folder / plugin).symlink_to(real)
    return str(folder / plugin)
