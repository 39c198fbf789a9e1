"""The host as a place: recorders over the plugins for us alone, everything else as it is."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_chain import BRIDGE, PLUGINS, call
from tests.support.sandbox_host import fingerprint
from tests.support.sandbox_place import PATH, shell_recorder
from traces.runner.host import HostSpec, open_host
from traces.runner.place import HelperPlace

pytestmark = pytest.mark.sandbox


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """A folder of plugins that is only ours."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "where").write_text("#!/bin/sh\nid -u; pwd; grep CapEff /proc/self/status; readlink /proc/self/ns/*\n")
    (folder / "where").chmod(0o755)
    return folder


@pytest.fixture
def place(plugins: Path, tmp_path: Path) -> Iterator[HelperPlace]:
    recorder = shell_recorder(str(plugins), tmp_path)
    with open_host(HostSpec(recorders=(recorder,), workdir=str(tmp_path))) as host:
        yield host


def _sh(place: HelperPlace, script: str) -> str:
    completed = place.execute("/bin/sh", ("sh", "-c", script), b"", (PATH,)).wait(60)
    assert completed and completed.exit_code == 0, completed
    return completed.stdout.decode()


def test_recorders_stand_in_for_us_alone(place: HelperPlace, plugins: Path) -> None:
    path = place.find("where", [str(plugins)])
    assert path == f"{plugins}/where"
    assert _sh(place, path).startswith(str(os.getuid()))
    assert (place.spool / "log").read_text() == " where\n"
    assert "recorder" not in (plugins / "where").read_text()
    assert os.listdir(plugins.parent / "spool") == []


def test_who_and_where_one_is_stays(place: HelperPlace, plugins: Path) -> None:
    inside = _sh(place, f"{plugins}/where").split("\n")
    done = subprocess.run(["/bin/sh", f"{plugins}/where"], env={}, capture_output=True, text=True, check=True)
    outside = done.stdout.split("\n")
    changed = {line.split(":")[0] for line in {*inside} ^ {*outside}}
    assert changed == ({"mnt"} if os.geteuid() == 0 else {"mnt", "user"})


def test_files_are_the_hosts(place: HelperPlace, tmp_path: Path) -> None:
    place.write(f"{tmp_path}/cache/results/file", b"kept")
    assert (tmp_path / "cache" / "results" / "file").read_bytes() == b"kept"
    place.remove(f"{tmp_path}/cache/results/file")
    assert place.listdir(f"{tmp_path}/cache/results") == ()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount on the host")
def test_later_mounts_of_the_host_arrive(plugins: Path, tmp_path: Path) -> None:
    """A runtime makes the netns after we have left its mount namespace."""
    script = f"""
import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from traces.kernel.mounts import tmpfs
from traces.kernel.syscalls import CLONE_NEWNS, MS_REC, mount, unshare
from traces.runner.host import HostSpec, open_host
unshare(CLONE_NEWNS)
mount("", "/", flags=1 << 20 | MS_REC)
with open_host(HostSpec(workdir={str(tmp_path)!r})) as place:
    tmpfs({str(plugins)!r}, 0o755)
    open({str(plugins / "late")!r}, "w").close()
    print(place.listdir({str(plugins)!r}))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "('late',)\n", done.stderr


@pytest.mark.plugins
def test_real_plugins_answer_and_the_host_is_the_same(tmp_path: Path) -> None:
    before = fingerprint()
    recorder = shell_recorder(PLUGINS, tmp_path)
    with open_host(HostSpec(recorders=(recorder,), workdir=str(tmp_path))) as place:
        assert b"supportedVersions" in call(place, "VERSION", BRIDGE, None).stdout
        assert (place.spool / "log").read_text() == "VERSION bridge\n"
    assert fingerprint() == before
    shutil.rmtree(tmp_path / "recorder")
