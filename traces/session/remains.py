"""Reads what a chain may leave on the sandbox's host: links, netfilter chains and rules, host-local's files."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from traces.diagnosis.remains import remains
from traces.model.network import Network
from traces.model.trace import Trace
from traces.runner.sandbox import Sandbox

_LINKS = "/sys/class/net"
_SAVED_RULES = {"ipv4": "iptables-save", "ipv6": "ip6tables-save"}
_HOST_LOCAL = "/var/lib/cni/networks"
"""Where host-local keeps reservations, unless the link's ipam names another dataDir (plugins, backend/disk)."""

Host = dict[str, list[str]]
"""The host's side of a moment: lines by kind."""


def read_host(sandbox: Sandbox, network: Network) -> Host:
    """Links («bridge cni0»), netfilter («ipv4 nat -A …») and the files of host-local, as sorted lines."""
    return {
        "links": [f"{_kind(sandbox, name)} {name}" for name in sandbox.listdir(_LINKS)],
        "netfilter": [line for family, command in _SAVED_RULES.items() for line in _rules(sandbox, family, command)],
        "reservations": [path for folder in _data_dirs(network) for path in _files(sandbox, folder)],
    }


def with_remains(trace: Trace, host: Host, added: frozenset[str]) -> Trace:
    """The trace of a DEL with the host at its end; what is left of what its ADD had added stands in the notes."""
    left = remains([line for lines in host.values() for line in lines if line in added])
    notes = [f"left by design: {text}" for text in left.by_design] + [f"LEFT BEHIND: {text}" for text in left.leaked]
    snapshot = {"moment": "end", "call": None, "host": host}
    return replace(trace, snapshots=(*trace.snapshots, snapshot), notes=(*trace.notes, *notes))


def added_lines(before: Host, after: Host) -> frozenset[str]:
    """What is there after, and was not before."""
    return frozenset(line for kind, lines in after.items() for line in lines if line not in before[kind])


def _kind(sandbox: Sandbox, link: str) -> str:
    if sandbox.listdir(f"{_LINKS}/{link}/bridge"):
        return "bridge"
    return "ifb" if link.startswith(("ifb", "bwp")) else "link"


def _rules(sandbox: Sandbox, family: str, command: str) -> Iterator[str]:
    """Chains and rules with their table; none where the command is not there."""
    table = ""
    for line in sandbox.run((command,)).stdout.decode(errors="replace").splitlines():
        if line.startswith("*"):
            table = line[1:]
        elif line.startswith(":"):
            yield f"{family} {table} {line.split()[0]}"
        elif line.startswith("-A"):
            yield f"{family} {table} {line}"


def _data_dirs(network: Network) -> tuple[str, ...]:
    """The folders in which the network's reservations are."""
    folders = [_HOST_LOCAL, *(_ipam(link.config).get("dataDir") for link in network.links)]
    return tuple(dict.fromkeys(f"{folder}/{network.name}" for folder in folders if isinstance(folder, str)))


def _ipam(config: bytes) -> dict[str, Any]:
    try:
        ipam = json.loads(config).get("ipam")
    except ValueError:
        return {}
    return ipam if isinstance(ipam, dict) else {}


def _files(sandbox: Sandbox, folder: str) -> list[str]:
    return [f"{folder}/{name}" for name in sandbox.listdir(folder)]


class Ledger:
    """What each attachment's ADDs have added to a sandbox's host, so that a DEL can be held to it."""

    def __init__(self, sandbox: Sandbox) -> None:
        """For one sandbox, from its beginning on."""
        self._sandbox = sandbox
        self._added: dict[tuple[str, str, str], frozenset[str]] = {}

    def look(self, network: Network) -> Host:
        """The host's side now."""
        return read_host(self._sandbox, network)

    def settle(self, trace: Trace, before: Host) -> Trace:
        """Take down what an ADD added; give the trace of a DEL with what is left of it."""
        key = (trace.network.name, trace.attachment.container_id, trace.attachment.ifname)
        now = self.look(trace.network)
        if trace.verb == "ADD":
            self._added[key] = self._added.get(key, frozenset()) | added_lines(before, now)
            return trace
        return with_remains(trace, now, self._added.get(key, frozenset()))
