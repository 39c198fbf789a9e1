"""The sandbox: namespaces of its own that play the host, in which a chain may do what it likes."""

import base64
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traces.errors import PlaceError
from traces.kernel.materialise import to_wire
from traces.model.recorder import Recorder
from traces.model.result import Result
from traces.runner.executor import Completed
from traces.runner.launch import SOURCE, Connection
from traces.runner.place import HelperPlace, home_of
from traces.runner.terminal import attach, is_terminal, terminal_size

_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_BASH = ("/bin/bash", "--noprofile", "--norc")  # the user's own set-up may rely on what is not in here
_TAKEN_ALONG = ("TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE")


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSpec:
    """What a sandbox must have. All paths are absolute."""

    recorders: tuple[Recorder, ...] = ()
    """Laid over their plugin folders; the real ones are seen at `aside`."""
    workdir: str
    """A temporary folder of the host, to be read at the same path; its `spool` is a folder in memory."""
    plugin_dirs: tuple[str, ...] = ()
    """Seen as on the host, empty where the host lacks them."""
    cache_dir: str = "/var/lib/cni"
    """Empty and writable."""
    conf_dir: str = "/etc/cni/net.d"
    """Writable, with the host's files in it."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Put at these paths, in place of the host's."""


class Sandbox(HelperPlace):
    """An open sandbox. It lives until close(), so that ADD, CHECK, DEL and reruns see each other."""

    @property
    def environment(self) -> tuple[str, ...]:
        """The environment of a runtime that would run in here; the folders of iptables are on its PATH."""
        taken = (f"{name}={os.environ[name]}" for name in _TAKEN_ALONG if name in os.environ)
        return (f"PATH={_PATH}", "HOME=/root", *taken)

    def add_netns(self, path: str) -> None:
        """Make a network namespace as `ip netns add` does, unless it is there. Raises OSError."""
        self._ask({"op": "add_netns", "path": path})

    def remove_netns(self, path: str) -> None:
        """Take it away, if it is there. Raises OSError."""
        self._ask({"op": "remove_netns", "path": path})

    def run(self, argv: Sequence[str], stdin: bytes = b"", env: Sequence[str] | None = None) -> Completed:
        """Run a program to its end; its name is looked for on PATH, as a shell does."""
        env = self.environment if env is None else env
        running = self.execute(self._which(argv[0], env), argv, stdin, env)
        while (completed := running.wait(3600)) is None:
            continue
        return completed

    def shell(self) -> int:
        """A shell in the sandbox at the user's terminal; the exit code, 128 + n after signal n.

        Without a terminal it reads its commands from stdin.
        """
        program, *options = _BASH if self.find("bash", ["/bin"]) else ("/bin/sh",)
        if not is_terminal():
            return self._piped_shell(program)
        ending, theirs = os.pipe()
        env = [*self.environment, r"PS1=sandbox:\w# "]
        request = {"op": "terminal", "path": program, "argv": [program, *options], "env": env, "size": terminal_size()}
        try:
            frame = self._connection.ask(request, descriptors=[theirs])
        finally:
            os.close(theirs)
        if "errno" in frame.header:
            os.close(ending)
            os.close(frame.descriptors[0])
            raise PlaceError(f"{program}: {os.strerror(frame.header['errno']).lower()}")
        return attach(frame.descriptors[0], ending)

    def materialise(self, result: Result, *, netns: str, ifname: str) -> tuple[str, ...]:
        """Build in the kernel what the result claims; what could not be built, in words for the user.

        Raises OSError. See traces.kernel.materialise.
        """
        return tuple(self.call("materialise", "materialise_wire", to_wire(result, netns, ifname)))

    def _which(self, name: str, env: Sequence[str]) -> str:
        if "/" in name:
            return name
        paths = [entry[5:] for entry in env if entry.startswith("PATH=")]
        return self.find(name, paths[0].split(":") if paths else []) or name

    def _piped_shell(self, program: str) -> int:
        completed = self.run([program], sys.stdin.buffer.read())
        sys.stdout.buffer.write(completed.stdout)
        sys.stderr.buffer.write(completed.stderr)
        sys.stdout.flush()
        return 128 + completed.signal if completed.signal else completed.exit_code or 0


def open_sandbox(spec: SandboxSpec) -> Sandbox:
    """Make a sandbox. Raises PlaceError: its text names the step that was refused, and what works instead."""
    os.makedirs(os.path.join(spec.workdir, "spool"), mode=0o700, exist_ok=True)
    return Sandbox(Connection(_to_wire(spec)))


def _to_wire(spec: SandboxSpec) -> Mapping[str, Any]:
    """The specification with every path of the host resolved by us, who are still outside."""
    folders = [*spec.plugin_dirs, *(recorder.plugin_dir for recorder in spec.recorders)]
    for path in (*folders, spec.cache_dir, spec.conf_dir, spec.workdir, *(path for path, _ in spec.files)):
        if not os.path.isabs(path) or not os.path.normpath(path).strip("/"):
            raise PlaceError(f"{path!r} can't be a place in the sandbox: an absolute path other than / is needed")
    linked = [path for recorder in spec.recorders for path in recorder.outside]
    shown = dict.fromkeys([*folders, spec.workdir, *linked, *_python()])
    files = [*_hidden_resolver(), *spec.files]
    return {
        "place": "sandbox",
        "recorders": [
            (recorder.plugin_dir, os.path.realpath(recorder.directory), recorder.aside) for recorder in spec.recorders
        ],
        "spool": os.path.join(spec.workdir, "spool"),
        "plugin_dirs": list(dict.fromkeys(folders)),
        "cache_dir": spec.cache_dir,
        "conf_dir": spec.conf_dir,
        "conf_real": os.path.realpath(spec.conf_dir),
        "shown": [(path, os.path.realpath(path)) for path in shown if os.path.exists(path)],
        "files": [(path, base64.b64encode(content).decode()) for path, content in files],
    }


def _python() -> list[str]:
    """Python, and what the helper and the stand-ins may have to import, wherever it lies: below /tmp for one."""
    pyroute2 = os.path.join(home_of("pyroute2"), "pyroute2")
    return [str(SOURCE / "traces"), pyroute2, os.path.dirname(os.__file__), os.path.realpath(sys.executable)]


def _hidden_resolver() -> list[tuple[str, bytes]]:
    """What /etc/resolv.conf points at, where that is below /run and would not be seen."""
    real = os.path.realpath("/etc/resolv.conf")
    if not real.startswith("/run/"):
        return []
    try:
        return [(real, Path(real).read_bytes())]
    except OSError:
        return []
