"""check/mac-changed, by the node alone: interfaces whose MAC is another now than the cached result says."""

import shlex
from collections.abc import Iterator, Mapping

from traces.diagnosis.cached import Cached, cached
from traces.diagnosis.case import Case
from traces.diagnosis.living import Life, life
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Device
from traces.timeline.measure import one_line

_KIND = "check/mac-changed"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#check-check-containers-networking-is-as-expected"


def _check(case: Case) -> Iterator[Finding]:
    node = case.node
    if node is None or node.host is None or (case.trace is not None and case.trace.failure is not None):
        return
    devices = {device.name: device for device in node.host.links}
    for each in cached(node):
        if life(node, each.container_id, each.netns) in (Life.ALIVE, Life.UNKNOWN):
            yield from _of_attachment(devices, each)


def _of_attachment(devices: Mapping[str, Device], each: Cached) -> Iterator[Finding]:
    for name, interface in each.host_interfaces:
        device, mac = devices.get(name), interface.get("mac")
        # A bridge takes the lowest MAC of its ports, so that it changes with every pod.
        if device is None or device.kind == "bridge" or not isinstance(mac, str) or not mac or not device.mac:
            continue
        if mac.lower() != device.mac.lower():
            yield _finding(each, device, mac)


def _finding(each: Cached, device: Device, mac: str) -> Finding:
    name = one_line(device.name)
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"the MAC of {name} was changed after ADD answered: the cached result of {each.words} says "
        f"{one_line(mac)}, the kernel has {device.mac}; CHECK fails as long as they differ",
        evidence=(
            each.quoted(f'"mac": "{mac}", "name": "{device.name}"'),
            Evidence(where=f"{name} (kernel)", quote=f"link/ether {device.mac}"),
        ),
        next_step=f"ip -d link show {shlex.quote(device.name)}; "
        f"udevadm test-builtin net_setup_link /sys/class/net/{shlex.quote(device.name)}",
        advice="udev's MACAddressPolicy=persistent does so to new veths: set it to none for them, and recreate the pod",
        specification=_SPECIFICATION,
        verb="CHECK",
    )


RULE = Rule(
    id=_KIND,
    looks_at="the interfaces in cached results beside the host's devices (kernel)",
    specification=_SPECIFICATION,
    check=_check,
)
