"""tuning: sets sysctls of the pod's netns, and how its interface is (plugins/meta/tuning)."""

import errno
from dataclasses import replace

from traces.cni.result_types import LibcniResult, ModernResult
from traces.kernel.traits import Traits
from traces.simulate.ask import Ask
from traces.simulate.chained import REQUIRED, enter_netns, fault, passed_on, prev_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.tuning_backup import bring_back, keep, set_mac, set_mtu, set_traits
from traces.simulate.tuning_conf import Settings, check_allowed, check_keys, read_settings, sysctl_file

_ON_WRITING = (errno.EINVAL, errno.ERANGE, errno.EIO, errno.ENOSPC)
_PROC = "/proc/sys/"


def add(ask: Ask) -> LibcniResult:
    """Set all; answer prevResult, with the interface's new MAC address where one is set."""
    check_keys(ask)
    settings = read_settings(ask)
    check_allowed(ask, settings)
    _chained(ask)
    enter_netns(ask)
    for key, value in settings.sysctls:
        _set_sysctl(ask, sysctl_file(key, ask.ifname), value)
    _set_interface(ask, settings)
    return _with_mac(ask, settings.mac) if settings.mac else passed_on(ask, REQUIRED)


def delete(ask: Ask) -> None:
    """Bring back how the interface was; sysctls stay as they are, and nothing fails but a bad configuration."""
    bring_back(ask, read_settings(ask))


def check(ask: Ask) -> None:
    """Look whether all is still as it was set. Where nobody can look, it is."""
    check_keys(ask)
    settings = read_settings(ask)
    _chained(ask)
    enter_netns(ask)
    files = [(sysctl_file(key, ask.ifname), value) for key, value in settings.sysctls]
    if not ask.ground.wires.knows:
        return
    for path, value in files:
        found = _sysctl(ask, path)
        if found != value:
            raise PluginError(f"Error: Tuning configured value of {path} is {value}, current value is {found}")
    traits = ask.ground.wires.traits(ask.netns, ask.ifname)
    if traits is None:
        raise PluginError(f"Cannot find container link {ask.ifname}")
    _compare(ask, settings, traits)


def _chained(ask: Ask) -> None:
    prev_result(ask, "")
    passed_on(ask, REQUIRED)


def _set_interface(ask: Ask, settings: Settings) -> None:
    if not settings.of_interface:
        return
    keep(ask, settings, _mac_in(prev_result(ask, ""), ask.ifname))
    if settings.mac:
        set_mac(ask, settings.mac)
    set_traits(ask, settings.promisc or None, None, None)
    if settings.mtu:
        set_mtu(ask, settings.mtu)
    set_traits(ask, None, settings.allmulti, settings.txqlen)


def _mac_in(result: ModernResult | None, ifname: str) -> str:
    interfaces = result.interfaces if result else ()
    return next((interface.mac for interface in interfaces if interface and interface.name == ifname), "")


def _with_mac(ask: Ask, mac: str) -> LibcniResult:
    """prevResult with the address, as it is written in the configuration, at every interface of that name."""
    result = prev_result(ask, "") or ModernResult()
    interfaces = tuple(
        replace(interface, mac=mac) if interface and interface.name == ask.ifname else interface
        for interface in result.interfaces
    )
    return replace(result, interfaces=interfaces)


def _set_sysctl(ask: Ask, path: str, value: str) -> None:
    try:
        ask.ground.wires.set_sysctl(ask.netns, path.removeprefix(_PROC), value)
    except OSError as error:
        doing = "write" if error.errno in _ON_WRITING else "open"
        raise PluginError(f"{doing} {path}: {fault(error)}") from None


def _sysctl(ask: Ask, path: str) -> str:
    try:
        return ask.ground.wires.sysctl(ask.netns, path.removeprefix(_PROC))
    except OSError as error:
        raise PluginError(f"open {path}: {fault(error)}") from None


def _compare(ask: Ask, settings: Settings, traits: Traits) -> None:
    wires, ifname = ask.ground.wires, ask.ifname
    mac, mtu = wires.mac(ask.netns, ifname), wires.mtu(ask.netns, ifname)
    if settings.mac and settings.mac != mac:
        raise _differs(f"Ethernet of {ifname}", settings.mac, mac)
    if settings.promisc != bool(traits.promiscuity):
        wanted = f"link {ifname} configured promisc is {str(settings.promisc).lower()}"
        raise PluginError(f"Error: Tuning {wanted}, current value is {traits.promiscuity}")
    if settings.mtu and settings.mtu != mtu:
        raise _differs(f"MTU of {ifname}", settings.mtu, mtu)
    if settings.allmulti is not None and settings.allmulti != traits.allmulti:
        now = str(traits.allmulti).lower()
        raise _differs(f"all-multicast mode of {ifname}", str(settings.allmulti).lower(), now)
    if settings.txqlen is not None and settings.txqlen != traits.txqlen:
        raise _differs(f"Transmit Queue Length of {ifname}", settings.txqlen, traits.txqlen)


def _differs(what: str, wanted: object, found: object) -> PluginError:
    return PluginError(f"Error: Tuning configured {what} is {wanted}, current value is {found}")


PLUGIN = Plugin(name="tuning", add=add, delete=delete, check=check)
