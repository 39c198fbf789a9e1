"""Whoever presses ctrl+c while everything is still being loaded gets no traceback."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STOPS_WHILE_LOADING = """
import os, signal, sys, threading
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
from app.start import main
sys.argv = ["cnistep", "list"]
main()
print("it was not stopped")
"""


def test_an_interrupt_while_loading_is_quiet() -> None:
    ran = subprocess.run([sys.executable, "-c", STOPS_WHILE_LOADING], cwd=ROOT, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, b"", b"")


def test_an_ignored_interrupt_stays_ignored() -> None:
    code = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{STOPS_WHILE_LOADING}"
    code = code.replace('"list"', '"--version"')
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert b"Traceback" not in ran.stderr and ran.returncode != -signal.SIGINT


def test_after_loading_an_interrupt_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    from app import start

    found = []
    monkeypatch.setattr("app.cli.main", lambda: found.append(signal.getsignal(signal.SIGINT)))
    start.main()
    assert found == [signal.default_int_handler]
