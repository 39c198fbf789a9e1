"""Each kind of file is judged, and then executed: the kernel's answer is the right one."""

import errno
import os
import struct
import subprocess
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from traces.shim.startable import is_startable

REFUSALS = (errno.ENOENT, errno.ENOEXEC, errno.EACCES, errno.ELOOP, errno.ELIBBAD, errno.EIO)
TYPE, MACHINE, SEGMENT_SIZE, SEGMENTS = 16, 18, 54, 56
"""Where these 16-bit fields stand in the header of a 64-bit ELF."""


def program(folder: Path, content: bytes, name: str = "program") -> Path:
    path = folder / name
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def kernel_starts(path: Path) -> bool:
    """Whether the kernel starts it; whatever it does then, it does not do for long."""
    try:
        subprocess.run([path], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        assert error.errno in REFUSALS
        return False
    return True


def elf(**changes: int) -> bytes:
    """The program true, with other fields of its header."""
    content = bytearray(Path("/bin/true").read_bytes())
    for name, value in changes.items():
        struct.pack_into("=H", content, globals()[name.upper()], value)
    return bytes(content)


def small_elf(kind: int, machine: int, *, interpreter: bytes = b"") -> bytes:
    """An ELF of one segment and no code, of a class and a machine."""
    header = struct.Struct("=16sHHIIIIIHHHHHH" if kind == 1 else "=16sHHIQQQIHHHHHH")
    segment = struct.Struct("=8I" if kind == 1 else "=2I6Q")
    end = header.size + segment.size
    fields = [0] * 8
    fields[0], fields[kind], fields[3 + kind] = (3 if interpreter else 1), end, len(interpreter)
    identity = b"\x7fELF" + bytes((kind, 1, 1))
    sizes = (header.size, segment.size, 1, 0, 0, 0)
    return header.pack(identity, 2, machine, 1, 0, header.size, 0, 0, *sizes) + segment.pack(*fields) + interpreter


@pytest.mark.parametrize(
    ("content", "starts"),
    [
        (b"#!/bin/true\n", True),
        (b"#!/bin/true", True),
        (b"#! \t/bin/true \t\n", True),
        (b"#!/bin/true argument\tand more\n", True),
        (b"#!/bin/true\0\n", True),
        (b"#!/bin/true " + b"x" * 1000, True),
        (b"#!/usr/bin/env cnistep-no-such-program\n", True),
        (b"#!/bin/true\r\n", False),
        (b"#!/no/such/interpreter\n", False),
        (b"#!/etc/passwd\n", False),
        (b"#!/etc\n", False),
        (b"#!true\n", False),
        (b"#!", False),
        (b"#! \t\n/bin/true\n", False),
        (b"#!\0/bin/true\n", False),
        (b"#!" + b" " * 300 + b"/bin/true\n", False),
        (b"#!" + b"/" * 245 + b"bin/true\n", True),
        (b"#!" + b"/" * 246 + b"bin/true\n", False),
        (b" #!/bin/true\n", False),
        (b"", False),
        (b"#", False),
        (b"echo hello\n", False),
        (b"\x7fELF", False),
        (b"MZ" + bytes(1000), False),
    ],
)
def test_a_file_is_judged_as_the_kernel_does(tmp_path: Path, content: bytes, starts: bool) -> None:
    path = program(tmp_path, content)
    assert is_startable(path) is starts
    assert kernel_starts(path) is starts


@pytest.mark.parametrize("scripts", [1, 2, 5, 6, 7])
def test_scripts_may_be_run_by_scripts(tmp_path: Path, scripts: int) -> None:
    path = Path("/bin/true")
    for number in range(scripts):
        path = program(tmp_path, b"#!%b\n" % os.fsencode(path), str(number))
    assert is_startable(path) is kernel_starts(path) is (scripts <= 5)


def test_broken_script_cannot_run_a_script(tmp_path: Path) -> None:
    broken = program(tmp_path, b"#!/no/such/interpreter\n", "broken")
    path = program(tmp_path, b"#!%b\n" % os.fsencode(broken))
    assert is_startable(path) is kernel_starts(path) is False


@pytest.mark.skipif(struct.calcsize("P") != 8, reason="edits a 64-bit ELF")
@pytest.mark.parametrize(
    ("changes", "starts"),
    [
        ({}, True),
        ({"type": 1}, False),
        ({"type": 4}, False),
        ({"machine": 0xFEED}, False),
        ({"segment_size": 32}, False),
        ({"segments": 0}, False),
    ],
)
def test_an_elf_is_judged_by_its_header(tmp_path: Path, changes: dict[str, int], starts: bool) -> None:
    path = program(tmp_path, elf(**changes))
    assert is_startable(path) is kernel_starts(path) is starts


@pytest.mark.parametrize("kept", [10, 63, 100])
def test_an_elf_cut_short_is_refused(tmp_path: Path, kept: int) -> None:
    path = program(tmp_path, elf()[:kept])
    assert is_startable(path) is kernel_starts(path) is False


@needs_compiler
def test_static_programs_start(actor: Path) -> None:
    assert is_startable(actor)
    assert kernel_starts(actor)


@pytest.mark.parametrize("machine", [3, 8, 22, 40, 62, 183, 243, 0xFEED])
@pytest.mark.parametrize("kind", [1, 2])
def test_machines_are_those_of_the_kernel(tmp_path: Path, kind: int, machine: int) -> None:
    path = program(tmp_path, small_elf(kind, machine))
    assert is_startable(path) is kernel_starts(path)


@pytest.mark.parametrize(
    "interpreter", [b"/no/such/ld.so\0", b"/etc/passwd\0", b"/etc\0", b"/bin/true", b"\0", b"x" * 5000]
)
def test_interpreter_of_an_elf_must_be_there(tmp_path: Path, interpreter: bytes) -> None:
    own = elf()
    path = program(tmp_path, small_elf(own[4], own[MACHINE] | own[MACHINE + 1] << 8, interpreter=interpreter))
    assert is_startable(path) is kernel_starts(path) is False


def test_interpreter_of_an_elf_is_no_script(tmp_path: Path) -> None:
    own = elf()
    script = program(tmp_path, b"#!/bin/true\n", "script")
    content = small_elf(own[4], own[MACHINE] | own[MACHINE + 1] << 8, interpreter=os.fsencode(script) + b"\0")
    path = program(tmp_path, content)
    assert is_startable(path) is kernel_starts(path) is False


def test_unreadable_file_counts_as_startable(tmp_path: Path) -> None:
    assert is_startable(tmp_path / "missing")
