import os
import stat
import subprocess
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler, needs_namespaces
from tests.support.node_rig import NodeRig
from tests.support.shim_rig import ENV, in_mounts
from traces.errors import PlaceError
from traces.shim.image import settings_of
from traces.shim.recorder import prepare, prepare_on_path
from traces.shim.spool import read_spool

pytestmark = needs_compiler


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """A folder of plugins as they are found on nodes."""
    folder = tmp_path / "plugins"
    (folder / "folder").mkdir(parents=True)
    for name, mode in (("bridge", 0o755), ("calico", 0o6755), ("LICENSE", 0o644)):
        (folder / name).write_text("#!/bin/sh\nread x; echo $x\n")
        (folder / name).chmod(mode)
    (folder / "linked").symlink_to("bridge")
    (folder / "dangling").symlink_to("nowhere")
    return folder


def modes(folder: str) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in Path(folder).iterdir()}


def test_each_plugin_gets_a_recorder_of_its_mode(plugins: Path, tmp_path: Path) -> None:
    (recorder,) = prepare([str(plugins)], tmp_path / "work", "/spool")
    assert recorder.plugin_dir == str(plugins)
    assert modes(recorder.directory) == {"bridge": 0o755, "calico": 0o755, "LICENSE": 0o644, "linked": 0o755}
    assert not any(path.is_symlink() for path in Path(recorder.directory).iterdir())


@pytest.mark.parametrize("content", [b"", b"garbage", b"echo no first line\n", b"#!/no/such/interpreter\n"])
def test_what_cannot_be_started_is_refused_alike(plugins: Path, tmp_path: Path, content: bytes) -> None:
    broken = plugins / "broken"
    broken.write_bytes(content)
    broken.chmod(0o4755)
    (recorder,) = prepare([str(plugins)], tmp_path / "work", "/spool")
    refusals = []
    for folder in (str(plugins), recorder.directory):
        with pytest.raises(OSError) as refusal:
            subprocess.run([f"{folder}/broken"], check=False)
        refusals.append(refusal.value.errno)
    assert refusals[0] == refusals[1]
    assert Path(recorder.directory, "broken").read_bytes() == content
    assert modes(recorder.directory)["broken"] == 0o755
    assert settings_of(Path(recorder.directory, "bridge").read_bytes())


def test_plugin_is_run_itself_on_a_node_that_has_it_wrapped(tmp_path: Path, recorder_image: bytes) -> None:
    node = NodeRig(tmp_path / "node", recorder_image).set_up()
    for name in ("bridge", "replaced"):
        node.put(name, "one")
    node.install()
    node.put("replaced", "two")
    (recorder,) = prepare([str(node.bin)], tmp_path / "work", str(tmp_path / "spool"))
    told = {name: settings_of(Path(recorder.directory, name).read_bytes()).real for name in ("bridge", "replaced")}
    assert told == {"bridge": f"{recorder.aside}/.cnistep/bridge", "replaced": f"{recorder.aside}/replaced"}
    assert set(modes(recorder.directory)) == {"bridge", "replaced"}


def test_recorders_look_for_the_plugin_aside(plugins: Path, tmp_path: Path) -> None:
    (recorder,) = prepare([str(plugins)], tmp_path / "work", "/spool")
    settings = settings_of(Path(recorder.directory, "bridge").read_bytes())
    assert recorder.aside == str(tmp_path / "work" / "real-0")
    assert os.listdir(recorder.aside) == []
    assert (settings.real, settings.spool) == (f"{recorder.aside}/bridge", "/spool")
    assert settings.home == str(plugins / "bridge")


def test_folders_that_are_missing_or_repeated_get_none(plugins: Path, tmp_path: Path) -> None:
    alias = tmp_path / "alias"
    alias.symlink_to(plugins)
    recorders = prepare(["", str(tmp_path / "no"), str(plugins), str(alias)], tmp_path / "work", "/spool")
    assert [recorder.plugin_dir for recorder in recorders] == [str(plugins)]


def test_several_folders_are_numbered(plugins: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    recorders = prepare([str(plugins), str(other)], tmp_path / "work", "/spool")
    assert [Path(recorder.directory).name for recorder in recorders] == ["recorder-0", "recorder-1"]
    assert [Path(recorder.aside).name for recorder in recorders] == ["real-0", "real-1"]


def test_recorders_on_the_path_run_the_plugin_in_place(plugins: Path, tmp_path: Path) -> None:
    spool = tmp_path / "spool"
    spool.mkdir(mode=0o700)
    (recorder,) = prepare_on_path([str(plugins)], tmp_path / "work", str(spool))
    assert recorder.aside == str(plugins)
    done = subprocess.run([f"{recorder.directory}/bridge"], input=b"hello\n", env=ENV, capture_output=True, check=True)
    assert done.stdout == b"hello\n"
    assert [record.real for record in read_spool(spool)] == [str(plugins / "bridge")]


@needs_namespaces
def test_recorders_run_when_mounted_over_the_plugins(plugins: Path, tmp_path: Path) -> None:
    spool = tmp_path / "spool"
    spool.mkdir(mode=0o700)
    (recorder,) = prepare([str(plugins)], tmp_path / "work", str(spool))
    mounts = f"mount --bind {plugins} {recorder.aside}; mount --bind {recorder.directory} {plugins}"
    command = in_mounts(mounts, plugins / "bridge")
    done = subprocess.run(command, input=b"hello\n", env=ENV, capture_output=True, check=True)
    assert done.stdout == b"hello\n"
    (record,) = read_spool(spool)
    assert (record.real, record.argv) == (f"{recorder.aside}/bridge", (os.fsencode(plugins / "bridge"),))


def test_unwritable_work_folder_is_named(plugins: Path, tmp_path: Path) -> None:
    (tmp_path / "work").write_text("a file")
    with pytest.raises(PlaceError, match=r"recorders cannot be put into .*/work/recorder-0: Not a directory"):
        prepare([str(plugins)], tmp_path / "work", "/spool")
