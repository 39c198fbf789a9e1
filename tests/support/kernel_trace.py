"""A trace with snapshots: an ADD of bridge and portmap, whose claims are all so unless a test breaks one."""

import json
from dataclasses import replace
from typing import Any

from tests.support.claimed import NETNS, RESULT, SNAPSHOT
from tests.support.traces import attachment, made, network, simple_call
from traces.model.call import Call
from traces.model.plain import plain
from traces.model.snapshot import Moment, Namespace, Reservation, Snapshot
from traces.model.trace import Trace

EMPTY = Snapshot(pod=Namespace(netns="/run/netns/pod"), host=Namespace())
PORTS = [{"hostPort": 8080, "containerPort": 80, "protocol": "tcp"}]
ANSWER = json.dumps(
    {
        "cniVersion": "1.1.0",
        "interfaces": plain(RESULT)["interfaces"],
        "ips": plain(RESULT)["ips"],
        "routes": plain(RESULT)["routes"],
    }
).encode()
"""RESULT, as a plugin answers it."""


def bridge_call(**changes: Any) -> Call:
    """Link 0: it answers everything that it claims."""
    stdin = b'{"cniVersion":"1.1.0","name":"n","type":"bridge"}'
    return simple_call(0, "bridge", **{"stdin": stdin, "stdout": ANSWER} | changes)


def portmap_call(**changes: Any) -> Call:
    """Link 1: it passes its prevResult on."""
    return simple_call(1, "portmap", **{"stdin": _config(), "stdout": ANSWER} | changes)


def asked_for_ports() -> Call:
    """Link 1 again, with a port to map that is in no rule of the kernel's."""
    return portmap_call(stdin=_config(runtimeConfig={"portMappings": PORTS}))


def _config(**more: Any) -> bytes:
    config = {"cniVersion": "1.1.0", "name": "n", "type": "portmap", "prevResult": json.loads(ANSWER)}
    return json.dumps(config | more).encode()


def kernel_trace(after_bridge: Snapshot = SNAPSHOT, after_portmap: Snapshot | None = None, **changes: Any) -> Trace:
    """The trace, with what the kernel had after each link; before the first it had nothing."""
    ipam = replace(simple_call(9, "host-local", link=None, parent="call-0"), id="ipam")
    last = after_bridge if after_portmap is None else after_portmap
    trace = replace(
        made(network("bridge", "portmap", version="1.1.0"), (bridge_call(), ipam, portmap_call())),
        attachment=replace(attachment(), netns=NETNS),
        result=ANSWER,
        snapshots=(
            Moment(call=None, when="before", snapshot=EMPTY),
            Moment(call="call-0", when="after", snapshot=after_bridge),
            Moment(call="call-1", when="after", snapshot=last),
        ),
    )
    return replace(trace, **changes)


def reserved(snapshot: Snapshot) -> Snapshot:
    """The snapshot with one address more that host-local keeps."""
    kept = Reservation(path="/var/lib/cni/networks/n/10.1.0.2", container_id="c0ffee", ifname="eth0")
    return replace(snapshot, reservations=(*snapshot.reservations, kept))
