"""A plugin's answer to VERSION (pkg/version/plugin.go, PluginDecoder)."""

from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError
from traces.cni.goscalars import Text
from traces.cni.gostruct import ListOf, Struct

_INFO = Struct("version.pluginInfo", {"cniVersion": Text(), "supportedVersions": ListOf(Text(), "[]string")})


def supported_versions(stdout: bytes) -> tuple[str, ...]:
    """The versions that a plugin says it supports. Raises DecodeError in libcni's words."""
    try:
        info = decode(stdout, _INFO)
    except DecodeError as error:
        raise DecodeError(f"decoding version info: {error}") from None
    if not info["cniVersion"]:
        raise DecodeError("decoding version info: missing field cniVersion")
    if not info["supportedVersions"]:
        if info["cniVersion"] == "0.2.0":
            return ("0.1.0", "0.2.0")
        raise DecodeError("decoding version info: missing field supportedVersions")
    return tuple(info["supportedVersions"])
