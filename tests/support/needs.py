"""What a test needs of the machine. Where it is missing the test is left out, and pytest -ra says why.

With CNISTEP_TESTS=all nothing is left out: a test whose need is missing fails.
"""

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

PLUGIN_DIR = Path("/usr/lib/cni")
"""Where Debian's containernetworking-plugins has them."""
_PLUGINS = ("bridge", "host-local", "portmap", "bandwidth", "firewall", "tuning", "loopback")


def _needs(met: bool, reason: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not met and os.environ.get("CNISTEP_TESTS") != "all", reason=reason)


@functools.cache
def _has_namespaces() -> bool:
    """Whether this user gets namespaces of their own: user, network, mount and pid."""
    if not shutil.which("unshare"):
        return False
    command = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _is_static(program: Path) -> bool:
    """Whether a program is there and runs without a loader, so in a folder with nothing else."""
    if not program.exists():
        return False
    with program.open("rb") as file:
        return b"/ld-" not in file.read(4096)


needs_root = _needs(os.geteuid() == 0, "needs root")
needs_plugins = _needs(
    all((PLUGIN_DIR / name).exists() for name in _PLUGINS),
    f"needs the plugins of Debian's containernetworking-plugins in {PLUGIN_DIR}",
)
needs_namespaces = _needs(_has_namespaces(), "needs user, network, mount and pid namespaces")
needs_compiler = _needs(shutil.which("cc") is not None, "needs a C compiler (cc) with libc's headers")
needs_containerd = _needs(
    all(map(shutil.which, ("containerd", "ctr", "runc"))) and _is_static(Path("/bin/busybox")),
    "needs containerd, runc and busybox-static",
)
needs_tmux = _needs(shutil.which("tmux") is not None, "needs tmux")
