"""Folders of recorders that stand in for plugin folders while a chain runs."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from traces.errors import PlaceError
from traces.model.recorder import Recorder
from traces.shim.image import is_recorder, patched, shim_path
from traces.shim.node import ASIDE
from traces.shim.startable import is_startable


def prepare(
    plugin_dirs: Sequence[str], workdir: Path, spool: str, *, gate: str = "", absent_too: bool = False
) -> tuple[Recorder, ...]:
    """A folder of recorders for each plugin folder that exists, to be bind-mounted over it.

    ``workdir/recorder-N`` holds a recorder for each plugin, with its name and mode; they expect the plugins at
    ``workdir/real-N``, made here and empty, where the plugin folder is to be bound before it is covered. Until then
    they find them in the plugin folder. Of what the kernel cannot start there is a copy instead, to be refused as it
    would be. Calls wait at the ``gate``, a socket, while somebody listens there (gate.py). With ``absent_too`` there is
    one, empty, for the first plugin folder also where that does not exist.
    Raises PlaceError where workdir cannot be written or there is no recorder.
    """
    told = _Told(shim_path().read_bytes(), spool, gate)
    return _recorders(plugin_dirs, workdir, told, aside=True, absent=plugin_dirs[:1] if absent_too else ())


def prepare_on_path(
    plugin_dirs: Sequence[str], workdir: Path, spool: str, *, gate: str = "", absent_too: bool = False
) -> tuple[Recorder, ...]:
    """The same where nothing can be mounted: folders that go first on CNI_PATH, the plugins stay where they are."""
    told = _Told(shim_path().read_bytes(), spool, gate)
    return _recorders(plugin_dirs, workdir, told, aside=False, absent=plugin_dirs[:1] if absent_too else ())


def put_recorder(recorder: Recorder, plugin: str, real: str, spool: str, gate: str = "") -> None:
    """Put a recorder of that name into a folder of recorders, in place of what is there, for the program ``real``.

    It is seen at once wherever the folder is mounted. Raises PlaceError.
    """
    home = os.path.join(recorder.plugin_dir, plugin)
    content = _Told(shim_path().read_bytes(), spool, gate).recorder(real, home)
    place = Path(recorder.directory, plugin)
    new = place.with_name(f".{plugin}.new")
    try:
        new.unlink(missing_ok=True)
        _write(new, content, 0o755)
        os.replace(new, place)
    except OSError as error:
        raise PlaceError(f"a recorder cannot be put into {recorder.directory}: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class _Told:
    """What all recorders of a place have in common."""

    image: bytes
    spool: str
    gate: str

    def recorder(self, real: str, home: str) -> bytes:
        """The recorder of one plugin."""
        return patched(self.image, real=real, home=home, spool=self.spool, gate=self.gate)


def _recorders(
    plugin_dirs: Sequence[str], workdir: Path, told: _Told, *, aside: bool, absent: Sequence[str] = ()
) -> tuple[Recorder, ...]:
    workdir = Path(os.path.abspath(workdir))
    folders = list(_existing(plugin_dirs, absent))
    reals = {
        os.path.realpath(folder): workdir / f"real-{number}" if aside else Path(os.path.abspath(folder))
        for number, folder in enumerate(folders)
    }
    recorders = []
    for number, (plugin_dir, real) in enumerate(zip(folders, reals.values(), strict=True)):
        directory = workdir / f"recorder-{number}"
        try:
            if aside:
                real.mkdir(parents=True)
            directory.mkdir(parents=True)
            outside = _fill(directory, Path(os.path.abspath(plugin_dir)), reals, told)
        except OSError as error:
            raise PlaceError(f"recorders cannot be put into {directory}: {error.strerror}") from error
        recorders.append(
            Recorder(plugin_dir=plugin_dir, directory=str(directory), aside=str(real), outside=tuple(outside))
        )
    return tuple(recorders)


def _existing(plugin_dirs: Sequence[str], absent: Sequence[str]) -> Iterator[str]:
    """Each folder once: what is mounted over it covers it under all its names. Those of ``absent`` need not exist."""
    seen = set()
    for plugin_dir in plugin_dirs:
        place = os.path.realpath(plugin_dir)
        if plugin_dir and (os.path.isdir(place) or plugin_dir in absent) and place not in seen:
            seen.add(place)
            yield plugin_dir


def _fill(directory: Path, plugin_dir: Path, reals: Mapping[str, Path], told: _Told) -> list[str]:
    """Put a recorder there for each plugin; the files outside all plugin folders that plugins are links to."""
    plugins = []
    if plugin_dir.is_dir():
        with os.scandir(plugin_dir) as entries:
            plugins = [(entry.name, entry.stat().st_mode) for entry in entries if entry.is_file()]
    outside = []
    for name, mode in plugins:
        plugin = plugin_dir / name
        real = _real(plugin, reals)
        if not any(real.is_relative_to(folder) for folder in reals.values()):
            outside.append(str(real))
        if mode & 0o111 and not is_startable(plugin):
            content = plugin.read_bytes()
        else:
            content = told.recorder(str(real), str(plugin))
        _write(directory / name, content, stat.S_IMODE(mode) & ~(stat.S_ISUID | stat.S_ISGID))
    return outside


def _real(plugin: Path, reals: Mapping[str, Path]) -> Path:
    """Where the plugin is found once recorders lie over all plugin folders: beside, or where its link leads."""
    target = _itself(Path(os.path.realpath(plugin)))
    for folder, real in reals.items():
        if target.is_relative_to(folder):
            return real / target.relative_to(folder)
    return target


def _itself(plugin: Path) -> Path:
    """The plugin, also where a recorder stands in its place on this node: that one would look for it where ours is."""
    aside = plugin.with_name(ASIDE) / plugin.name
    return aside if aside.is_file() and is_recorder(plugin.read_bytes()) else plugin


def _write(path: Path, content: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o700)
    with open(descriptor, "wb", buffering=0) as file:
        os.fchmod(descriptor, mode)
        file.write(content)
