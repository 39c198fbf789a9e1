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
class Answer:
    """How a plugin answered."""

    status: int | str
    """As subprocess has it; words where there is none."""
    stdout: bytes = b""
    started: bool = True

    def told(self) -> str:
        """The status in words."""
        if isinstance(self.status, str):
            return self.status
        return f"exit {self.status}" if self.status >= 0 else f"killed by {signal.Signals(-self.status).name}"


def ask_plugin(node: Node, spot: Spot, path: str) -> Answer:
    """What the plugin answers that stands at the node's path, called as runtimes call it."""
    return _ask(node, spot, path, lambda pid: None)


def ask_recorder(node: Node, spot: Spot) -> Answer:
    """What is answered through the recorder in the plugin's place. What it has kept of the question is removed."""
    return _ask(node, spot, spot.called, lambda pid: _forget(node, pid))


def difference(plain: Answer, wrapped: Answer) -> str:
    """How the answer through the recorder differs from the plugin's own, in words; empty where it does not.

    A plugin that cannot be started here, as of a tree whose libraries are not mounted, has no answer to compare.
    """
    if plain == wrapped or not plain.started:
        return ""
    if plain.status != wrapped.status:
        return f"{plain.told()} by itself, {wrapped.told()} through the recorder"
    return "other bytes on stdout through the recorder"


def _ask(node: Node, spot: Spot, path: str, ended: Callable[[int], None]) -> Answer:
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
        return Answer(status=f"not started ({error.strerror})", started=False)
    with process:
        try:
            stdout, _ = process.communicate(_STDIN, timeout=_SECONDS)
            return Answer(status=process.returncode, stdout=stdout)
        except subprocess.TimeoutExpired:
            return Answer(status=f"no answer in {_SECONDS} seconds")
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
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
