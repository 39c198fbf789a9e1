"""Settings and reservations, read from files that anybody may have made."""

import os
from pathlib import Path

import pytest

from traces.kernel.snapshot_files import read_reservations, read_sysctl, setting_path
from traces.model.snapshot import Reservation, Sysctl


def test_a_setting_is_read_by_either_spelling() -> None:
    value = Path("/proc/sys/kernel/ostype").read_text().strip()
    assert read_sysctl("kernel.ostype") == Sysctl(name="kernel.ostype", value=value)
    assert read_sysctl("kernel/ostype").value == value


def test_a_setting_that_is_not_there_is_none() -> None:
    assert read_sysctl("net.ipv4.conf.nosuch0.rp_filter").value is None


def test_dots_of_interface_names_are_kept() -> None:
    assert setting_path("net.ipv4.conf.eth0/7.rp_filter") == "/proc/sys/net/ipv4/conf/eth0.7/rp_filter"
    assert setting_path("net/ipv4/conf/eth0.7/rp_filter") == "/proc/sys/net/ipv4/conf/eth0.7/rp_filter"


@pytest.mark.parametrize("name", ["", "kernel", "../../etc/passwd", "net/../../../etc/passwd", "/etc/passwd", "a.b\0"])
def test_what_is_no_setting_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a setting"):
        setting_path(name)


def test_reservations_name_their_container(tmp_path: Path) -> None:
    (tmp_path / "10.1.0.2").write_bytes(b"c0ffee\r\neth0")
    (tmp_path / "10.1.0.3").write_bytes(b"old")
    (tmp_path / "last_reserved_ip.0").write_bytes(b"10.1.0.3")
    (tmp_path / "lock").touch()
    assert tuple(read_reservations(str(tmp_path))) == (
        Reservation(path=f"{tmp_path}/10.1.0.2", container_id="c0ffee", ifname="eth0"),
        Reservation(path=f"{tmp_path}/10.1.0.3", container_id="old"),
        Reservation(path=f"{tmp_path}/last_reserved_ip.0"),
        Reservation(path=f"{tmp_path}/lock"),
    )


def test_a_missing_folder_has_no_reservations(tmp_path: Path) -> None:
    assert tuple(read_reservations(str(tmp_path / "none"))) == ()


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "10.1.0.2")
    with pytest.raises(OSError, match="not a regular file"):
        tuple(read_reservations(str(tmp_path)))
