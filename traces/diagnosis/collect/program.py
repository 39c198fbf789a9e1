"""What a plugin's file is, from its bytes alone: for which machine it was built, and what has to start it."""

import struct
from dataclasses import dataclass

HEAD = 1 << 20
"""Bytes from the start of a file that are enough to say so."""
_MACHINES = {3: "i386", 8: "mips", 20: "ppc", 21: "ppc64le", 22: "s390x", 40: "armv7l", 62: "x86_64", 183: "aarch64"}
_MACHINES |= {243: "riscv64", 258: "loongarch64"}
"""e_machine of an ELF header as `uname -m` calls it (elf.h)."""
_ALIASES = {"amd64": "x86_64", "arm64": "aarch64", "i686": "i386", "i586": "i386", "armv8l": "armv7l", "arm": "armv7l"}
_RUNS = {"x86_64": ("i386",), "aarch64": ("armv7l",)}
"""What a machine's kernel starts beside its own, where it was built so."""
_PT_INTERP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What can be said of a file."""

    kind: str
    """elf, script, empty or other."""
    machine: str = ""
    loader: str = ""
    """The dynamic loader, or the interpreter of a script."""


def program_of(head: bytes) -> Program:
    """What the file is that begins so."""
    if not head:
        return Program(kind="empty")
    if head.startswith(b"#!"):
        words = head[2:].partition(b"\n")[0].split()
        return Program(kind="script", loader=words[0].decode(errors="replace") if words else "")
    if head.startswith(b"\x7fELF") and len(head) >= 20:
        order = ">" if head[5] == 2 else "<"
        (number,) = struct.unpack_from(f"{order}H", head, 18)
        return Program(kind="elf", machine=_MACHINES.get(number, f"machine {number}"), loader=_loader(head, order))
    return Program(kind="other")


def usual(machine: str) -> str:
    """A machine's name as `uname -m` has it, whoever named it."""
    return _ALIASES.get(machine, machine)


def can_run(host: str, machine: str) -> bool:
    """Whether a kernel for that host may start a program for that machine; what is not known may."""
    host, machine = usual(host), usual(machine)
    return not host or not machine or host == machine or machine in _RUNS.get(host, ())


def _loader(head: bytes, order: str) -> str:
    """The path in the segment PT_INTERP; empty in a static program, or where the file is cut off before it."""
    wide = head[4] == 2
    try:
        (table,) = struct.unpack_from(f"{order}{'Q' if wide else 'I'}", head, 32 if wide else 28)
        size, count = struct.unpack_from(f"{order}HH", head, 54 if wide else 42)
        for place in range(table, table + size * count, size or 1):
            (kind,) = struct.unpack_from(f"{order}I", head, place)
            if kind == _PT_INTERP:
                offset, length = _extent(head, order, place, wide)
                return head[offset : offset + length].rstrip(b"\0").decode(errors="replace")
    except struct.error:
        return ""
    return ""


def _extent(head: bytes, order: str, place: int, wide: bool) -> tuple[int, int]:
    if wide:
        (offset,) = struct.unpack_from(f"{order}Q", head, place + 8)
        (length,) = struct.unpack_from(f"{order}Q", head, place + 32)
    else:
        (offset,) = struct.unpack_from(f"{order}I", head, place + 4)
        (length,) = struct.unpack_from(f"{order}I", head, place + 16)
    return offset, length
