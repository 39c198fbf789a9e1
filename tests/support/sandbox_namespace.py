"""Runs a piece of Python in namespaces of its own, so that a test can mount and unshare."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def in_own_namespaces(script: str) -> str:
    """What the script prints; it is root in a new user, mount and network namespace. Fails where it fails."""
    return in_own_process(script, "unshare", "--user", "--map-root-user", "--mount", "--net")


def in_own_process(script: str, *before: str) -> str:
    """What the script prints, started by the command that stands before it. Fails where it fails."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    command = [*before, sys.executable, "-c", start + script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
