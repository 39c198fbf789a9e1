"""The sandbox's root: the host to read, what it lacks made, what lies below /tmp brought back."""

import ast
import os
import socket
from pathlib import Path

import pytest

from tests.support.sandbox_namespace import in_own_process
from tests.support.sandbox_place import attempt, fresh_sandbox, sh
from traces.errors import PlaceError

pytestmark = pytest.mark.sandbox


def test_missing_folders_appear(tmp_path: Path) -> None:
    with fresh_sandbox(plugin_dirs=("/opt/none/bin", "/usr/lib/none", "/none"), cache_dir="/srv/none/cache") as box:
        assert sh(box, "ls -A /opt/none/bin /usr/lib/none /none").split(":\n") != []
        sh(box, "echo kept > /srv/none/cache/file")
        assert box.read("/srv/none/cache/file") == b"kept\n"
    assert not any(os.path.exists(path) for path in ("/opt/none", "/usr/lib/none", "/none", "/srv/none"))


def test_a_folder_made_anew_keeps_its_children() -> None:
    with fresh_sandbox(plugin_dirs=("/usr/lib/none",)) as box:
        assert set(sh(box, "ls -A /usr/lib").split()) == {*os.listdir("/usr/lib"), "none"}
        assert attempt(box, "touch /usr/lib/python3/x").exit_code != 0


def test_plugins_below_tmp_are_seen_read_only(tmp_path: Path) -> None:
    plugins = tmp_path / "bin"
    plugins.mkdir()
    (plugins / "noop").write_text("#!/bin/sh\necho noop\n")
    (plugins / "noop").chmod(0o755)
    with fresh_sandbox(plugin_dirs=(str(plugins),)) as box:
        assert sh(box, f"{plugins}/noop") == "noop\n"
        assert attempt(box, f"echo x > {plugins}/noop").exit_code != 0


def test_a_plugin_folder_behind_a_symlink_is_seen(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "noop").touch()
    (tmp_path / "link").symlink_to("real")
    with fresh_sandbox(plugin_dirs=(f"{tmp_path}/link",)) as box:
        assert box.find("noop", [f"{tmp_path}/link"]) == f"{tmp_path}/link/noop"


def test_configuration_is_read_and_can_be_added_to(tmp_path: Path) -> None:
    (tmp_path / "10-net.conflist").write_text("{}")
    (tmp_path / "10-link").symlink_to("10-net.conflist")
    with fresh_sandbox(conf_dir=str(tmp_path)) as box:
        assert box.read(f"{tmp_path}/10-link") == b"{}"
        sh(box, f"echo x > {tmp_path}/new")
        assert box.listdir(str(tmp_path)) == ("10-link", "10-net.conflist", "new")
    assert sorted(os.listdir(tmp_path)) == ["10-link", "10-net.conflist"]


def test_files_are_put_in_place_of_the_hosts() -> None:
    files = (("/etc/hostname", b"other\n"), ("/run/flannel/subnet.env", b"A=1\n"), ("/usr/lib/none/x", b"\0\xff"))
    with fresh_sandbox(files=files) as box:
        for path, content in files:
            assert box.read(path) == content
    assert not os.path.exists("/usr/lib/none")


def test_a_socket_of_a_daemon_is_masked(tmp_path: Path) -> None:
    folder = Path("/var/tmp" if os.access("/var/tmp", os.W_OK) else str(tmp_path), f"cnistep-test-{os.getpid()}")
    folder.mkdir()
    try:
        with socket.socket(socket.AF_UNIX) as daemon:
            daemon.bind(str(folder / "daemon.sock"))
            daemon.listen()
            with fresh_sandbox() as box:
                assert sh(box, f"stat -c %F {folder}/daemon.sock") == "character special file\n"
    finally:
        (folder / "daemon.sock").unlink()
        folder.rmdir()


def test_tmp_is_empty_but_for_what_is_needed() -> None:
    with fresh_sandbox() as box:
        assert not {"systemd-private", ".X11-unix"} & set(sh(box, "ls -A /tmp").split())
        assert sh(box, "ls -A /run") == sh(box, "find /run -maxdepth 1 -type l -printf '%f\\n'")


@pytest.mark.parametrize("path", ["relative", "/", "//", "/usr/.."])
def test_a_place_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(PlaceError, match="absolute path"), fresh_sandbox(cache_dir=path):
        pass


def test_a_file_in_the_way_is_named() -> None:
    with pytest.raises(PlaceError, match="/etc/hostname"), fresh_sandbox(cache_dir="/etc/hostname/cache"):
        pass


def test_files_beside_a_configuration_folder_are_put(tmp_path: Path) -> None:
    conf, beside = Path("/usr/lib/cni"), "/usr/lib/beside"
    with fresh_sandbox(conf_dir=str(conf), plugin_dirs=("/usr/lib/none",), files=((beside, b"x"),)) as box:
        assert box.read(beside) == b"x"
        assert sh(box, f"touch {conf}/new; ls {conf}").split().count("new") == 1


def test_every_bind_is_sealed_on_an_old_kernel(tmp_path: Path) -> None:
    """Before Linux 5.12 there is no mount_setattr."""
    script = """
import errno, os
from traces.kernel import mounts
from traces.kernel.syscalls import mount
from traces.runner.rootfs import Root
def refuse(*arguments):
    raise OSError(errno.ENOSYS, "")
mounts.mount_setattr = refuse
root = Root()
mount("proc", "/proc", "proc", 14)
root.bring_host()
print([line.split()[4] for line in open("/proc/self/mountinfo") if "ro" not in line.split()[5].split(",")])
print(os.path.isdir("/usr/lib"), os.path.isfile("/etc/passwd"))
"""
    writable, present = in_own_process(script, "unshare", "-Urmpf").splitlines()
    host = {point for point in ast.literal_eval(writable) if point.startswith("/.host")}
    assert set(ast.literal_eval(writable)) - host == {"/", "/proc"}
    assert present == "True True"
