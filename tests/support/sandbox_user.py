"""Runs tests once more as an ordinary user, in a process of that user."""

import os
import shutil
import site
import subprocess
import sys
from functools import cache
from pathlib import Path

NOBODY = 65534
ROOT = Path(__file__).resolve().parents[2]
_DROP = (
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all"),
    *("/bin/sh", "-c", 'exec "$0" "$@"'),  # setpriv itself still has root's capabilities when it executes
)


@cache
def python_of_everybody() -> str | None:
    """A Python that an ordinary user may start and that can load our packages, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        check = "import sys, pyroute2, pytest, traces.model; print(*sys.version_info[:2])"
        try:
            done = subprocess.run(
                [*_DROP, python, "-c", check], env=_environment(), cwd="/", capture_output=True, text=True, check=False
            )
        except OSError:
            continue
        if done.stdout.split() == [str(number) for number in sys.version_info[:2]]:
            return python
    return None


def run_as_nobody(*arguments: str, cwd: str = "/") -> "subprocess.CompletedProcess[str]":
    """Run that Python with these arguments as an ordinary user."""
    python = python_of_everybody()
    assert python is not None
    command = [*_DROP, python, *arguments]
    return subprocess.run(command, env=_environment(), cwd=cwd, capture_output=True, text=True, check=False)


def run_tests_as_nobody(*paths: str) -> "subprocess.CompletedProcess[str]":
    """Run test files as an ordinary user."""
    scratch = Path("/tmp", f"cnistep-tests-{os.getpid()}")
    scratch.mkdir(mode=0o700)
    os.chown(scratch, NOBODY, NOBODY)
    try:
        pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={scratch}/base")
        return run_as_nobody(*pytest, *paths, cwd=str(ROOT))
    finally:
        shutil.rmtree(scratch)


def _environment() -> dict[str, str]:
    path = [str(ROOT), *site.getsitepackages()]
    return {"PATH": os.defpath, "PYTHONPATH": ":".join(path), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent"}
