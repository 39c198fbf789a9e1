"""IPAM sections of configurations, and what tests try each plugin with that makes an interface."""

from typing import Any

import pytest

V4: dict[str, Any] = {
    "type": "host-local",
    "ranges": [[{"subnet": "10.89.9.0/24"}]],
    "routes": [{"dst": "0.0.0.0/0"}],
}
OTHER_V4: dict[str, Any] = {"type": "host-local", "subnet": "192.168.77.0/25", "rangeStart": "192.168.77.40"}
DUAL: dict[str, Any] = {
    "type": "host-local",
    "ranges": [[{"subnet": "10.89.9.0/24"}], [{"subnet": "fd00:89::/64"}]],
    "routes": [{"dst": "0.0.0.0/0"}, {"dst": "::/0"}, {"dst": "10.44.0.0/16", "gw": "10.89.9.7"}],
}

EVERY_POD = (
    pytest.param(V4, "eth0", "1.0.0", id="a subnet"),
    pytest.param(OTHER_V4, "net1", "0.4.0", id="another subnet, another interface"),
    pytest.param(DUAL, "eth0", "1.0.0", id="both families"),
    pytest.param(None, "eth0", "1.0.0", id="no IPAM"),
)
"""Two subnets, two interface names, a range of IPv6, and no IPAM."""


def with_ipam(link: dict[str, Any], ipam: dict[str, Any] | None) -> dict[str, Any]:
    """The link with that IPAM section, if any."""
    return link if ipam is None else {**link, "ipam": ipam}
