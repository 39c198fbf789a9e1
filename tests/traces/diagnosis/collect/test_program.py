"""What a file is, from its bytes."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.node_trees import elf
from traces.diagnosis.collect.program import HEAD, Program, can_run, program_of, usual


@pytest.mark.parametrize(
    ("head", "program"),
    [
        (b"", Program(kind="empty")),
        (b"#!/bin/sh -e\nexit", Program(kind="script", loader="/bin/sh")),
        (b"#!  /usr/bin/env python3", Program(kind="script", loader="/usr/bin/env")),
        (b"#!\n", Program(kind="script")),
        (b"<html>", Program(kind="other")),
        (b"\x7fELF", Program(kind="other")),
        (elf("aarch64"), Program(kind="elf", machine="aarch64")),
        (elf(loader="/lib/ld.so"), Program(kind="elf", machine="x86_64", loader="/lib/ld.so")),
        (elf(loader="/lib/ld.so")[:80], Program(kind="elf", machine="x86_64")),
    ],
)
def test_bytes_tell_kind_machine_and_loader(head: bytes, program: Program) -> None:
    assert program_of(head) == program


def test_real_program_is_this_machines() -> None:
    path = Path(shutil.which("true") or sys.executable).resolve()
    with path.open("rb") as file:
        program = program_of(file.read(HEAD))
    assert program.kind == "elf"
    assert program.loader == "" or Path(program.loader).exists()


def test_names_of_machines_are_those_of_uname() -> None:
    assert [usual(name) for name in ("amd64", "arm64", "riscv64")] == ["x86_64", "aarch64", "riscv64"]


@pytest.mark.parametrize(
    ("host", "machine", "can"),
    [
        ("x86_64", "x86_64", True),
        ("amd64", "x86_64", True),
        ("x86_64", "i386", True),
        ("x86_64", "aarch64", False),
        ("", "aarch64", True),
        ("x86_64", "", True),
    ],
)
def test_only_what_is_known_is_refused(host: str, machine: str, can: bool) -> None:
    assert can_run(host, machine) is can
