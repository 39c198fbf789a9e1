"""Any other plugin: passes prevResult on, or, first in its chain, gives the pod an interface as ptp does.

As the IPAM plugin of another it gives out addresses.
"""

from traces.cni.result_types import LibcniResult, ModernResult
from traces.simulate import any_ipam
from traces.simulate.ask import Ask
from traces.simulate.chained import fault
from traces.simulate.ipam import ipam_delete, ipam_type
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.plugins import ptp

_MADE = "/var/lib/cni/stand-ins"
"""Where it is kept whose interfaces it has made, so that DEL leaves the others' alone."""


def add(ask: Ask) -> LibcniResult:
    """prevResult as it is; without one an interface, with an address where the configuration names an IPAM plugin."""
    if any_ipam.is_ipam(ask):
        return any_ipam.add(ask)
    given = ask.prev_result_as_given
    if given is not None:
        return given
    _note(ask)
    return ptp.add(ask) if ipam_type(ask) else ptp.attach(ask, ModernResult(cni_version="1.1.0"))


def check(ask: Ask) -> None:
    """Nothing is known of what it would look at: fails only where prevResult can't be read."""
    _ = ask.prev_result
    if any_ipam.is_ipam(ask):
        any_ipam.check(ask)


def delete(ask: Ask) -> None:
    """Undo what ADD has made: what was passed on only, and what is undone already, is left alone."""
    if any_ipam.is_ipam(ask):
        any_ipam.delete(ask)
    if ask.ground.read(_place(ask)) is None:
        return
    if ipam_type(ask):
        ipam_delete(ask)
    ptp.detach(ask)
    ask.ground.remove(_place(ask))


def _note(ask: Ask) -> None:
    """Note that the interface is this plugin's, before it is made: half of it may be there when something fails.

    One that is there already is somebody else's, and stays so.
    """
    wires = ask.ground.wires
    if wires.opens(ask.netns) and wires.mac(ask.netns, ask.ifname) is not None:
        return
    try:
        ask.ground.write(_place(ask), b"")
    except OSError as error:
        raise PluginError(f"open {_place(ask)}: {fault(error)}") from None


def _place(ask: Ask) -> str:
    """The note's file; several plugins of a chain may be without a stand-in of their own."""
    plugin = str(ask.config.get("type", "")).replace("/", "_")
    return f"{_MADE}/{ask.network}-{plugin}-{ask.container_id}-{ask.ifname}"


PLUGIN = Plugin(name="generic", add=add, check=check, delete=delete)
