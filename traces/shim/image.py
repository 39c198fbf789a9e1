"""The recorder's image: where the binary is, and the settings inside it.

The settings stand in a fixed block of the image, so that the recorder needs no file and no descriptor to find the
plugin; the layout is `struct settings` in shim.h.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.shim.compile import NAME, SOURCES, compile_with_cc

GATE_LENGTH = 107
"""Bytes of the longest path of a gate: the kernel has no room for more (unix(7))."""
_MAGIC = b"cnistep-settings"
_VERSION = 2
_BLOCKS = {1: struct.Struct("<16s4I4Q4096s4096s4096s"), 2: struct.Struct("<16s4I4Q4096s4096s4096s108sI")}
"""By the version of the settings. A node may have recorders of an older one: it knew no gate."""
_HEAD = struct.Struct("<16sI")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a recorder was told. A limit of 0 stands for the recorder's own default."""

    real: str
    """The path of the plugin."""
    home: str = ""
    """Where the plugin is looked for if the real path is missing or is the recorder itself."""
    spool: str = ""
    """The folder for the records; empty: nothing is recorded."""
    stream_limit: int = 0
    """Bytes kept of each of stdin, stdout and stderr (1 MiB)."""
    free_floor: int = 0
    """Bytes that must be free in the spool's file system, or the call is not recorded (16 MiB)."""
    file_limit: int = 0
    """Records that a prune pass leaves in the spool (4096)."""
    poll_limit: int = 0
    """Of them, those of VERSION and STATUS (128)."""
    byte_limit: int = 0
    """Bytes that a prune pass leaves in the spool (128 MiB)."""
    prune_every: int = 0
    """One call in so many does a prune pass (64)."""
    sync: bool = False
    """Whether each record is on the disk before its call ends."""
    gate: str = ""
    """The socket at which each call waits until it is let go (gate.py); empty, or nobody listening: none does."""
    gate_seconds: int = 0
    """How long it waits at most; 0: for ever."""


def shim_path() -> Path:
    """The recorder's binary.

    A source checkout compiles it where it is missing or older than its sources. Raises PlaceError where there is
    neither a binary nor a compiler.
    """
    binary = SOURCES / NAME
    if _is_current(binary):
        return binary
    try:
        compiled = compile_with_cc(binary)
    except OSError as error:
        raise PlaceError(f"the recorder cannot be written to {binary}: {error.strerror}") from error
    if compiled or binary.exists():
        return binary
    raise PlaceError(f"no recorder at {binary}, and no C compiler (cc or gcc) here that can make it")


def _is_current(binary: Path) -> bool:
    if not binary.exists():
        return False
    if not (SOURCES.parent.parent / "pyproject.toml").exists():
        return True
    built = binary.stat().st_mtime_ns
    return all(source.stat().st_mtime_ns <= built for source in SOURCES.glob("*.[ch]"))


def patched(
    image: bytes,
    *,
    real: str,
    home: str = "",
    spool: str = "",
    stream_limit: int = 0,
    free_floor: int = 0,
    file_limit: int = 0,
    byte_limit: int = 0,
    prune_every: int = 0,
    poll_limit: int = 0,
    sync: bool = False,
    gate: str = "",
    gate_seconds: int = 0,
) -> bytes:
    """The image with these settings.

    Raises InputError where it is no recorder, or one of another version, or a path is too long for it.
    """
    offset, version = _found(image)
    if version != _VERSION:
        raise _of_another_version(version)
    block = _BLOCKS[version].pack(
        _MAGIC,
        _VERSION,
        prune_every,
        sync,
        poll_limit,
        stream_limit,
        free_floor,
        file_limit,
        byte_limit,
        *(_field(path, 4095) for path in (real, home, spool)),
        _field(gate, GATE_LENGTH),
        gate_seconds,
    )
    return _replaced(image, offset, block)


def is_same_program(image: bytes, other: bytes) -> bool:
    """Whether two recorders are the same but for their settings. Raises InputError where one is no recorder."""
    return _unset(image) == _unset(other)


def is_recorder(image: bytes) -> bool:
    """Whether a file's content is that of a recorder, of whatever version."""
    return image.startswith(b"\x7fELF") and _MAGIC in image


def settings_of(image: bytes) -> Settings:
    """The settings in an image. Raises InputError where it is no recorder, or one of a version that is not known."""
    offset, version = _found(image)
    _, _, prune_every, sync, poll_limit, *rest = _BLOCKS[version].unpack_from(image, offset)
    stream_limit, free_floor, file_limit, byte_limit, real, home, spool, *gate = rest
    return Settings(
        real=_text(real),
        home=_text(home),
        spool=_text(spool),
        stream_limit=stream_limit,
        free_floor=free_floor,
        file_limit=file_limit,
        byte_limit=byte_limit,
        prune_every=prune_every,
        poll_limit=poll_limit,
        sync=bool(sync),
        gate=_text(gate[0]) if gate else "",
        gate_seconds=gate[1] if gate else 0,
    )


def _found(image: bytes) -> tuple[int, int]:
    """Where the settings stand, and their version. Raises InputError."""
    offset = image.find(_MAGIC)
    if offset < 0 or offset + _HEAD.size > len(image):
        raise InputError("not a recorder: no settings in it")
    _, version = _HEAD.unpack_from(image, offset)
    if version not in _BLOCKS:
        raise _of_another_version(version)
    if offset + _BLOCKS[version].size > len(image):
        raise InputError("not a recorder: no settings in it")
    return offset, version


def _of_another_version(version: int) -> InputError:
    return InputError(f"a recorder with settings of version {version}, expected version {_VERSION}")


def _unset(image: bytes) -> bytes:
    """The image with nothing in its settings but their version."""
    offset, version = _found(image)
    return _replaced(image, offset, _HEAD.pack(_MAGIC, version).ljust(_BLOCKS[version].size, b"\0"))


def _replaced(image: bytes, offset: int, block: bytes) -> bytes:
    return b"".join((image[:offset], block, image[offset + len(block) :]))


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode(errors="surrogateescape")


def _field(path: str, longest: int) -> bytes:
    encoded = path.encode(errors="surrogateescape")
    if len(encoded) > longest or b"\0" in encoded:
        raise InputError(f"a path of {len(encoded)} bytes, expected at most {longest} and no NUL: {path[:40]}…")
    return encoded
