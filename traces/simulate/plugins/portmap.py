"""portmap: forwards the host's ports to the pod (plugins/meta/portmap). Its rules are not made, only answered for."""

from typing import Any

from traces.cni.goaddress import is_ipv4
from traces.cni.godecode import GoType
from traces.cni.goquote import quote
from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_types import Interface, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import CHAINED, REQUIRED, config, passed_on, prev_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.portmap_rules import complain

_ENTRY: dict[str, GoType] = {"hostPort": Integer(), "containerPort": Integer(), "protocol": Text(), "hostIP": Text()}
_CONF = Struct(
    "main.PortMapConf",
    {
        "backend": Pointer(Text()),
        "snat": Pointer(Boolean()),
        "conditionsV4": Pointer(ListOf(Text())),
        "conditionsV6": Pointer(ListOf(Text())),
        "masqAll": Boolean(),
        "markMasqBit": Pointer(Integer()),
        "externalSetMarkChain": Pointer(Text()),
        "runtimeConfig": Struct(
            'struct { PortMaps []main.PortMapEntry "json:\\"portMappings,omitempty\\"" }',
            {"portMappings": ListOf(Struct("main.PortMapEntry", _ENTRY), "[]main.PortMapEntry")},
        ),
    },
)
_OTHER = {"iptables": "nftables", "nftables": "iptables"}


def add(ask: Ask) -> LibcniResult:
    """Pass prevResult on; without port mappings nothing else is done."""
    conf = _within("failed to parse config: ", ask)
    answer = passed_on(ask, CHAINED)
    if conf["backend"] == "iptables":
        for address in _pod_addresses(prev_result(ask) or ModernResult(), ask.ifname):
            complain(conf, ask.network, ask.container_id, address)
    return answer


def delete(ask: Ask) -> None:
    """What is no configuration fails here too."""
    _within("failed to parse config: ", ask)


def check(ask: Ask) -> None:
    """The rules are taken to be there."""
    _config(ask)
    passed_on(ask, REQUIRED)


def _within(words: str, ask: Ask) -> dict[str, Any]:
    try:
        return _config(ask)
    except PluginError as error:
        raise error.within(words) from None


def _config(ask: Ask) -> dict[str, Any]:
    """The configuration with its backend. Raises PluginError in the order of the real one (main.go, parseConfig)."""
    conf = config(ask, _CONF, "failed to parse network configuration")
    prev_result(ask)
    bit, chain = conf["markMasqBit"], conf["externalSetMarkChain"]
    if bit is not None and chain is not None:
        raise PluginError("Cannot specify externalSetMarkChain and markMasqBit")
    if bit is not None and not 0 <= bit <= 31:
        raise PluginError("MasqMarkBit must be between 0 and 31")
    conf["backend"] = _backend(conf)
    for entry in conf["runtimeConfig"]["portMappings"]:
        for name, port in (("container", entry["containerPort"]), ("host", entry["hostPort"])):
            if port <= 0:
                raise PluginError(f"Invalid {name} port number: {port}")
    return conf


def _backend(conf: dict[str, Any]) -> str:
    """iptables, where the configuration names none. Raises PluginError for another one's options."""
    backend = "iptables" if conf["backend"] is None else str(conf["backend"])
    wrong = _OTHER.get(backend, "iptables")
    options = ["externalSetMarkChain"] if wrong == "iptables" and conf["externalSetMarkChain"] is not None else []
    options += [name for name in ("conditionsV4", "conditionsV6") if _made_for(conf[name]) == wrong]
    if options:
        raise PluginError(
            f"{backend} backend was requested but configuration contains {wrong}-specific options [{' '.join(options)}]"
        )
    if backend not in _OTHER:
        raise PluginError(f"unrecognized backend {quote(backend)}")
    return backend


def _made_for(conditions: list[str] | None) -> str:
    """The backend that understands them: only conditions of iptables begin with a hyphen or an exclamation mark."""
    if not conditions or not conditions[0]:
        return ""
    return "iptables" if conditions[0][0] in "-!" else "nftables"


def _pod_addresses(result: ModernResult, ifname: str) -> list[str]:
    """The first address of each family that is, or may be, the pod's; IPv4 first."""
    own = [ip.address for ip in result.ips if ip and _may_be_pods(ip.interface, result.interfaces, ifname)]
    first = (next((address for address in own if is_ipv4(address) == family), None) for family in (True, False))
    return [address for address in first if address]


def _may_be_pods(index: int | None, interfaces: tuple[Interface | None, ...], ifname: str) -> bool:
    if index is None or not 0 <= index < len(interfaces):
        return True
    interface = interfaces[index]
    return interface is not None and interface.name == ifname and bool(interface.sandbox)


PLUGIN = Plugin(name="portmap", add=add, delete=delete, check=check)
