"""System calls that Python has no function for."""

import pytest

from traces.kernel.syscalls import filesystem_magic


def test_a_file_system_is_known_by_its_magic_number() -> None:
    assert filesystem_magic("/proc/self/status") == 0x9FA0
    with pytest.raises(FileNotFoundError):
        filesystem_magic("/proc/none")
