"""Drives real plugins by hand-made stdin: enough of libcni to test a place without the chain runner."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from traces.runner.executor import Completed, Execution, Executor

PLUGINS = "/usr/lib/cni"
NETNS = "/run/netns/pod"
BRIDGE: Mapping[str, Any] = {
    "type": "bridge",
    "bridge": "cni0",
    "isGateway": True,
    "ipMasq": True,
    "ipam": {
        "type": "host-local",
        "ranges": [[{"subnet": "10.22.0.0/16"}]],
        "routes": [{"dst": "0.0.0.0/0"}],
    },
}
PORTMAP: Mapping[str, Any] = {
    "type": "portmap",
    "runtimeConfig": {"portMappings": [{"hostPort": 8080, "containerPort": 80, "protocol": "tcp"}]},
}
BANDWIDTH: Mapping[str, Any] = {
    "type": "bandwidth",
    "ingressRate": 1000000,
    "ingressBurst": 100000,
    "egressRate": 1000000,
    "egressBurst": 100000,
}
FIREWALL: Mapping[str, Any] = {"type": "firewall"}
TUNING: Mapping[str, Any] = {"type": "tuning", "sysctl": {"net.ipv4.conf.eth0.accept_redirects": "0"}}
CHAIN: Sequence[Mapping[str, Any]] = (BRIDGE, PORTMAP, BANDWIDTH, FIREWALL, TUNING)


def call(
    place: Executor,
    verb: str,
    link: Mapping[str, Any],
    previous: Mapping[str, Any] | None,
    *,
    plugin_dir: str = PLUGINS,
    netns: str = NETNS,
) -> Completed:
    """Execute one link."""
    config = {"cniVersion": "1.0.0", "name": "test", **link}
    if previous is not None:
        config["prevResult"] = previous
    path = place.find(link["type"], [plugin_dir])
    assert path is not None, f"no plugin {link['type']}"
    env = (
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        f"CNI_COMMAND={verb}",
        "CNI_CONTAINERID=c0ffee",
        f"CNI_NETNS={netns}",
        "CNI_IFNAME=eth0",
        f"CNI_PATH={plugin_dir}",
    )
    running = place.start(Execution(path=path, stdin=json.dumps(config).encode(), env=env))
    completed = running.wait(60)
    assert completed is not None, f"{link['type']} {verb} takes more than a minute"
    return completed


def add(place: Executor, chain: Sequence[Mapping[str, Any]] = CHAIN, **where: str) -> dict[str, Any]:
    """ADD of the whole chain; the last result."""
    result = None
    for link in chain:
        completed = call(place, "ADD", link, result, **where)
        assert completed.exit_code == 0, (link["type"], completed)
        result = json.loads(completed.stdout)
    assert result is not None
    return dict(result)


def delete(
    place: Executor, result: Mapping[str, Any], chain: Sequence[Mapping[str, Any]] = CHAIN, **where: str
) -> None:
    """DEL of the whole chain, last link first."""
    for link in reversed(chain):
        completed = call(place, "DEL", link, result, **where)
        assert completed.exit_code == 0, (link["type"], completed)
