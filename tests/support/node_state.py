"""What running pods leave on a node: cached results, reservations, what the runtime lists, tokens."""

import base64
import json
from collections.abc import Iterable
from typing import Any

from tests.support.node_trees import NodeTree

HOST_LOCAL = {"type": "host-local", "subnet": "192.0.2.0/29"}
BRIDGE: dict[str, Any] = {"type": "bridge", "bridge": "br-demo0", "isGateway": True, "ipam": HOST_LOCAL}


def cache_content(
    container: str, network: str = "demo", netns: str = "", result: Any = None, ifname: str = "eth0"
) -> bytes:
    """A file of libcni's result cache."""
    config = base64.b64encode(json.dumps({"cniVersion": "1.0.0", "name": network, "plugins": []}).encode()).decode()
    document = {
        "kind": "cniCacheV1",
        "containerId": container,
        "config": config,
        "ifName": ifname,
        "networkName": network,
        "netns": netns or f"/var/run/netns/{container}",
        "result": result or {"cniVersion": "1.0.0", "ips": [{"address": "192.0.2.2/29"}]},
    }
    return json.dumps(document, separators=(",", ":")).encode()


def put_cached(tree: NodeTree, container: str, network: str = "demo", **more: Any) -> str:
    """The file in its place; its path."""
    path = f"/var/lib/cni/results/{network}-{container}-eth0"
    tree.put(path, cache_content(container, network, **more))
    return path


def reserve(tree: NodeTree, address: str, container: str, network: str = "demo") -> str:
    """A reservation of host-local; its path."""
    path = f"/var/lib/cni/networks/{network}/{address}"
    tree.put(path, f"{container}\r\neth0")
    tree.put(f"/var/lib/cni/networks/{network}/last_reserved_ip.0", address)
    tree.put(f"/var/lib/cni/networks/{network}/lock", "")
    return path


def running(tree: NodeTree, *containers: str, ended: Iterable[str] = ()) -> None:
    """What crictl lists."""
    items = [{"id": each, "state": "SANDBOX_READY", "metadata": {"name": each}} for each in containers]
    items += [{"id": each, "state": "SANDBOX_NOTREADY", "metadata": {"name": each}} for each in ended]
    tree.says("crictl-pods.json", json.dumps({"items": items}))


def netns_files(tree: NodeTree, *names: str, magic: str = "6e736673") -> None:
    """The files in /run/netns, and what statfs says of them."""
    rows = [{"path": f"/run/netns/{name}", "magic": magic} for name in names]
    tree.says("netns.json", json.dumps(rows))


def token(ends: float, issued: float | None = None) -> str:
    """A JSON Web Token that ends then."""
    claims = {"exp": int(ends), "sub": "node-agent"} | ({"iat": int(issued)} if issued is not None else {})
    return ".".join((_part({"alg": "RS256", "kid": "x"}), _part(claims), "c2lnbmF0dXJl"))


def _part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
