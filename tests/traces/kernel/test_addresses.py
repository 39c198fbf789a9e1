"""Addresses in a namespace."""

import subprocess
from pathlib import Path

import pytest

from tests.support.needs import needs_root
from traces.kernel.addresses import addresses_in


@needs_root
def test_given_addresses_are_read_and_no_others() -> None:
    devices = "ip link set lo up; ip link add pod0 type veth peer name pod1"
    script = f"{devices}; ip addr add 192.0.2.7/24 dev pod0; ip link set pod0 up; echo; read -r _"
    with subprocess.Popen(
        ["unshare", "--net", "sh", "-ec", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        found = addresses_in(f"/proc/{process.pid}/ns/net")
        process.communicate("over\n")
    assert found == ("192.0.2.7/24",)


def test_file_that_is_no_namespace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r".+"):
        addresses_in(str(tmp_path / "file"))
