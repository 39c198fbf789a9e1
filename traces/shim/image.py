"""The recorder's image: where the binary is, and the settings inside it.

The settings stand in a fixed block of the image, so that the recorder needs no file and no descriptor to find the
plugin; the layout is `struct settings` in shim.h.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

from traces.errors import InputError, PlaceError
from traces.shim.compile import NAME, SOURCES, compile_with_cc

_MAGIC = b"cnistep-settings"
_VERSION = 1
_BLOCK = struct.Struct("<16s4I4Q4096s4096s4096s")


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
) -> bytes:
    """The image with these settings. Raises InputError where it is no recorder, or a path is too long for it."""
    offset = _offset(image)
    block = _BLOCK.pack(
        _MAGIC,
        _VERSION,
        prune_every,
        sync,
        poll_limit,
        stream_limit,
        free_floor,
        file_limit,
        byte_limit,
        *(_field(path) for path in (real, home, spool)),
    )
    return b"".join((image[:offset], block, image[offset + _BLOCK.size :]))


def is_recorder(image: bytes) -> bool:
    """Whether a file's content is that of a recorder, of whatever version."""
    return image.startswith(b"\x7fELF") and _MAGIC in image


def settings_of(image: bytes) -> Settings:
    """The settings in an image. Raises InputError where it is no recorder, or one of another version."""
    _, version, prune_every, sync, poll_limit, *limits_and_paths = _BLOCK.unpack_from(image, _offset(image))
    if version != _VERSION:
        raise InputError(f"a recorder with settings of version {version}, expected version {_VERSION}")
    stream_limit, free_floor, file_limit, byte_limit, *fields = limits_and_paths
    real, home, spool = (field.partition(b"\0")[0].decode(errors="surrogateescape") for field in fields)
    return Settings(
        real=real,
        home=home,
        spool=spool,
        stream_limit=stream_limit,
        free_floor=free_floor,
        file_limit=file_limit,
        byte_limit=byte_limit,
        prune_every=prune_every,
        poll_limit=poll_limit,
        sync=bool(sync),
    )


def _offset(image: bytes) -> int:
    offset = image.find(_MAGIC)
    if offset < 0 or offset + _BLOCK.size > len(image):
        raise InputError("not a recorder: no settings in it")
    return offset


def _field(path: str) -> bytes:
    encoded = path.encode(errors="surrogateescape")
    if len(encoded) >= 4096 or b"\0" in encoded:
        raise InputError(f"a path of {len(encoded)} bytes, expected at most 4095 and no NUL: {path[:40]}…")
    return encoded
