import os
import subprocess
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from traces.shim.compile import compile_with_cc, has_static_cc


def compiler(folder: Path, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@needs_compiler
def test_compiled_recorder_is_a_static_program(tmp_path: Path) -> None:
    target = tmp_path / "shim"
    assert compile_with_cc(target)
    assert os.listdir(tmp_path) == ["shim"]
    assert b"/ld-" not in target.read_bytes()[:4096]
    assert subprocess.run([target], capture_output=True, check=False).returncode == 127


def test_compiler_that_links_nothing_static_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler(tmp_path, "cc", 'case "$*" in *-static*) exit 1;; esac')
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert not has_static_cc(tmp_path)
    assert not compile_with_cc(tmp_path / "shim")
    assert not (tmp_path / "shim").exists()


@needs_compiler
def test_compiler_of_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = compiler(tmp_path, "mycc", f'echo "$1" > {tmp_path}/called; shift; exec cc "$@"')
    monkeypatch.setenv("CC", f"{named} --first")
    assert compile_with_cc(tmp_path / "shim")
    assert (tmp_path / "called").read_text() == "--first\n"


@needs_compiler
def test_useless_compiler_of_the_environment_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, "mycc", "exit 1"))
    assert has_static_cc(tmp_path)
    assert compile_with_cc(tmp_path / "shim")
