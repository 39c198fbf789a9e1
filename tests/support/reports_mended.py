"""The reported cases with their faults taken away: by the case's id what is changed in its input."""

from collections.abc import Mapping
from typing import Any

BRIDGE = {"type": "bridge", "bridge": "br-demo0", "ipam": {"type": "host-local", "subnet": "192.0.2.0/24"}}
PORTMAP = {"type": "portmap", "capabilities": {"portMappings": True}}
_FINE = {"exit": 0}
_MAC = "02:00:00:00:00:01"


def _files(*plugins: Any, name: str = "10-demo.conflist", version: str = "1.0.0", **more: Any) -> dict[str, Any]:
    entries = [{"type": each} if isinstance(each, str) else each for each in plugins]
    return {f"/etc/cni/net.d/{name}": {"cniVersion": version, "name": "demo-net", **more, "plugins": entries}}


def _result(**members: Any) -> dict[str, Any]:
    return {"exit": 0, "stdout": {"cniVersion": "1.0.0", "ips": [{"address": "192.0.2.10/24"}], **members}}


MENDED: Mapping[str, Mapping[str, Any]] = {
    "c01": {"bin": ["bridge", "host-local", "loopback"]},
    "c02": {"bin": ["bridge", "host-local", "portmap", "ghost-meta"]},
    "c05": {"bin": {}},
    "c06": {"state": {"mount": "bin directory on a filesystem mounted rw", "file_mode": "0755"}},
    "c07": {
        "state": {
            "label_of": {"/opt/cni/bin": "container_file_t", "expected": "container_file_t"},
            "bin": ["main-stub"],
        }
    },
    "c09": {"files": _files(BRIDGE, PORTMAP)},
    "c10": {"files": _files(BRIDGE)},
    "c11": {"files": _files("overlay-main", PORTMAP, name="10-bbb-cluster.conflist")},
    "c13": {"files": _files("main-stub", PORTMAP, "mesh-meta")},
    "c15": {"files": _files(BRIDGE, PORTMAP)},
    "c17": {"stubs": {"firewall": {"supportedVersions": ["0.3.1", "0.4.0", "1.0.0"]}}},
    "c18": {"files": _files("main-stub", PORTMAP)},
    "c20": {"stubs": {}},
    "c22": {"state": {}},
    "c23": {"stubs": {"multi-meta": {"DEL": _FINE}}},
    "c25": {"stubs": {"dns-meta": {"DEL": _FINE}}},
    "c27": {"state": {}},
    "c28": {"stubs": {"portmap": {"DEL": _FINE}}},
    "c30": {"state": {"/var/lib/cni/networks/demo-net": ["192.0.2.2", "lock"], "containers_alive": ["demo1"]}},
    "c31": {
        "state": {
            "/var/lib/cni/networks/demo-net": ["192.0.2.4", "192.0.2.5", "last_reserved_ip.0 = 192.0.2.5"],
            "containers_alive": ["demo1", "demo3"],
            "live_addresses": ["192.0.2.4", "192.0.2.5"],
        }
    },
    "c32": {"env": {}},
    "c34": {"state": {"br-demo0_addr": "192.0.2.1/24"}},
    "c35": {"files": _files(BRIDGE, PORTMAP)},
    "c37": {"env": {"CNI_ARGS": "IgnoreUnknown=1;IP=192.0.2.20;COLOR=blue"}},
    "c38": {"stubs": {"chatty-main": {"ADD": _result()}}},
    "c40": {"stubs": {"silent-main": {"ADD": _result()}}},
    "c41": {"stubs": {}},
    "c43": {"stubs": {}},
    "c44": {"stubs": {}, "state": {"kubeconfig_token_exp": "in 3 h"}},
    "c46": {"stubs": {"strict-main": {"DEL": _FINE}}},
    "c48": {"state": {}},
    "c49": {"files": _files(BRIDGE, {"type": "bandwidth", "capabilities": {"bandwidth": True}})},
    "c51": {"stubs": {}},
    "c52": {"state": {"cached_mac": _MAC}},
    "c54": {"stdin_extra": {"cni.dev/valid-attachments": [], "cni.dev/attachments": []}},
    "c55": {"stubs": {"agent-main": {"STATUS": _FINE}}},
}


def mended(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """The input of a report without its fault."""
    return {**report["input"], **MENDED[report["id"]]}
