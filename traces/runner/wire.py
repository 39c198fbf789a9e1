"""What travels between us and the helper: frames of a JSON header, raw bytes and open descriptors, over a socket pair.

A frame is two lengths (unsigned, 32 bits, big endian), the header and the bytes; descriptors ride on its first byte.
"""

import array
import json
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_LENGTHS = struct.Struct("!II")
_MOST_DESCRIPTORS = 8


class Frame(NamedTuple):
    """One message."""

    header: dict[str, Any]
    payload: bytes
    descriptors: list[int]
    """Open in this process, closed on exec; the receiver owns them."""


def send(
    channel: socket.socket, header: Mapping[str, Any], payload: bytes = b"", descriptors: Sequence[int] = ()
) -> None:
    """Send a frame. Raises OSError when the other end is gone."""
    text = json.dumps(header).encode()
    data = _LENGTHS.pack(len(text), len(payload)) + text + payload
    sent = socket.send_fds(channel, [data], descriptors) if descriptors else 0
    channel.sendall(data[sent:])


def receive(channel: socket.socket) -> Frame | None:
    """Wait for a frame; None when the other end is gone."""
    room = socket.CMSG_SPACE(_MOST_DESCRIPTORS * array.array("i").itemsize)
    try:
        start, ancillary, _, _ = channel.recvmsg(_LENGTHS.size, room, socket.MSG_CMSG_CLOEXEC)
    except ConnectionError:
        return None
    if not start:
        return None
    descriptors = array.array("i")
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    lengths = start + _exactly(channel, _LENGTHS.size - len(start))
    header, payload = _LENGTHS.unpack(lengths)
    return Frame(json.loads(_exactly(channel, header)), _exactly(channel, payload), list(descriptors))


def _exactly(channel: socket.socket, size: int) -> bytes:
    chunks = bytearray()
    while len(chunks) < size:
        chunk = channel.recv(min(size - len(chunks), 1 << 20))
        if not chunk:
            raise ConnectionError("the other end closed in the middle of a frame")
        chunks += chunk
    return bytes(chunks)
