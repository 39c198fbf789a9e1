"""Whether the kernel can start a program, from its first bytes.

A recorder in the place of a file that it cannot start would start itself, and have to make up an answer; so such a file
gets none, and the caller the kernel's own refusal. The rules are those of Linux's fs/binfmt_script.c and
fs/binfmt_elf.c. A format that only binfmt_misc knows counts as not startable: it runs, unrecorded.
"""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import Struct
from typing import BinaryIO

_SEEN = 256
"""Bytes of a file at which the kernel looks for its format (BINPRM_BUF_SIZE)."""
_SCRIPTS = 5
"""Scripts in a row: the interpreter of one may be a script again (exec_binprm in fs/exec.c)."""
_FIRST_LINE = re.compile(rb"#![ \t]*([^ \t\n\0]+)[ \t\n\0]")
_ELF = b"\x7fELF"
_PROGRAMS = (2, 3)
"""The types of an ELF that is started: ET_EXEC and ET_DYN."""
_PATH_MAX = 4096
_INTERPRETER = 3
"""The type of the segment that names the interpreter: PT_INTERP."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the headers of an ELF class lie in the file, in this machine's byte order: the kernel knows no other."""

    header: Struct
    """Identity, type, machine, version, entry, offset of the segments, sections, flags, sizes, sections."""
    segment: Struct
    offset: int
    size: int
    """Where in a segment's header the offset and the size of its content are."""


_LAYOUTS = {
    b"\1": _Layout(Struct("=16sHHIIIIIHHHHHH"), Struct("=8I"), offset=1, size=4),
    b"\2": _Layout(Struct("=16sHHIQQQIHHHHHH"), Struct("=2I6Q"), offset=2, size=5),
}


@dataclass(frozen=True, slots=True)
class _Segment:
    kind: int
    offset: int
    size: int


def is_startable(path: Path, *, alone: bool = False) -> bool:
    """Whether the kernel starts the file if its mode allows it. One that cannot be read counts as startable.

    With ``alone`` its interpreter is taken for granted: the file is of a tree whose other parts may not be there.
    """
    try:
        return _is_startable(path, _SCRIPTS, alone)
    except OSError:
        return True


def _is_startable(path: Path, scripts: int, alone: bool) -> bool:
    with open(path, "rb") as file:
        seen = file.read(_SEEN)
        if not seen.startswith(b"#!"):
            return _is_startable_elf(file, seen, alone)
    line = _FIRST_LINE.match((seen + b"\0")[:_SEEN])
    if line is None or scripts == 0:
        return False
    interpreter = Path(os.fsdecode(line[1]))
    return alone or (_is_executable(interpreter) and _is_startable(interpreter, scripts - 1, alone))


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _is_startable_elf(file: BinaryIO, seen: bytes, alone: bool) -> bool:
    segments = _segments(file, seen)
    named = next((segment for segment in segments if segment.kind == _INTERPRETER), None)
    return bool(segments) if named is None or alone else _has_interpreter(file, named)


def _has_interpreter(file: BinaryIO, segment: _Segment) -> bool:
    file.seek(segment.offset)
    name = file.read(min(segment.size, _PATH_MAX))
    if not 2 <= len(name) == segment.size or name[-1] != 0:
        return False
    path = Path(os.fsdecode(name.partition(b"\0")[0]))
    if not _is_executable(path):
        return False
    with open(path, "rb") as interpreter:
        return bool(_segments(interpreter, interpreter.read(_SEEN)))


def _segments(file: BinaryIO, seen: bytes) -> Sequence[_Segment]:
    """The segments of an ELF that this machine's kernel takes; none of any other file."""
    layout = _LAYOUTS.get(seen[4:5])
    if layout is None or not seen.startswith(_ELF):
        return ()
    _, kind, machine, _, _, place, _, _, _, size, count, *_ = layout.header.unpack_from(seen.ljust(_SEEN, b"\0"))
    if kind not in _PROGRAMS or size != layout.segment.size or not _is_taken(seen[4:5], machine):
        return ()
    file.seek(place)
    table = file.read(size * count)
    if len(table) < size * count:
        return ()
    return [_Segment(one[0], one[layout.offset], one[layout.size]) for one in layout.segment.iter_unpack(table)]


@cache
def _is_taken(kind: bytes, machine: int) -> bool:
    """Whether the kernel takes ELF files of a class for a machine: those of its own, and often the 32-bit ones.

    It is asked with a file that has no code and names an interpreter that does not exist. Another refusal than of the
    format means that it got as far as the interpreter.
    """
    layout = _LAYOUTS[kind]
    name = b"/proc/self/fd/none\0"
    place = layout.header.size
    identity = _ELF + kind + (b"\1" if sys.byteorder == "little" else b"\2") + b"\1"
    sizes = (layout.header.size, layout.segment.size, 1, 0, 0, 0)
    header = layout.header.pack(identity, 3, machine, 1, 0, place, 0, 0, *sizes)
    fields = [0] * 8
    fields[0], fields[layout.offset], fields[layout.size] = _INTERPRETER, place + layout.segment.size, len(name)
    return _is_format(header + layout.segment.pack(*fields) + name)


def _is_format(content: bytes) -> bool:
    descriptor = os.memfd_create("probe")
    try:
        os.write(descriptor, content)
        probe = f"/proc/self/fd/{descriptor}"
        subprocess.run([probe], stdin=subprocess.DEVNULL, capture_output=True, pass_fds=(descriptor,), check=False)
    except OSError as error:
        return error.errno != errno.ENOEXEC
    finally:
        os.close(descriptor)
    return True
