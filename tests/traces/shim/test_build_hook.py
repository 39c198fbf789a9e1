import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_compiler
from traces.shim.compile import SOURCES

pytest.importorskip("hatchling")

from traces.shim.build_hook import CustomBuildHook


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CustomBuildHook:
    """The hook of a checkout of its own."""
    sources = tmp_path / "traces" / "shim"
    sources.mkdir(parents=True)
    for source in (*SOURCES.glob("*.[ch]"), SOURCES / "compile.py"):
        (sources / source.name).write_bytes(source.read_bytes())
    monkeypatch.delenv("CNISTEP_BUILD_ZIG", raising=False)
    return CustomBuildHook(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]


def built(hook: CustomBuildHook) -> dict[str, Any]:
    data: dict[str, Any] = {"artifacts": [], "force_include": {}, "pure_python": True}
    hook.initialize("standard", data)
    return data


@needs_compiler
def test_compiler_makes_the_recorder_without_zig(hook: CustomBuildHook) -> None:
    assert hook.dependencies() == []
    data = built(hook)
    assert data["artifacts"] == ["/traces/shim/cnistep-shim"]
    assert data["tag"].startswith("py3-none-linux_")
    assert not data["pure_python"]
    assert Path(hook.root, "traces", "shim", "cnistep-shim").read_bytes().startswith(b"\x7fELF")


@needs_compiler
def test_sources_that_may_not_be_written_are_left_alone(hook: CustomBuildHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("traces.shim.build_hook._may_write", lambda folder: False)
    data = built(hook)
    ((built_at, place),) = data["force_include"].items()
    assert place == "traces/shim/cnistep-shim"
    assert Path(built_at).read_bytes().startswith(b"\x7fELF")
    assert not Path(hook.root, place).exists() and data["artifacts"] == []


def test_without_compiler_zig_is_asked_for(hook: CustomBuildHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CC", raising=False)
    assert hook.dependencies() == ["ziglang>=0.13"]


def test_released_wheels_ask_for_zig(hook: CustomBuildHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_BUILD_ZIG", "1")
    assert hook.dependencies() == ["ziglang>=0.13"]


def test_zig_builds_for_the_machine_that_is_named(hook: CustomBuildHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_BUILD_ZIG", "aarch64")
    asked: list[str] = []

    def compile_with_zig(target: Path, machine: str) -> bool:
        asked.append(machine)
        return True

    module = hook._compile()
    monkeypatch.setattr(module, "compile_with_zig", compile_with_zig)
    monkeypatch.setattr(hook, "_compile", lambda: module)
    assert built(hook)["tag"] == "py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64"
    assert asked == ["aarch64"]


def test_outside_linux_the_recorder_is_left_out(hook: CustomBuildHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert hook.dependencies() == []
    assert built(hook) == {"artifacts": [], "force_include": {}, "pure_python": True}
