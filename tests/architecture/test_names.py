"""Where a test stands: beside nothing, but in the same place below tests/ as what it tests."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_THE_WHOLE = ("architecture", "bench", "golden", "whole")
"""Folders of tests whose subject is more than one source file."""
OF_SEVERAL_FILES = (
    "tests/app/commands/test_node_runtime.py",
    "tests/traces/shim/test_failures.py",
    "tests/traces/kernel/test_read_back.py",
    "tests/traces/diagnosis/test_healthy.py",
    "tests/traces/diagnosis/test_real_conflists.py",
    "tests/traces/diagnosis/test_reports.py",
)
"""Tests of a package as one: whatever system call of the shim's fails, in any of its files; building and reading; all
rules together over real faults, and over none."""


def has_source(test: Path) -> bool:
    """Whether the module, package or C file that the test is named after is there."""
    below = test.relative_to(ROOT / "tests")
    source = ROOT / below.with_name(below.name.removeprefix("test_"))
    of_several = str(test.relative_to(ROOT)) in OF_SEVERAL_FILES
    return of_several or source.exists() or source.with_suffix(".c").exists() or source.with_suffix("").is_dir()


def test_every_test_mirrors_a_source_file() -> None:
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    mirrored = [test for test in tests if test.relative_to(ROOT / "tests").parts[0] not in OF_THE_WHOLE]
    assert mirrored
    assert [str(test.relative_to(ROOT)) for test in mirrored if not has_source(test)] == []
