"""The chains that tests run: the one of the demo with Debian's plugins, and small ones of shell scripts."""

from pathlib import Path
from typing import Any

BRIDGE: dict[str, Any] = {
    "type": "bridge",
    "bridge": "cni0",
    "isGateway": True,
    "ipMasq": True,
    "ipam": {
        "type": "host-local",
        "ranges": [[{"subnet": "10.88.0.0/16"}]],
        "routes": [{"dst": "0.0.0.0/0"}],
    },
}
FIVE: tuple[dict[str, Any], ...] = (
    BRIDGE,
    {"type": "portmap", "capabilities": {"portMappings": True}},
    {"type": "bandwidth", "capabilities": {"bandwidth": True}},
    {"type": "firewall"},
    {"type": "tuning", "sysctl": {"net.ipv4.conf.IFNAME.arp_filter": "1"}},
)
PORTS = 'portMappings=[{"hostPort":18080,"containerPort":80,"protocol":"tcp"}]'
BANDWIDTH = 'bandwidth={"ingressRate":1000000,"ingressBurst":1000000,"egressRate":1000000,"egressBurst":1000000}'
CAPS = ("--cap", PORTS, "--cap", BANDWIDTH)
RESULT = '{"cniVersion":"1.0.0","ips":[{"address":"10.1.0.2/16"}]}'

ANSWERS = f"""cat >/dev/null
[ "$CNI_COMMAND" = ADD ] && printf '%s' '{RESULT}'
exit 0"""
"""A plugin that answers ADD with a result, and nothing else with anything."""

FAILS = """cat >/dev/null
printf '%s' '{"cniVersion":"1.0.0","code":11,"msg":"try again","details":"iptables: chain exists"}'
exit 1"""
"""A plugin that fails whatever it is asked."""


def scripts(folder: Path, **named: str) -> Path:
    """A folder of plugins, each a shell script."""
    from tests.support.cli import plugin

    for name, script in named.items():
        plugin(folder, name, script)
    return folder
