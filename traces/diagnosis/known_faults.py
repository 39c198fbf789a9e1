"""Failures that are a plugin's own fault whatever the chain, so that nobody looks for the cause elsewhere."""

from collections.abc import Mapping
from typing import Any

from traces.cni.anyjson import any_object
from traces.model.trace import Trace

_PORTMAP_CHECK = "could not check ipv6 dnat: "
"""What portmap 1.1.1 says at CHECK (plugins/meta/portmap/portmap.go, checkPorts: it looks for both families)."""


def known_fault(trace: Trace) -> str | None:
    """What is known of the failure, in words for the user; None where nothing is."""
    failure = trace.failure
    if trace.verb != "CHECK" or failure is None or _PORTMAP_CHECK not in failure.text:
        return None
    call = next((call for call in trace.calls if call.link == failure.link and call.plugin == "portmap"), None)
    if call is None or "portmap" in trace.simulated or _has_ipv6(any_object(call.stdin).get("prevResult")):
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
