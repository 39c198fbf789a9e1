"""Reads what a chain may leave on the sandbox's host: links, qdiscs, netfilter chains and rules, host-local's files."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace

from traces.cni.anyjson import ipam_of
from traces.diagnosis.remains import remains
from traces.errors import TraceError
from traces.model.events import CallEnded, Event, TraceEnded
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
    """Links («bridge cni0»), qdiscs, netfilter («ipv4 nat -A …») and the files of host-local, as sorted lines."""
    return {
        "links": [f"{_kind(sandbox, name)} {name}" for name in sandbox.listdir(_LINKS)],
        "qdiscs": list(_qdiscs(sandbox)),
        "netfilter": [line for family, command in _SAVED_RULES.items() for line in _rules(sandbox, family, command)],
        "reservations": [path for folder in _data_dirs(network) for path in _files(sandbox, folder)],
    }


def with_remains(trace: Trace, host: Host, added: Mapping[str, int]) -> Trace:
    """The trace of a DEL with the host at its end; what is left of what its ADD had added stands in the notes.

    ``added`` has the lines that the ADD added, and the link that did.
    """
    left = [line for lines in host.values() for line in lines if line in added]
    sorted_out = remains(left)
    notes = [f"left by design: {text}" for text in sorted_out.by_design]
    notes += [_leak_note(trace.network, added[line], text) for line, text in sorted_out.leaked]
    snapshot = {"moment": "end", "call": None, "host": host}
    return replace(trace, snapshots=(*trace.snapshots, snapshot), notes=(*trace.notes, *notes))


def _leak_note(network: Network, link: int, text: str) -> str:
    return f"LEFT BEHIND by link {link}, {network.links[link].type}: {text}"


def added_lines(before: Host, after: Host) -> frozenset[str]:
    """What is there after, and was not before."""
    return frozenset(line for kind, lines in after.items() for line in lines if line not in before[kind])


def _kind(sandbox: Sandbox, link: str) -> str:
    if sandbox.listdir(f"{_LINKS}/{link}/bridge"):
        return "bridge"
    return "ifb" if link.startswith(("ifb", "bwp")) else "link"


def _qdiscs(sandbox: Sandbox) -> Iterator[str]:
    """«qdisc tbf on veth1», for each that was added: the kernel's own ones have no number (tc-qdisc)."""
    for line in sandbox.run(("tc", "qdisc", "show")).stdout.decode(errors="replace").splitlines():
        words = line.split()
        if len(words) > 4 and words[2] != "0:":
            yield f"qdisc {words[1]} on {words[4]}"


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
    folders = [_HOST_LOCAL, *(ipam_of(link.config).get("dataDir") for link in network.links)]
    return tuple(dict.fromkeys(f"{folder}/{network.name}" for folder in folders if isinstance(folder, str)))


def _files(sandbox: Sandbox, folder: str) -> list[str]:
    return [f"{folder}/{name}" for name in sandbox.listdir(folder)]


class Ledger:
    """What each link of each attachment's ADDs has added to a sandbox's host, so that a DEL can be held to it."""

    def __init__(self, sandbox: Sandbox) -> None:
        """For one sandbox, from its beginning on."""
        self._sandbox = sandbox
        self._added: dict[tuple[str, str, str], dict[str, int]] = {}

    def watched(self, events: Iterator[Event], trace: Trace, stop: threading.Event) -> Iterator[Event]:
        """The events of a run, looked at between its links: the run stands still until the next event is asked for."""
        if trace.verb == "ADD":
            yield from self._watched_add(events, trace, stop)
        elif trace.verb == "DEL":
            yield from (self._held(event, stop) for event in events)
        else:
            yield from events

    def _watched_add(self, events: Iterator[Event], trace: Trace, stop: threading.Event) -> Iterator[Event]:
        added = self._added.setdefault(_attachment(trace), {})
        before = self._look(trace.network)
        for event in events:
            if isinstance(event, CallEnded) and event.call.link is not None and not stop.is_set():
                now = self._look(trace.network)
                if before is not None and now is not None:
                    added.update(dict.fromkeys(added_lines(before, now), event.call.link))
                before = now
            yield event

    def _held(self, event: Event, stop: threading.Event) -> Event:
        """The end of a DEL, with what is left of what its attachment's ADDs had added."""
        if not isinstance(event, TraceEnded) or stop.is_set():
            return event
        host = self._look(event.trace.network)
        if host is None:
            unread = "what this DEL left behind could not be read in the sandbox"
            return TraceEnded(replace(event.trace, notes=(*event.trace.notes, unread)))
        return TraceEnded(with_remains(event.trace, host, self._added.get(_attachment(event.trace), {})))

    def _look(self, network: Network) -> Host | None:
        """The host's side now; None where it can't be read. A run is never lost for want of a look at it."""
        try:
            return read_host(self._sandbox, network)
        except (OSError, TraceError):
            return None


def _attachment(trace: Trace) -> tuple[str, str, str]:
    return trace.network.name, trace.attachment.container_id, trace.attachment.ifname
