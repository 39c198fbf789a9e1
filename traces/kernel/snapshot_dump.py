"""Dumps of one network namespace over netlink: whole, or said to be missing."""

import os
import socket
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, TypeVar

from traces.kernel.netlink import inside
from traces.model.snapshot import Unread

T = TypeVar("T")
Message = Any
"""A netlink message as pyroute2 decodes it: fields by []."""

_NETLINK_ROUTE, _REQUEST, _DUMP, _DUMP_INTERRUPTED = 0, 0x1, 0x300, 0x10  # linux/netlink.h
_ERROR, _DONE = 2, 3
_NETNSA_FD, _NO_NUMBER = 3, 0xFFFFFFFF  # linux/net_namespace.h
_BUFFER = 1 << 17
_WITHIN = 10  # seconds
_ATTEMPTS = 4


class Question(IntEnum):
    """What can be asked (linux/rtnetlink.h)."""

    LINKS = 18
    ADDRESSES = 22
    ROUTES = 26
    NEIGHBOURS = 30
    RULES = 34
    QDISCS = 38
    CLASSES = 42
    FILTERS = 46
    NETNS_NUMBER = 90


_LENGTHS = {
    Question.LINKS: 16,
    Question.ADDRESSES: 8,
    Question.ROUTES: 12,
    Question.NEIGHBOURS: 12,
    Question.RULES: 12,
    Question.QDISCS: 20,
    Question.CLASSES: 20,
    Question.FILTERS: 20,
}
"""The bytes after the header of each dump's question: ifinfomsg, ifaddrmsg, rtmsg, ndmsg, fib_rule_hdr, tcmsg."""


class Unreadable:
    """Collects what could not be read, and goes on."""

    def __init__(self) -> None:
        """Nothing is missing yet."""
        self.found: list[Unread] = []

    def note(self, side: str, part: str, reason: str) -> None:
        """One part is missing, or is not whole."""
        entry = Unread(side=side, part=part, reason=reason)
        if entry not in self.found:
            self.found.append(entry)

    def attempt(self, side: str, part: str, read: Callable[[], Iterable[T]]) -> tuple[T, ...]:
        """What is read; what was read of it before it failed is dropped, since a half is no state."""
        try:
            return tuple(read())
        except _failures() as error:
            self.note(side, part, said(error))
            return ()


class Attributes:
    """The attributes of a message or of another attribute by name; of what has none, none."""

    __slots__ = ("_slots",)

    def __init__(self, holder: Any) -> None:
        """Look into the holder; an attribute is decoded only where it is asked for."""
        slots = holder.get("attrs", ()) if isinstance(holder, dict) else ()
        self._slots = {slot[0]: slot for slot in slots}

    def get(self, name: str, default: Any = None) -> Any:
        """The value of that name, else the default."""
        slot = self._slots.get(name)
        return default if slot is None else slot[1]

    def number(self, name: str) -> int:
        """A number that is 0 where the kernel says nothing."""
        return self.get(name) or 0

    def text(self, name: str) -> str:
        """A name or an address that is empty where the kernel says nothing."""
        return text(self.get(name))

    def inside(self, name: str) -> "Attributes":
        """The attributes of an attribute."""
        return Attributes(self.get(name))

    def items(self) -> Iterator[tuple[str, Any]]:
        """All of them, decoded."""
        return ((name, slot[1]) for name, slot in self._slots.items())

    def values(self) -> Iterator[Any]:
        """All of them without their names."""
        return (value for _, value in self.items())


class Dumper:
    """Asks one network namespace for its state.

    The socket is our own: pyroute2's costs more time around each message than decoding it does.
    """

    def __init__(self, netns: str | None) -> None:
        """The namespace on that file, or one's own. Raises OSError."""
        # The package comes first: its parts import one another.
        import pyroute2.iproute  # noqa: F401 - loaded for its parts
        from pyroute2.netlink.rtnl.iprsocket import MarshalRtnl

        self._decode = MarshalRtnl().parse
        self._sequence = 0
        with inside(netns):
            self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, _NETLINK_ROUTE)
        self._socket.settimeout(_WITHIN)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()

    def all(self, question: Question, body: bytes = b"") -> list[Message]:
        """All messages of a dump; `body` is the struct after the question's header, if not all zero. Raises OSError."""
        body = body or bytes(_LENGTHS[question])
        for _ in range(_ATTEMPTS):
            messages = self._ask(question, _REQUEST | _DUMP, body)
            if not any(message["header"]["flags"] & _DUMP_INTERRUPTED for message in messages):
                return messages
        raise OSError("it changed while it was read, again and again")

    def number_of(self, descriptor: int) -> int | None:
        """The number that this namespace has for another, which is open; None where it has none. Raises OSError."""
        body = struct.pack("=BxxxHHI", 0, 8, _NETNSA_FD, descriptor)
        (answer,) = self._ask(Question.NETNS_NUMBER, _REQUEST, body)
        number = Attributes(answer).get("NETNSA_NSID", _NO_NUMBER)
        return None if number in (-1, _NO_NUMBER) else int(number)

    def _ask(self, question: Question, flags: int, body: bytes) -> list[Message]:
        self._sequence += 1
        header = struct.pack("=IHHII", 16 + len(body), question, flags, self._sequence, 0)
        self._socket.send(header + body)
        messages: list[Message] = []
        while True:
            data = self._socket.recv(_BUFFER)
            _, kind, _, sequence = struct.unpack_from("=IHHI", data)
            if sequence != self._sequence:
                continue
            if kind == _ERROR:
                number = -struct.unpack_from("=i", data, 16)[0]
                raise OSError(number, os.strerror(number))
            messages += [found for found in self._decode(data) if found["header"]["type"] > _DONE]
            if not flags & _DUMP or _ends(data):
                return messages


def _ends(data: bytes) -> bool:
    """Whether the last message of the buffer is the dump's end. Raises OSError where it ends with an error."""
    place = kind = 0
    while place + 16 <= len(data):
        length, kind = struct.unpack_from("=IH", data, place)
        if kind == _DONE:
            number = struct.unpack_from("=i", data, place + 16)[0] if length >= 20 else 0
            if number < 0:
                raise OSError(-number, os.strerror(-number))
            return True
        place += max(16, length + 3 & ~3)
    return False


@contextmanager
def dumper(netns: str | None) -> Iterator[Dumper]:
    """A Dumper for a while. Raises OSError."""
    opened = Dumper(netns)
    try:
        yield opened
    finally:
        opened.close()


def text(value: Any) -> str:
    """A name of the kernel as text: pyroute2 leaves what is not UTF-8 as bytes."""
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else str(value or "")


def said(error: BaseException) -> str:
    """A failure in few words."""
    number = getattr(error, "code", None) or getattr(error, "errno", None)
    if isinstance(number, int) and number > 0:
        return os.strerror(number).lower()
    return str(error) or type(error).__name__


def _failures() -> tuple[type[Exception], ...]:
    """The kernel's refusals, and how pyroute2's tables fail on a message of a form that they don't know."""
    from pyroute2.netlink.exceptions import NetlinkDecodeError, NetlinkError

    tables = (LookupError, ValueError, TypeError, AttributeError, struct.error)
    return (OSError, NetlinkError, NetlinkDecodeError, *tables)
