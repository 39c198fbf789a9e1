"""The stdin of a link: its own configuration with what the list and the runtime add (libcni/api.go, buildOneConfig)."""

from collections.abc import Mapping, Sequence
from typing import Any

from traces.cni.gojson import Members, dumps, interface, load_object, parse
from traces.cni.goscan import DecodeError
from traces.cni.plugin_conf import read_plugin_conf
from traces.cni.result_types import LibcniResult
from traces.cni.versions import CURRENT
from traces.model.network import Attachment, Link, Network

VERSION_STDIN = dumps(Members((("cniVersion", CURRENT),)))
"""The stdin of a VERSION call (pkg/invoke/exec.go, GetVersionInfo)."""


def build_request(
    network: Network, link: Link, attachment: Attachment, prev_result: LibcniResult | bytes | None = None
) -> bytes:
    """The stdin of a link for ADD, CHECK or DEL.

    The list's name and cniVersion are written over the link's own, then comes prevResult, then runtimeConfig with the
    capability arguments that the link declares. A prevResult given as bytes stands there as it is, without its spaces.
    Raises DecodeError in libcni's words.
    """
    values: dict[str, Any] = {"name": network.name, "cniVersion": network.cni_version}
    if prev_result is not None:
        values["prevResult"] = parse(prev_result) if isinstance(prev_result, bytes) else prev_result.tree()
    request = inject(link.config, values)
    offered = attachment.capability_args
    wanted = {name: interface(offered[name]) for name in read_plugin_conf(request).capabilities if name in offered}
    return inject(request, {"runtimeConfig": wanted}) if wanted else request


def build_gc_request(network: Network, link: Link, valid_attachments: Sequence[tuple[str, str]]) -> bytes:
    """The stdin of a link for GC, with the attachments still in use under both names. Raises DecodeError."""
    valid = [Members((("containerID", container), ("ifname", ifname))) for container, ifname in valid_attachments]
    return inject(link.config, _names(network) | {"cni.dev/valid-attachments": valid, "cni.dev/attachments": valid})


def build_status_request(network: Network, link: Link) -> bytes:
    """The stdin of a link for STATUS. Raises DecodeError (GetStatusNetworkList)."""
    return inject(link.config, _names(network))


def inject(config: bytes, values: Mapping[str, Any]) -> bytes:
    """A configuration with values written over its own, encoded anew (libcni/conf.go, InjectConf).

    Raises DecodeError in libcni's words where the outcome is no plugin configuration.
    """
    try:
        merged = load_object(config) | dict(values)
    except DecodeError as error:
        raise DecodeError(f"unmarshal existing network bytes: {error}") from None
    encoded = dumps(merged)
    read_plugin_conf(encoded)
    return encoded


def _names(network: Network) -> dict[str, Any]:
    return {"name": network.name, "cniVersion": network.cni_version}
