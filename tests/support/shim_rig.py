"""A plugin and a recorder that has it as its plugin: to be executed in the same way, and compared."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from traces.shim.image import patched
from traces.shim.spool import Record, read_spool

SOURCES = Path(__file__).parents[2] / "traces" / "shim"
STRICT = ("-std=c11", "-Os", "-static", "-Wall", "-Wextra", "-Werror", "-pedantic")
ENV = {"CNI_COMMAND": "ADD", "CNI_CONTAINERID": "c1", "PATH": os.environ["PATH"]}


def compiled(target: Path, *sources: Path, flags: Sequence[str] = ()) -> Path:
    """A program made from C sources, with no warning."""
    subprocess.run(["cc", *STRICT, *flags, "-o", target, *sources], check=True)
    return target


@dataclass(frozen=True)
class Seen:
    """What the caller of a plugin sees."""

    status: int
    """As subprocess has it: the exit code, or a negative signal."""
    stdout: bytes
    stderr: bytes


@dataclass(frozen=True)
class Rig:
    """A plugin, its recorder and the spool, in a folder of their own."""

    folder: Path
    image: bytes
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def plain(self) -> Path:
        """The plugin itself."""
        return self.folder / "real" / self.name

    @property
    def shim(self) -> Path:
        """The recorder."""
        return self.folder / "bin" / self.name

    @property
    def spool(self) -> Path:
        """Where the recorder writes."""
        return self.folder / "spool"

    def set_up(self, program: str | Path) -> "Rig":
        """Put the plugin, its recorder and the spool in place."""
        for folder, mode in (
            (self.folder, 0o755),
            (self.plain.parent, 0o755),
            (self.shim.parent, 0o755),
            (self.spool, 0o700),
        ):
            folder.mkdir(mode=mode, exist_ok=True)
        if isinstance(program, Path):
            shutil.copy(program, self.plain)
        else:
            self.plain.write_text(f"#!/bin/sh\n{program}\n")
        self.plain.chmod(0o755)
        self.put_shim(self.shim, **self.settings)
        return self

    def put_shim(self, path: Path, **settings: Any) -> None:
        """Write a recorder for this rig's plugin, with other settings where given."""
        path.unlink(missing_ok=True)
        path.write_bytes(patched(self.image, **{"real": str(self.plain), "spool": str(self.spool), **settings}))
        path.chmod(0o755)

    def start(self, path: Path, *args: str, **options: Any) -> subprocess.Popen[bytes]:
        """Execute the plugin or the recorder, both under the recorder's name, with pipes."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([str(self.shim), *args], executable=path, **{**pipes, "env": ENV, **options})

    def run(self, path: Path, *args: str, stdin: bytes = b"", **options: Any) -> Seen:
        """Execute it and wait for its end."""
        with self.start(path, *args, **options) as process:
            stdout, stderr = process.communicate(stdin)
        return Seen(process.returncode, stdout or b"", stderr or b"")

    def both(self, *args: str, stdin: bytes = b"", **options: Any) -> tuple[Seen, Seen]:
        """What is seen of the plugin, and what of the recorder."""
        return (self.run(self.plain, *args, stdin=stdin, **options), self.run(self.shim, *args, stdin=stdin, **options))

    def records(self) -> tuple[Record, ...]:
        """What the spool holds."""
        return read_spool(self.spool)

    def record(self) -> Record:
        """The only record in the spool."""
        (record,) = self.records()
        return record


RigMaker = Callable[..., Rig]


def heed_signals() -> None:
    """Have no child be born with a signal ignored, as those of a pytest under nohup or in the background are.

    A signal with a handler has its default again after execve. Python itself ignores two, and gives these back.
    """
    for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda number, frame: None)


def eventually(true: Callable[[], object], seconds: float = 20) -> bool:
    """Whether it becomes true; the time is only how long a failure takes to be seen."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def is_alive(pid: int) -> bool:
    """Whether the process runs: gone and defunct both are not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def in_mounts(script: str, *command: str | Path) -> Sequence[str]:
    """The command in a mount namespace of its own, in which a script of mounts has been run before."""
    own_user = () if os.geteuid() == 0 else ("--user", "--map-root-user")
    return ("unshare", *own_user, "--mount", "sh", "-ec", f'{script}\nexec "$@"', "sh", *map(str, command))
