"""Runs one link's verbs with the real plugins and with their stand-ins, in sandboxes, and says what came of it."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.cli import conflist
from tests.support.needs import PLUGIN_DIR
from traces import Attachment, Session, load_network
from traces.model.trace import Trace
from traces.runner.sandbox import Sandbox

VERBS = ("ADD", "CHECK", "DEL", "DEL")
NETNS = "/run/netns/pod"
_MAC = re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b")
_VETH = re.compile(r"veth[0-9a-f]{8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What came of a run, without what is made at random."""

    calls: Mapping[str, Any]
    """Each verb's calls: who was called, by whom, with which stdin, and what it answered."""
    kernel: Mapping[str, Any]
    """After each verb the interfaces and the routes of host and pod, and host-local's files."""


def both_ways(
    folder: Path,
    link: Mapping[str, Any],
    *,
    ifname: str = "eth0",
    version: str = "1.0.0",
    before: str = "true",
    args: Sequence[tuple[str, str]] = (),
) -> tuple[Came, Came]:
    """What comes of the real plugins, and of their stand-ins; ``before`` is a shell script that runs first."""
    conflist(folder, dict(link), cniVersion=version)
    attachment = Attachment(container_id="c0ffee", netns=NETNS, ifname=ifname, args=tuple(args))
    real, simulated = (_run(folder, attachment, way, before) for way in ("none", "all"))
    return real, simulated


def _run(folder: Path, attachment: Attachment, way: str, before: str) -> Came:
    network = load_network(str(folder), "demo")
    calls: dict[str, Any] = {}
    kernel: dict[str, Any] = {}
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=folder / "state", sandbox=True, simulate=way) as session:
        ready = session.place.sandbox.run(("/bin/sh", "-c", before))
        assert ready.exit_code == 0, ready
        for number, verb in enumerate(VERBS):
            trace = session.run(verb, network, attachment)
            calls[f"{number} {verb}"] = _calls(trace)
            kernel[f"{number} {verb}"] = _kernel(session.place.sandbox)
    return Came(calls=calls, kernel=kernel)


def _calls(trace: Trace) -> list[Any]:
    names = {call.id: call.plugin for call in trace.calls}
    return [
        (
            call.plugin,
            names.get(call.parent) if call.parent is not None else None,
            call.verb,
            _plain(call.stdin.decode()),
            call.exit_code,
            _answer(call.stdout),
        )
        for call in trace.calls
    ]


def _answer(stdout: bytes) -> Any:
    document = json.loads(_plain(stdout.decode())) if stdout.strip() else None
    if isinstance(document, dict) and document.get("dns") == {} and document["cniVersion"] >= "1.0.0":
        del document["dns"]  # plugins built with an older libcni write the empty one too
    return document


def _plain(text: str) -> str:
    return _VETH.sub("veth", _MAC.sub("MAC", text))


def _kernel(box: Sandbox) -> dict[str, Any]:
    inside = ("ip", "-n", "pod")
    found: dict[str, Any] = {}
    for where, ip in (("host", ("ip",)), ("pod", inside)):
        found[where] = sorted(_interface(one) for one in _json(box, (*ip, "-j", "addr")))
        for family in ("-4", "-6"):
            routes = _json(box, (*ip, "-j", family, "route", "show", "table", "main"))
            found[f"{where} {family}"] = [_route(one) for one in routes if not one["dst"].startswith("fe80:")]
    script = "cd /var/lib/cni/networks 2>/dev/null && find . -type f ! -name lock -exec sh -c 'echo {}; cat {}' \\;"
    found["files"] = sorted(box.run(("/bin/sh", "-c", script)).stdout.decode().split())
    return found


def _json(box: Sandbox, argv: tuple[str, ...]) -> list[dict[str, Any]]:
    completed = box.run(argv)
    assert completed.exit_code == 0, completed
    found: list[dict[str, Any]] = json.loads(completed.stdout or b"[]")
    return [one for one in found if one]


def _interface(one: dict[str, Any]) -> tuple[Any, ...]:
    addresses = [
        (item["local"], item["prefixlen"], item["scope"], item.get("broadcast"))
        for item in one["addr_info"]
        if item["scope"] != "link"
    ]
    name, master = _plain(one["ifname"]), one.get("master", "")
    return name, one["mtu"], master, *(flag in one["flags"] for flag in ("UP", "PROMISC")), addresses


def _route(one: dict[str, Any]) -> dict[str, Any]:
    return {key: _plain(str(value)) for key, value in one.items() if key not in ("flags", "pref")}
