"""What the bridge plugin's CHECK looks at: the bridge, and the pair from it into the pod (plugins/main/bridge)."""

from collections.abc import Mapping
from typing import Any

from traces.cni.result_types import Interface, ModernResult
from traces.kernel.traits import Traits
from traces.simulate.ask import Ask
from traces.simulate.looks import interfaces, named_interface, pod_interface
from traces.simulate.plugin_error import PluginError


def check_ports(ask: Ask, conf: Mapping[str, Any], result: ModernResult) -> None:
    """Bridge and pair must be there as the result lists them. Raises PluginError."""
    bridge = _check_bridge(ask, conf, named_interface(result, conf["bridge"]))
    pod = pod_interface(ask, result, "Sandbox")
    end = _check_pod(ask, pod)
    others = (one for one in interfaces(result) if one.name not in (conf["bridge"], pod.name))
    if not any(_is_port(ask, one, end, bridge) for one in others):
        raise PluginError(f"CNI veth created for bridge {conf['bridge']} was not found")


def _check_bridge(ask: Ask, conf: Mapping[str, Any], bridge: Interface) -> Traits:
    """The bridge as prevResult lists it must be there. Raises PluginError (validateCniBrInterface)."""
    found = _found(ask, bridge, in_pod=False)
    if found.kind != "bridge":
        raise PluginError(f"Interface {bridge.name} does not have link type of bridge")
    if bridge.mac and bridge.mac != ask.ground.wires.mac(None, bridge.name):
        raise PluginError(f"Bridge interface {bridge.name} Mac doesn't match: {bridge.mac}")
    promiscuous = bool(found.promiscuity)
    if promiscuous != conf["promiscMode"]:
        wanted, now = str(conf["promiscMode"]).lower(), str(promiscuous).lower()
        words = f"configured Promisc Mode {wanted} doesn't match current state: {now} "
        raise PluginError(f"Bridge interface {bridge.name} {words}")
    return found


def _check_pod(ask: Ask, pod: Interface) -> Traits:
    """The pod's interface as prevResult lists it must be there (validateCniContainerInterface)."""
    found = _found(ask, pod, in_pod=True)
    if found.kind != "veth":
        raise PluginError(f"Error: Container interface {pod.name} not of type veth")
    mac = ask.ground.wires.mac(ask.netns, pod.name)
    if pod.mac and pod.mac != mac:
        raise PluginError(f"Interface {pod.name} Mac {pod.mac} doesn't match container Mac: {mac}")
    return found


def _is_port(ask: Ask, one: Interface, pod: Traits, bridge: Traits) -> bool:
    """Whether it is the other end of the pod's interface, and a port of the bridge (validateCniVethInterface)."""
    found = _found(ask, one, in_pod=False)
    if found.kind != "veth" or (found.index, found.lower) != (pod.lower, pod.index) or found.master != bridge.index:
        return False
    if one.mac and one.mac != ask.ground.wires.mac(None, one.name):
        raise PluginError(f"Interface {one.name} Mac doesn't match: {one.mac} not found")
    return True


def _found(ask: Ask, one: Interface, *, in_pod: bool) -> Traits:
    """How an interface is, which must be where it is said to be (validateInterface)."""
    if not one.name:
        raise PluginError("Interface name missing ")
    found = ask.ground.wires.traits(ask.netns if in_pod else None, one.name)
    if found is None:
        raise PluginError(f"Interface name {one.name} not found")
    if bool(one.sandbox) != in_pod:
        words = "is expected to be in a sandbox" if in_pod else "should not be in sandbox"
        raise PluginError(f"Interface {one.name} {words}")
    return found
