"""loopback: brings lo up in the pod's netns (plugins/main/loopback)."""

from ipaddress import ip_interface

from traces.cni.goquote import quote
from traces.cni.gostruct import Struct
from traces.cni.result_types import Interface, IpConfig, LibcniResult, ModernResult
from traces.cni.versions import CURRENT
from traces.simulate.ask import Ask
from traces.simulate.chained import config, enter_netns, fault, prev_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import netns_is_gone

_LO = "lo"
_CONF = Struct("types.PluginConf", {})
_ADDRESSES = ("127.0.0.1/8", "::1/128")


def add(ask: Ask) -> LibcniResult:
    """Bring lo up; answer prevResult where there is one, else lo with the first address of each family.

    That answer says the configuration's version but has today's shape, whatever the version, as the real one's. Only
    for a configuration without a version it is converted.
    """
    conf = config(ask, _CONF, "failed to parse network config")
    given = prev_result(ask, "failed to parse prevResult: ") and ask.prev_result_as_given
    enter_netns(ask)
    _set_lo(ask, up=True)
    addresses = _addresses(ask)
    if given is not None:
        return given
    return ModernResult(
        cni_version=conf["cniVersion"] or CURRENT,
        interfaces=(Interface(name=_LO, mac="00:00:00:00:00:00", sandbox=ask.netns),),
        ips=tuple(IpConfig(interface=0, address=address) for address in addresses),
    )


def delete(ask: Ask) -> None:
    """Take lo down; a netns that is gone has none."""
    if not netns_is_gone(ask):
        _set_lo(ask, up=False)


def check(ask: Ask) -> None:
    """lo must be up."""
    enter_netns(ask)
    found = ask.ground.wires.traits(ask.netns, _LO)
    if found is not None and not found.up:
        raise PluginError("loopback interface is down")


def _addresses(ask: Ask) -> tuple[str, ...]:
    """The first address of each family. Raises PluginError where lo has one that is none of a loopback."""
    found = [ip_interface(text) for text in ask.ground.wires.addresses(ask.netns, _LO) or _ADDRESSES]
    for address in found:
        if not address.ip.is_loopback:
            raise PluginError(f"loopback interface found with non-loopback address {quote(str(address.ip))}")
    first = (next((one for one in found if one.version == version), None) for version in (4, 6))
    return tuple(str(address) for address in first if address)


def _set_lo(ask: Ask, *, up: bool) -> None:
    try:
        ask.ground.wires.set_link(ask.netns, _LO, up=up)
    except OSError as error:
        raise PluginError(fault(error)) from None


PLUGIN = Plugin(name="loopback", add=add, delete=delete, check=check)
