"""What the bridge plugin is told, and what of it can't be (plugins/main/bridge, loadNetConf)."""

from collections.abc import Mapping
from typing import Any

from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_codec import DNS, dns_of
from traces.simulate.ask import Ask
from traces.simulate.chained import config
from traces.simulate.cni_args import load_args
from traces.simulate.plugin_error import PluginError

_DEFAULT_NAME = "cni0"
_HIGHEST_VLAN = 4094


def bridge_config(ask: Ask) -> Mapping[str, Any]:
    """The fields by their JSON names, «mac» as it is to be, «dns» as a Dns. Raises PluginError."""
    conf = config(ask, _CONF, "failed to load netconf")
    if not 0 <= conf["vlan"] <= _HIGHEST_VLAN:
        raise PluginError(f"invalid VLAN ID {conf['vlan']} (must be between 0 and {_HIGHEST_VLAN})")
    trunk = conf["vlanTrunk"]
    for item in trunk:
        _check_trunk(item or {})
    if conf["vlan"] and trunk:
        raise PluginError("cannot set vlan and vlanTrunk at the same time")
    mac = load_args(ask, "MAC").get("MAC", "")
    return {
        **conf,
        "bridge": conf["bridge"] or ("" if "bridge" in ask.config else _DEFAULT_NAME),
        "isGateway": conf["isGateway"] or conf["isDefaultGateway"],
        "mac": conf["runtimeConfig"]["mac"] or conf["args"]["cni"]["mac"] or mac,
        "dns": dns_of(conf["dns"]),
    }


def _check_trunk(item: Mapping[str, Any]) -> None:
    """One entry of vlanTrunk: a range of VLANs, or one (collectVlanTrunk)."""
    low, high = item.get("minID"), item.get("maxID")
    for name, missing, other in (("minID", low, high), ("maxID", high, low)):
        if missing is None and other is not None:
            raise PluginError(f"minID and maxID should be configured simultaneously, {name} is missing")
    for name, value in (("minID", low), ("maxID", high)):
        if value is not None and not 0 < value <= _HIGHEST_VLAN:
            raise PluginError(f"incorrect trunk {name} parameter")
    if low is not None and high is not None and high < low:
        raise PluginError("minID is greater than maxID in trunk parameter")
    if item.get("id") is not None and not 0 < item["id"] <= _HIGHEST_VLAN:
        raise PluginError("incorrect trunk id parameter")


_NUMBER = Pointer(Integer())
_TRUNK = Struct("main.VlanTrunk", {"minID": _NUMBER, "maxID": _NUMBER, "id": _NUMBER})
_MAC = Struct('struct { Mac string "json:\\"mac,omitempty\\"" }', {"mac": Text()})
_ARGS = 'struct { Cni main.BridgeArgs "json:\\"cni,omitempty\\"" }'
_FLAGS = (
    "isGateway",
    "isDefaultGateway",
    "forceAddress",
    "ipMasq",
    "hairpinMode",
    "promiscMode",
    "preserveDefaultVlan",
    "macspoofchk",
    "enabledad",
    "disableContainerInterface",
    "portIsolation",
)
_CONF = Struct(
    "main.NetConf",
    {
        "bridge": Text(),
        **{name: Boolean() for name in _FLAGS},
        "ipMasqBackend": Pointer(Text()),
        "mtu": Integer(),
        "vlan": Integer(),
        "vlanTrunk": ListOf(Pointer(_TRUNK), "[]*main.VlanTrunk"),
        "args": Struct(_ARGS, {"cni": Struct("main.BridgeArgs", _MAC.fields)}),
        "runtimeConfig": _MAC,
        "dns": DNS,
    },
)
