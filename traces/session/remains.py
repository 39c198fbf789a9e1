"""Looks at what a DEL left in the sandbox: its links, its netfilter rules, host-local's reservations."""

from dataclasses import replace
from typing import Any

from traces.diagnosis.remains import remains
from traces.model.trace import Trace
from traces.runner.sandbox import Sandbox

_LINKS = "/sys/class/net"
_KERNEL_LINKS = frozenset(
    {"lo", "tunl0", "sit0", "gre0", "gretap0", "erspan0", "ip_vti0", "ip6_vti0", "ip6tnl0", "ip6gre0"}
)
"""What the kernel puts into every new network namespace: lo, and the fallback tunnels of the modules it has loaded."""
_SAVED_RULES = ("iptables-save", "ip6tables-save")


def with_remains(trace: Trace, sandbox: Sandbox, cache_dir: str) -> Trace:
    """The trace of a DEL with a snapshot of the host's side at its end, and what is left as notes."""
    host = _host(trace, sandbox, cache_dir)
    left = remains(trace, host)
    notes = [f"left by design: {text}" for text in left.by_design] + [f"LEFT BEHIND: {text}" for text in left.leaked]
    snapshot = {"moment": "end", "call": None, "host": host}
    return replace(trace, snapshots=(*trace.snapshots, snapshot), notes=(*trace.notes, *notes))


def _host(trace: Trace, sandbox: Sandbox, cache_dir: str) -> dict[str, Any]:
    folder = f"{cache_dir}/networks/{trace.network.name}"
    files = {name: sandbox.read(f"{folder}/{name}") or b"" for name in sandbox.listdir(folder)}
    return {
        "links": {name: _kind(sandbox, name) for name in sandbox.listdir(_LINKS) if name not in _KERNEL_LINKS},
        "netfilter": [line for command in _SAVED_RULES for line in _rules(sandbox, command)],
        "reservations": {name: content.decode(errors="replace") for name, content in files.items()},
    }


def _kind(sandbox: Sandbox, link: str) -> str:
    if sandbox.listdir(f"{_LINKS}/{link}/bridge"):
        return "bridge"
    return "ifb" if link.startswith(("ifb", "bwp")) else "link"


def _rules(sandbox: Sandbox, command: str) -> list[str]:
    """Without its comments, which hold the time; none where the command is not there."""
    done = sandbox.run((command,))
    lines = done.stdout.decode(errors="replace").splitlines() if done.exit_code == 0 else []
    return [line for line in lines if line and not line.startswith("#")]
