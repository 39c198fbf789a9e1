"""Mounts, in a mount namespace of the test's own."""

from pathlib import Path

import pytest

from tests.support.sandbox_namespace import in_own_namespaces

pytestmark = pytest.mark.sandbox


@pytest.mark.parametrize("kernel", ["new", "old"])
def test_a_sealed_tree_can_not_be_written(tmp_path: Path, kernel: str) -> None:
    """Before Linux 5.12 there is no mount_setattr; each mount is remounted then, with the flags that it has."""
    (tmp_path / "source" / "below a space").mkdir(parents=True)
    (tmp_path / "target").mkdir()
    script = f"""
import errno, os
from traces.kernel import mounts
from traces.kernel.syscalls import MS_NOEXEC, mount
def refuse(*arguments):
    raise OSError(errno.ENOSYS, "")
if {kernel!r} == "old":
    mounts.mount_setattr = refuse
below = {str(tmp_path / "source" / "below a space")!r}
mount("tmpfs", below, "tmpfs", MS_NOEXEC)
target = {str(tmp_path / "target")!r}
mounts.bind_sealed({str(tmp_path / "source")!r}, target)
for path in (target, target + "/below a space"):
    try:
        os.mkdir(path + "/new")
    except OSError as error:
        print(errno.errorcode[error.errno], os.statvfs(path).f_flag & 14)
print(os.statvfs(below).f_flag & 1)
"""
    assert in_own_namespaces(script) == "EROFS 6\nEROFS 14\n0\n"


def test_a_folder_in_memory_has_its_mode(tmp_path: Path) -> None:
    script = f"""
import os
from traces.kernel.mounts import tmpfs
tmpfs({str(tmp_path)!r}, 0o1777)
print(oct(os.stat({str(tmp_path)!r}).st_mode))
"""
    assert in_own_namespaces(script) == "0o41777\n"
