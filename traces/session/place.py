"""Opens a place to run in, with the recorders in it."""

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from traces.errors import InputError, PlaceError
from traces.kernel.snapshot import Wanted, take, to_wire
from traces.model.network import Attachment
from traces.model.recorder import Recorder
from traces.model.result import Result
from traces.model.snapshot import Snapshot
from traces.runner.executor import Executor
from traces.runner.host import HostSpec, open_host
from traces.runner.local import LocalExecutor
from traces.runner.place import HelperPlace
from traces.runner.refusal import refusal_text
from traces.runner.sandbox import Sandbox, SandboxSpec, open_sandbox
from traces.session.observing import Observer
from traces.session.stand_ins import StandIns
from traces.session.workdir import Workdir
from traces.shim.image import GATE_LENGTH
from traces.shim.recorder import prepare, prepare_on_path
from traces.shim.spool import SpoolReader
from traces.store.snapshot_codec import snapshot_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSpec:
    """What a place must have."""

    kind: str = "sandbox"
    """sandbox, or netns: the caller's own namespaces."""
    plugin_dirs: tuple[str, ...]
    cache_dir: str
    conf_dir: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files to be put into the sandbox, by path."""
    simulate: str = "missing"
    """Which plugins are simulated: missing, all or none."""
    snapshots: str = "all"
    """What is looked at between links: all, pod or none."""


class Place:
    """An open place: its executor, and the spool that its recorders write."""

    def __init__(self, spec: PlaceSpec) -> None:
        """Open it. Raises PlaceError; InputError where a plugin folder is none."""
        self.kind = spec.kind
        self.notes: tuple[str, ...] = ()
        self.plugin_dirs = spec.plugin_dirs
        self.hidden_path: tuple[str, ...] = ()
        self.ran: set[str] = set()
        """The ids of the traces that were run in it."""
        check_folders(spec.plugin_dirs)
        self.observer = Observer(self.look, spec.snapshots, {})
        """Looks at the kernel between the links of a run."""
        self._workdir = Workdir(spec.plugin_dirs)
        try:
            self.executor: Executor = self._open(spec)
        except BaseException:
            self._workdir.cleanup()
            raise
        self.notes = (*self.notes, *getattr(self.executor, "notes", ()))
        self.reader = SpoolReader(self.executor.spool or Path(self.spool))

    @property
    def workdir(self) -> Path:
        """A folder of ours that is seen in the place too, at the same path."""
        return self._workdir.path

    @property
    def spool(self) -> str:
        """Where the recorders write, as the place sees it."""
        return str(self.workdir / "spool")

    @property
    def gate(self) -> str:
        """Where its calls wait while somebody listens (GateServer); empty where no socket can have so long a path."""
        path = str(self.workdir / "gate")
        return path if len(os.fsencode(path)) <= GATE_LENGTH else ""

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox. Raises PlaceError where the place is none."""
        if not isinstance(self.executor, Sandbox):
            raise PlaceError("this needs the sandbox, but the chain runs on the host (--netns)")
        return self.executor

    def make_netns(self, path: str) -> None:
        """Make the pod's netns in the sandbox, unless it is there. Raises PlaceError."""
        try:
            self.sandbox.add_netns(path)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise PlaceError(refusal_text("the pod's netns", error.errno, path)) from None
            raise PlaceError(f"the pod's netns {path} can't be made in the sandbox: {error.strerror}") from None

    def build(self, result: Result, attachment: Attachment) -> tuple[str, ...]:
        """Build the sandbox from a result; what had to be left out, in words for the user. Raises PlaceError."""
        try:
            return self.sandbox.materialise(result, netns=attachment.netns, ifname=attachment.ifname)
        except OSError as error:
            place = f"{error.filename}: {error.strerror}"
            raise PlaceError(f"the sandbox can't be built from this prevResult: {place}") from None

    def look(self, wanted: Wanted) -> Snapshot:
        """What the kernel has in this place. Raises OSError, PlaceError."""
        if isinstance(self.executor, HelperPlace):
            return snapshot_of(self.executor.call("snapshot", "snapshot_wire", to_wire(wanted)), "the place")
        return take(wanted)

    def close(self) -> None:
        """Take everything away that the place was made of."""
        close = getattr(self.executor, "close", None)
        if close:
            close()
        self._workdir.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _open(self, spec: PlaceSpec) -> Executor:
        workdir, spool = self.workdir, self.spool
        if spec.kind == "sandbox":
            recorders = prepare(spec.plugin_dirs, workdir, spool, gate=self.gate, absent_too=spec.simulate != "none")
            self._take(recorders, spec, makes=True)
            return open_sandbox(
                SandboxSpec(
                    recorders=recorders,
                    workdir=str(workdir),
                    plugin_dirs=spec.plugin_dirs,
                    cache_dir=spec.cache_dir,
                    conf_dir=spec.conf_dir,
                    files=tuple(spec.files.items()),
                )
            )
        recorders = prepare(spec.plugin_dirs, workdir, spool, gate=self.gate)
        self._take(recorders, spec, makes=False)
        try:
            if not recorders and spec.simulate != "none":
                raise PlaceError("there is no plugin folder that a recorder could be laid over")
            return open_host(HostSpec(recorders=recorders, workdir=str(workdir)))
        except PlaceError as error:
            return self._on_path(spec, workdir, spool, error)

    def _take(self, recorders: tuple[Recorder, ...], spec: PlaceSpec, *, makes: bool) -> None:
        """These are the place's recorders: stand-ins and faults are put among them."""
        self.recorders = recorders
        self.stand_ins = StandIns(recorders, self.workdir, self.spool, self.gate, way=spec.simulate, makes=makes)

    def _on_path(self, spec: PlaceSpec, workdir: Path, spool: str, why: PlaceError) -> Executor:
        """Without a mount namespace the recorders go first on CNI_PATH, and the trace says so."""
        plugin_dirs = spec.plugin_dirs
        recorders = prepare_on_path(
            plugin_dirs, workdir / "on-path", spool, gate=self.gate, absent_too=spec.simulate != "none"
        )
        self._take(recorders, spec, makes=False)
        os.makedirs(spool, mode=0o700, exist_ok=True)
        self.hidden_path = tuple(recorder.directory for recorder in recorders)
        self.plugin_dirs = (*self.hidden_path, *plugin_dirs)
        self.notes = (f"the recorder stood first on CNI_PATH: {why}",)
        return LocalExecutor(spool=Path(spool))


def check_folders(plugin_dirs: Sequence[str]) -> None:
    """Refuse what recorders can't be laid over. Raises InputError."""
    for path in plugin_dirs:
        if os.path.exists(path) and not os.path.isdir(path):
            raise InputError(f"{path} is not a folder: plugins are looked for in folders")
        if os.path.realpath(path) == "/":
            raise InputError(f"{path or '(empty)'} can't be a plugin folder: recorders would lie over everything")
        inside = [other for other in plugin_dirs if os.path.realpath(other).startswith(os.path.realpath(path) + "/")]
        if inside:
            raise InputError(f"{inside[0]} lies in {path}, another plugin folder: recorders can't lie over both")
