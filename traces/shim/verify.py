"""Whether a plugin answers VERSION through its recorder as it does without.

VERSION is the one question that changes nothing (CNI specification, section 2), and the one that runtimes ask of
plugins whenever they like. It is asked as libcni asks it (pkg/version/plugin.go, pkg/invoke/exec.go: GetVersionInfo).
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from traces.shim.node import Node, Spot

_STDIN = b'{"cniVersion":"1.0.0"}'
_ENVIRONMENT = {
    "CNI_COMMAND": "VERSION",
    **dict.fromkeys(("CNI_CONTAINERID", "CNI_NETNS", "CNI_IFNAME", "CNI_ARGS", "CNI_PATH"), "dummy"),
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
}
_SECONDS = 5
"""A plugin that takes longer is stopped: that counts as its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """How a plugin answered."""

    status: int | str
    """As subprocess has it; words where there is none."""
    stdout: bytes = b""

    def told(self) -> str:
        if isinstance(self.status, str):
            return self.status
        return f"exit {self.status}" if self.status >= 0 else f"killed by {signal.Signals(-self.status).name}"


def difference(node: Node, spot: Spot, aside: str) -> str:
    """How the answer through the recorder differs, in words; empty where it does not.

    ``aside`` is the plugin's own path on the node. What the recorder keeps of the question is removed.
    """
    plain = _ask(node, spot, aside, lambda pid: None)
    wrapped = _ask(node, spot, spot.path, lambda pid: _forget(node, pid))
    if plain == wrapped:
        return ""
    if plain.status != wrapped.status:
        return f"{plain.told()} by itself, {wrapped.told()} through the recorder"
    return "other bytes on stdout through the recorder"


def _ask(node: Node, spot: Spot, path: str, ended: Callable[[int], None]) -> _Answer:
    try:
        process = subprocess.Popen(
            [spot.called],
            executable=path,
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_enter(node.root),
        )
    except OSError as error:
        return _Answer(status=f"not started ({error.strerror})")
    with process:
        try:
            stdout, _ = process.communicate(_STDIN, timeout=_SECONDS)
            return _Answer(status=process.returncode, stdout=stdout)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return _Answer(status=f"no answer in {_SECONDS} seconds")
        finally:
            process.wait()
            ended(process.pid)


def _enter(root: str) -> Callable[[], None]:
    """What the child does to find the node's files at their own paths."""

    def enter() -> None:
        if root != "/":
            os.chroot(root)
        os.chdir("/")

    return enter


def _forget(node: Node, pid: int) -> None:
    """Remove the record of the recorder that had this pid: the question was ours, no runtime's."""
    spool = node.seen(node.spool)
    with contextlib.suppress(OSError):
        for name in os.listdir(spool):
            if name.split("-")[1:2] == [str(pid)] and ".poll." in name:
                os.unlink(os.path.join(spool, name))
