"""Whatever system call of the recording fails, the caller sees the plugin alone."""

import os
import shutil
from pathlib import Path

import pytest

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import RigMaker

STRACE = Path(shutil.which("strace") or "")
pytestmark = [needs_compiler, also_gated, pytest.mark.skipif(not STRACE.name, reason="needs strace")]
EVERY = "1+"
"""Only for calls without which a shell starts: the fault stays where we become the plugin."""


@pytest.mark.parametrize(
    ("call", "when"),
    [
        *((call, EVERY) for call in ("fstatfs", "flock", "fchmod", "writev", "renameat")),
        *((call, EVERY) for call in ("getcwd", "readlink", "clone", "pipe2", "signalfd4", "close_range", "fcntl")),
        *((call, EVERY) for call in ("socket", "connect", "sendto", "recvfrom", "memfd_create")),
        *((call, EVERY) for call in ("rt_sigprocmask", "rt_sigaction", "ioctl", "getppid")),
        *((call, str(number)) for call in ("poll", "wait4") for number in (1, 2, 3)),
        *(("writev", str(number)) for number in range(1, 7)),
        *(("pipe2", str(number)) for number in range(1, 4)),
        *((call, str(number)) for call in ("openat", "newfstatat", "fstat", "stat") for number in range(1, 7)),
    ],
)
def test_a_failing_call_is_never_seen(make_rig: RigMaker, call: str, when: str) -> None:
    rig = make_rig("cat; echo err >&2; exit 5")
    plain = rig.run(rig.plain, stdin=b"hello")
    fault = ("-qq", "-o", os.devnull, "-e", f"inject=?{call}:error=ENOMEM:when={when}")
    seen = rig.run(STRACE, *fault, str(rig.shim), stdin=b"hello")
    assert seen == plain
