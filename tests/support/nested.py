"""A trace of Multus with several networks, one on each interface of a pod, as its annotation may ask for."""

import json
from dataclasses import replace

from tests.support.traces import MS, T0, made, network
from traces.model.call import Call, Outcome
from traces.model.trace import Trace

Chain = tuple[str, str, tuple[tuple[str, str], ...]]
"""A network's name, the interface, and its links: the plugin, and that of its IPAM."""

NETWORKS: tuple[Chain, ...] = (
    ("k8s-pod-network", "eth0", (("loopback", ""), ("bridge", "host-local"), ("portmap", ""))),
    ("storage", "net1", (("macvlan", "host-local"), ("tuning", ""))),
    ("backup", "net2", (("bridge", "host-local"), ("tuning", ""))),
)


def two_more_networks(verb: str = "ADD", networks: tuple[Chain, ...] = NETWORKS) -> Trace:
    """A verb over Multus with its networks; DEL undoes them from the last link of the last one on."""
    calls = [_call("multus", verb, "multus", _stdin("multus-cni", "multus"), link=0)]
    way = -1 if verb == "DEL" else 1
    for name, ifname, links in networks[::way]:
        for plugin, ipam in links[::way]:
            stdin = _stdin(name, plugin, ipam)
            calls.append(_call(f"{ifname}-{plugin}", verb, plugin, stdin, parent="multus", ifname=ifname))
            if ipam:
                above = calls[-1].id
                calls.append(_call(f"{above}-{ipam}", verb, ipam, stdin, parent=above, ifname=ifname))
    return _timed(made(network("multus", name="multus-cni"), tuple(calls)), verb)


def _stdin(name: str, plugin: str, ipam: str = "") -> bytes:
    config = {"cniVersion": "1.0.0", "name": name, "type": plugin}
    return json.dumps(config | ({"ipam": {"type": ipam}} if ipam else {})).encode()


def _call(
    id_: str,
    verb: str,
    plugin: str,
    stdin: bytes,
    *,
    link: int | None = None,
    parent: str | None = None,
    ifname: str = "eth0",
) -> Call:
    return Call(
        id=id_,
        plugin=plugin,
        path=f"/opt/cni/bin/{plugin}",
        verb=verb,
        link=link,
        parent=parent,
        environment=(f"CNI_IFNAME={ifname}".encode(),),
        stdin=stdin,
        stdout=b'{"cniVersion":"1.0.0","ips":[{"address":"10.0.0.2/24"}]}' if verb == "ADD" else b"",
        exit_code=0,
        outcome=Outcome.OK,
    )


def _timed(trace: Trace, verb: str) -> Trace:
    """The trace with times: its calls begin one after the other, and each has ended before the next but its callers."""
    calls = tuple(
        replace(
            call, started=T0 + place * 10 * MS, ended=T0 + (len(trace.calls) * 10 if not place else place * 10 + 4) * MS
        )
        for place, call in enumerate(trace.calls)
    )
    return replace(trace, calls=calls, verb=verb)
