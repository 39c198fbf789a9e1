"""A link's configuration as libcni reads it, out of bytes: types.PluginConf (libcni/conf.go, ConfFromBytes)."""

from dataclasses import dataclass
from typing import Any

from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError
from traces.cni.goquote import quote
from traces.cni.goscalars import Anything, Boolean, Text
from traces.cni.gostruct import ListOf, MapOf, Struct
from traces.cni.result_codec import DNS

_ATTACHMENT = Struct("types.GCAttachment", {"containerID": Text(), "ifname": Text()})
CONF = Struct(
    "types.PluginConf",
    {
        "cniVersion": Text(),
        "name": Text(),
        "type": Text(),
        "capabilities": MapOf(Boolean(), "map[string]bool"),
        "ipam": Struct("types.IPAM", {"type": Text()}),
        "dns": DNS,
        "prevResult": MapOf(Anything(), "map[string]interface {}"),
        "cni.dev/valid-attachments": ListOf(_ATTACHMENT, "[]types.GCAttachment"),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginConf:
    """What libcni looks at in a link's configuration."""

    cni_version: str
    name: str
    type: str
    capabilities: tuple[str, ...]
    """Those that are declared as true, sorted."""


def read_plugin_conf(raw: bytes) -> PluginConf:
    """Read a link's configuration. Raises DecodeError in libcni's words."""
    try:
        fields: dict[str, Any] = decode(raw, CONF)
    except DecodeError as error:
        raise DecodeError(f"error parsing configuration: {error}") from None
    if not fields["type"]:
        raise DecodeError("error parsing configuration: missing 'type'")
    return PluginConf(
        cni_version=fields["cniVersion"],
        name=fields["name"],
        type=fields["type"],
        capabilities=tuple(sorted(name for name, supported in fields["capabilities"].items() if supported)),
    )


def describe(config: bytes) -> str:
    """What libcni calls a link in its errors: its type, and its own name where it has one (pluginDescription)."""
    conf = read_plugin_conf(config)
    return f"type={quote(conf.type)}" + (f" name={quote(conf.name)}" if conf.name else "")
