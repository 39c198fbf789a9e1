"""User and network namespaces."""

import os
from pathlib import Path

import pytest

from tests.support.sandbox_namespace import in_own_namespaces, in_own_process
from traces.kernel.namespaces import identity, is_netns

pytestmark = pytest.mark.sandbox


def test_the_identity_map_has_every_id_once() -> None:
    for kind in ("uid", "gid"):
        outside = [line.split() for line in Path(f"/proc/self/{kind}_map").read_text().splitlines()]
        assert [line.split() for line in identity(kind).splitlines()] == [[a, a, n] for a, _, n in outside]


@pytest.mark.parametrize("root", [True, False])
def test_a_user_namespace_is_entered_as_asked(root: bool) -> None:
    script = f"""
import os
from traces.kernel.namespaces import unshare_user
unshare_user(root={root})
print(os.getuid(), os.getgid())
"""
    assert in_own_process(script) == ("0 0\n" if root else f"{os.getuid()} {os.getgid()}\n")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may map every id")
def test_root_keeps_every_owner() -> None:
    script = """
import os
from traces.kernel.namespaces import identity, unshare_user
outside = identity("uid")
unshare_user(root=True)
print(identity("uid") == outside)
"""
    assert in_own_process(script) == "True\n"


def test_a_netns_is_kept_and_dropped(tmp_path: Path) -> None:
    script = f"""
import os
from traces.kernel.namespaces import drop_netns, is_netns, keep_new_netns
path = {str(tmp_path / "netns" / "pod")!r}
before = os.readlink("/proc/self/ns/net")
keep_new_netns(path)
print(is_netns(path), os.stat(path).st_ino == os.stat("/proc/self/ns/net").st_ino)
print(os.readlink("/proc/self/ns/net") != before)
drop_netns(path)
print(os.path.exists(path))
"""
    assert in_own_namespaces(script) == "True True\nTrue\nFalse\n"


def test_a_netns_that_can_not_be_made_leaves_no_file(tmp_path: Path) -> None:
    script = f"""
import os
from traces.kernel import namespaces
def refuse(flags):
    raise OSError(28, "no space left")
namespaces.unshare = refuse
try:
    namespaces.keep_new_netns({str(tmp_path / "pod")!r})
except OSError as error:
    print(error.errno, os.listdir({str(tmp_path)!r}))
"""
    assert in_own_namespaces(script) == "28 []\n"


def test_lo_is_raised() -> None:
    script = """
from pathlib import Path
from traces.kernel.namespaces import raise_loopback
raise_loopback()
print("00000000000000000000000000000001" in Path("/proc/net/if_inet6").read_text())
"""
    assert in_own_namespaces(script) == "True\n"


def test_a_file_is_no_netns(tmp_path: Path) -> None:
    assert is_netns("/proc/self/ns/net")
    assert not is_netns("/proc/self/ns/mnt/none") and not is_netns(str(tmp_path))
