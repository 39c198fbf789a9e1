"""Failures that are a plugin's own fault whatever the chain, so that nobody looks for the cause elsewhere."""

from collections.abc import Mapping
from typing import Any

from traces.cni.anyjson import any_object
from traces.model.call import Call
from traces.model.trace import Trace

_PORTMAP_CHECK = "could not check ipv6 dnat: "
"""What portmap 1.1.1 says at CHECK (plugins/meta/portmap/portmap.go, checkPorts: it looks for both families)."""

_BANDWIDTH_CHECK = (b"panic: runtime error: invalid memory address", b"main.cmdCheck(", b"meta/bandwidth/main.go")
"""What bandwidth 1.1.1 leaves on stderr at CHECK (plugins/meta/bandwidth/main.go, cmdCheck)."""
_RATES = ("ingressRate", "egressRate", "ingressBurst", "egressBurst")


def known_fault(trace: Trace) -> str | None:
    """What is known of the failure, in words for the user; None where nothing is."""
    failure = trace.failure
    if trace.verb != "CHECK" or failure is None:
        return None
    call = next((call for call in trace.calls if call.link == failure.link and call.link is not None), None)
    if call is None or call.plugin in trace.simulated:
        return None
    if call.plugin == "portmap" and _PORTMAP_CHECK in failure.text:
        return _of_portmap(call)
    return _of_bandwidth(call) if call.plugin == "bandwidth" else None


def _of_bandwidth(call: Call) -> str | None:
    if any(sign not in call.stderr for sign in _BANDWIDTH_CHECK) or _has_rates(any_object(call.stdin)):
        return None
    return (
        "a fault of this bandwidth, not of the chain: at CHECK it crashes where it is given no rates, though the pod "
        "asked for none; bandwidth 1.1.1, which Debian has, does so for every runtime"
    )


def _has_rates(stdin: Mapping[str, Any]) -> bool:
    asked = stdin.get("runtimeConfig")
    rates = asked.get("bandwidth") if isinstance(asked, Mapping) else None
    given = (stdin, rates if isinstance(rates, Mapping) else {})
    return any(held.get(name) for held in given for name in _RATES)


def _of_portmap(call: Call) -> str | None:
    if _has_ipv6(any_object(call.stdin).get("prevResult")):
        return None
    return (
        "a fault of this portmap, not of the chain: at CHECK it looks for rules of IPv6 too, though the pod has no "
        "IPv6 address; portmap 1.1.1, which Debian has, does so for every runtime"
    )


def _has_ipv6(result: Any) -> bool:
    if not isinstance(result, Mapping):
        return True
    ips = result.get("ips")
    addresses = [ip.get("address") for ip in ips if isinstance(ip, Mapping)] if isinstance(ips, list) else []
    return bool(result.get("ip6")) or any(isinstance(address, str) and ":" in address for address in addresses)
