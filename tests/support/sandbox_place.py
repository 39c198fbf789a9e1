"""A sandbox, and a recorder made of shell scripts, for tests of the places."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from traces.model.recorder import Recorder
from traces.runner.executor import Completed
from traces.runner.sandbox import Sandbox, SandboxSpec, open_sandbox

PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"


@contextmanager
def fresh_sandbox(**fields: Any) -> Iterator[Sandbox]:
    """A sandbox with a working folder of its own; the fields are SandboxSpec's."""
    with TemporaryDirectory(prefix="cnistep-") as workdir, open_sandbox(SandboxSpec(workdir=workdir, **fields)) as box:
        yield box


def sh(box: Sandbox, script: str) -> str:
    """What a shell script in the sandbox prints; fails where it fails."""
    completed = box.run(("/bin/sh", "-c", script))
    assert completed.exit_code == 0, completed
    return completed.stdout.decode()


def attempt(box: Sandbox, script: str) -> Completed:
    """Run a shell script in the sandbox, whatever comes of it."""
    return box.run(("/bin/sh", "-c", script))


def shell_recorder(plugin_dir: str, workdir: Path) -> Recorder:
    """A recorder that notes each call in the spool's `log` and becomes the real plugin."""
    directory, aside = workdir / "recorder", workdir / "aside"
    directory.mkdir()
    aside.mkdir()
    for name in os.listdir(plugin_dir):
        script = directory / name
        script.write_text(f'#!/bin/sh\necho "$CNI_COMMAND {name}" >> {workdir}/spool/log\nexec {aside}/{name} "$@"\n')
        script.chmod(0o755)
    return Recorder(plugin_dir=plugin_dir, directory=str(directory), aside=str(aside))
