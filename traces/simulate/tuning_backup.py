"""How an interface was before tuning set it: kept in a file on ADD, brought back on DEL (plugins/meta/tuning)."""

import json
import re
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.goquote import quote
from traces.kernel.traits import Traits
from traces.simulate.ask import Ask
from traces.simulate.chained import fault
from traces.simulate.plugin_error import PluginError
from traces.simulate.tuning_conf import Settings

_MAC = re.compile(
    r"[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}", re.IGNORECASE
)
_MOST = 2**31 - 1
"""What the kernel takes for an MTU or a queue is no greater than this."""


def keep(ask: Ask, settings: Settings, mac: str) -> None:
    """Write down what is about to be changed; ``mac`` is the interface's where nobody can look. Raises PluginError."""
    wires = ask.ground.wires
    traits = wires.traits(ask.netns, ask.ifname)
    if traits is None and wires.knows:
        raise PluginError(f"failed to get {quote(ask.ifname)}: Link not found")
    traits = traits or Traits()
    was: dict[str, Any] = {}
    if settings.mac:
        was["mac"] = wires.mac(ask.netns, ask.ifname) or mac
    if settings.promisc:
        was["promisc"] = bool(traits.promiscuity)
    if settings.mtu:
        was["mtu"] = wires.mtu(ask.netns, ask.ifname)
    if settings.allmulti is not None:
        was["allmulti"] = traits.allmulti
    if settings.txqlen is not None:
        was["txQLen"] = traits.txqlen
    kept = {name: value for name, value in was.items() if value or name not in ("mac", "mtu")}
    try:
        ask.ground.write(_file(ask, settings), json.dumps(kept, indent=1).encode())
    except OSError as error:
        raise PluginError(f"failed to save file {ask.ifname}.json: {fault(error)}") from None


def bring_back(ask: Ask, settings: Settings) -> None:
    """Set the interface as it was. What fails is left as it is, and the file too, as by the real one."""
    path = _file(ask, settings)
    content = ask.ground.read(path)
    wires = ask.ground.wires
    gone = wires.knows and (not wires.opens(ask.netns) or wires.traits(ask.netns, ask.ifname) is None)
    if content is None or gone:
        return
    was = any_object(content)
    try:
        if was.get("mtu"):
            set_mtu(ask, was["mtu"])
        if was.get("mac"):
            set_mac(ask, was["mac"])
        set_traits(ask, was.get("promisc"), was.get("allmulti"), was.get("txQLen"))
        ask.ground.remove(path)
    except (PluginError, OSError):
        return


def set_mac(ask: Ask, mac: str) -> None:
    """Give the pod's interface an address, in any way that Go reads one. Raises PluginError."""
    if not _MAC.fullmatch(mac):
        raise PluginError(f"invalid args {mac} for MAC addr: address {mac}: invalid MAC address")
    digits = re.sub("[:.-]", "", mac).lower()
    _kernel(ask, mac=":".join(digits[at : at + 2] for at in range(0, 12, 2)))


def set_mtu(ask: Ask, mtu: int) -> None:
    """Give the pod's interface an MTU. Raises PluginError."""
    if not 0 < mtu <= _MOST:
        raise PluginError("invalid argument")
    _kernel(ask, mtu=mtu)


def set_traits(ask: Ask, promisc: bool | None, allmulti: bool | None, txqlen: int | None) -> None:
    """Set how the pod's interface behaves; what is None stays. Raises PluginError."""
    if txqlen is not None and not 0 <= txqlen <= _MOST:
        raise PluginError("invalid argument")
    if (promisc, allmulti, txqlen) == (None, None, None):
        return
    try:
        ask.ground.wires.set_traits(ask.netns, ask.ifname, promisc=promisc, allmulti=allmulti, txqlen=txqlen)
    except OSError as error:
        raise PluginError(fault(error)) from None


def _kernel(ask: Ask, *, mac: str = "", mtu: int = 0) -> None:
    try:
        ask.ground.wires.set_link(ask.netns, ask.ifname, mac=mac, mtu=mtu)
    except OSError as error:
        raise PluginError(fault(error)) from None


def _file(ask: Ask, settings: Settings) -> str:
    return f"{settings.data_dir}/{ask.container_id}_{ask.ifname}.json"
