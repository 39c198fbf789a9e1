"""What a headless start loads. The static contracts are import-linter's; this looks at what really happens."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("textual", "rich", "pyroute2", "watchdog")
COMMANDS = sorted(f"app.commands.{path.stem}" for path in (ROOT / "app" / "commands").glob("[!_]*.py"))


@pytest.mark.parametrize("module", ["traces", "traces.session.session", "app.cli", *COMMANDS])
def test_headless_start_loads_no_screen_and_no_kernel(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr, run.returncode) == ("", "", 0)
