"""Reads the packet filter of a network namespace by iptables-save and nft, whichever is there, as stable lines.

iptables-save says of its own tables more than nft does, so nft is heard only about the others. A program is started
only where the namespace has a table at all: most pods have none.
"""

import re
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterable, Iterator
from itertools import takewhile

from traces.model.snapshot import NetfilterLine

_PATH = "/usr/sbin:/sbin:/usr/bin:/bin:/usr/local/sbin:/usr/local/bin"
_SAVE = {"ipv4": "iptables-save", "ipv6": "ip6tables-save"}
_NFT = "nft"
_IN_NFT = {"ipv4": "ip", "ipv6": "ip6"}
_LEGACY_NAMES = ("/proc/thread-self/net/ip_tables_names", "/proc/thread-self/net/ip6_tables_names")
_WITHIN = 10  # seconds
_COUNTERS = re.compile(r" \[\d+:\d+\]$")

_NETLINK_NETFILTER, _GET_TABLE, _REQUEST_DUMP = 12, 10 << 8 | 1, 0x301  # linux/netfilter/nf_tables.h
_ERROR, _DONE = 2, 3


def read_netfilter() -> tuple[list[NetfilterLine], list[str]]:
    """The lines of the namespace that one is in, and what of it could not be read, in words."""
    if not has_tables():
        return [], []
    started = {name: _start(name) for name in (*_SAVE.values(), _NFT)}
    printed = {name: _end(process) for name, process in started.items() if process}
    if not printed:
        return [], [f"there are rules, but none of {', '.join(started)} is on this machine"]
    lines: list[NetfilterLine] = []
    complaints = []
    for family, name in _SAVE.items():
        lines += saved_lines(family, printed[name][0]) if name in printed else ()
    covered = {(_IN_NFT[line.family], line.table) for line in lines if _speaks_nft(printed, line.family)}
    if _NFT in printed:
        lines += nft_lines(printed[_NFT][0], covered)
    for name, (_, complaint) in printed.items():
        complaints += [f"{name}: {line}" for line in complaint.splitlines() if line.strip() and not _known(line)]
    return lines, complaints


def has_tables() -> bool:
    """Whether the namespace has a table of nftables or of the older iptables; True where that can't be known."""
    legacy = [_content(path) for path in _LEGACY_NAMES]
    return any(legacy) or _has_nft_tables()


def saved_lines(family: str, printed: str) -> Iterator[NetfilterLine]:
    """Chains with their policy and rules, of what iptables-save printed."""
    table = ""
    for line in printed.splitlines():
        if line.startswith("*"):
            table = line[1:]
        elif line.startswith((":", "-A")):
            yield NetfilterLine(family=family, table=table, line=_COUNTERS.sub("", line))


def nft_lines(printed: str, covered: Iterable[tuple[str, str]] = ()) -> Iterator[NetfilterLine]:
    """What `nft -s list ruleset` printed, each line with the chain or set that it stands in; tables but the covered."""
    family = table = block = ""
    for line in _joined(printed.splitlines()):
        words = line.split()
        if words[0] == "table" and not block and line.endswith("{"):
            family, table = words[1], words[2]
        elif line == "}":
            table, block = (table, "") if block else ("", "")
        elif (family, table) in covered:
            block = line if line.endswith("{") else block
        elif line.endswith("{"):
            block = line[:-1].strip()
            yield NetfilterLine(family=family, table=table, line=block)
        else:
            place = f"{block}: " if block else ""
            yield NetfilterLine(family=family, table=table, line=f"{place}{' '.join(words)}")


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """The lines without their margins; the elements of a set stand in one, as they may be broken anywhere."""
    pending = ""
    for line in lines:
        text = f"{pending} {line.strip()}".strip()
        if not text or text.startswith("#"):
            continue
        opened = text.count("{") - text.count("}")
        pending = text if opened > 0 and not (text.endswith("{") and opened == 1 and "=" not in text) else ""
        if not pending:
            yield text


def _known(complaint: str) -> bool:
    """Whether it is nft's advice not to touch what iptables-nft made: nothing is missing for it."""
    return complaint.startswith("# Warning: table ") and "managed by iptables" in complaint


def _speaks_nft(printed: dict[str, tuple[str, str]], family: str) -> bool:
    """Whether this iptables-save shows tables of nftables: the other kind of it has tables of its own."""
    heads = takewhile(lambda line: line.startswith("#"), printed[_SAVE[family]][0].splitlines())
    return any("(nf_tables)" in line for line in heads)


def _start(name: str) -> "subprocess.Popen[bytes] | None":
    path = shutil.which(name, path=_PATH)
    if path is None:
        return None
    arguments = ["-s", "list", "ruleset"] if name == _NFT else []
    env = {"PATH": _PATH, "LC_ALL": "C"}
    pipe = subprocess.PIPE
    return subprocess.Popen([path, *arguments], stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=env, cwd="/")


def _end(process: "subprocess.Popen[bytes]") -> tuple[str, str]:
    """What it printed on stdout, and what it complained of on stderr."""
    try:
        printed, complaint = process.communicate(timeout=_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        printed, complaint = process.communicate()
        complaint += f"\nit took more than {_WITHIN} seconds".encode()
    if process.returncode and not complaint.strip():
        complaint = f"it ended with {process.returncode}".encode()
    return printed.decode(errors="surrogateescape"), complaint.decode(errors="surrogateescape")


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read().strip()
    except OSError:
        return b""


def _has_nft_tables() -> bool:
    """Ask the kernel for the tables of all families; a refusal says nothing, so that the programs are asked."""
    request = struct.pack("=IHHIIBBH", 20, _GET_TABLE, _REQUEST_DUMP, 1, 0, 0, 0, 0)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, _NETLINK_NETFILTER) as channel:
            channel.settimeout(_WITHIN)
            channel.send(request)
            kind = struct.unpack_from("=IH", channel.recv(1 << 16))[1]
    except OSError:
        return True
    return bool(kind != _DONE)
