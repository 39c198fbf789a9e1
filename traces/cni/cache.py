"""The result cache: one file an attachment, with the list, the arguments and the result (libcni/api.go, cachedInfo)."""

import base64
import posixpath
from dataclasses import dataclass
from typing import Any

from traces.cni.error_codec import LibcniError
from traces.cni.godecode import unmarshal
from traces.cni.gojson import DecodeError, Members, dumps, interface, loads
from traces.cni.goquote import quote
from traces.cni.goscalars import Anything, Blob, Text
from traces.cni.gostruct import ArrayOf, ListOf, MapOf, Struct
from traces.cni.result_codec import read_any
from traces.cni.result_convert import as_version
from traces.cni.result_types import LibcniResult
from traces.model.network import Attachment, Network

KIND = "cniCacheV1"

_ANY_MAP = MapOf(Anything(), "map[string]interface {}")
_CACHED = Struct(
    "libcni.cachedInfo",
    {
        "kind": Text(),
        "containerId": Text(),
        "config": Blob(),
        "ifName": Text(),
        "networkName": Text(),
        "netns": Text(),
        "cniArgs": ListOf(ArrayOf(Text(), 2, "[2]string"), "[][2]string"),
        "capabilityArgs": _ANY_MAP,
        "result": _ANY_MAP,
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedAttachment:
    """What a cache file remembers of an ADD."""

    network: str
    attachment: Attachment
    config: bytes
    """The list as it was at ADD."""
    result: bytes | None
    """The result as it was cached; None where the file has none."""


def results_dir(cache_dir: str) -> str:
    """The folder of the cache files."""
    return posixpath.normpath(posixpath.join(cache_dir, "results"))


def cache_path(cache_dir: str, network: str, attachment: Attachment) -> str:
    """The file of an attachment. Raises LibcniError where one of the three names is empty (getCacheFilePath)."""
    container, ifname = attachment.container_id, attachment.ifname
    if not (network and container and ifname):
        raise LibcniError(
            f"cache file path requires network name ({quote(network)}), container ID ({quote(container)}), "
            f"and interface name ({quote(ifname)})"
        )
    return posixpath.normpath(posixpath.join(results_dir(cache_dir), f"{network}-{container}-{ifname}"))


def encode_cache(network: Network, attachment: Attachment, result: LibcniResult) -> bytes:
    """The content of a cache file: the struct's fields in their order, empty ones from netns on left out."""
    rest = (
        ("netns", attachment.netns),
        ("cniArgs", attachment.args),
        ("capabilityArgs", interface(attachment.capability_args)),
        ("result", loads(dumps(result.tree()))),
    )
    return dumps(
        Members(
            (
                ("kind", KIND),
                ("containerId", attachment.container_id),
                ("config", base64.b64encode(network.raw).decode()),
                ("ifName", attachment.ifname),
                ("networkName", network.name),
                *(pair for pair in rest if pair[1]),
            )
        )
    )


def read_cached_result(raw: bytes, version: str) -> LibcniResult:
    """The result of a cache file, in the version of the list (getCachedResult).

    A file of another kind is read as a bare result, as older versions of libcni wrote it. Raises DecodeError in
    libcni's words.
    """
    fields, problem = unmarshal(raw, _CACHED)
    bare = problem is not None or fields["kind"] != KIND
    result = read_any(raw if bare else dumps(fields["result"] or None))
    try:
        return as_version(result, version)
    except DecodeError as error:
        raise DecodeError(f"failed to convert cached result to config version {quote(version)}: {error}") from None


def read_cached_attachment(raw: bytes) -> CachedAttachment | None:
    """What a cache file says, or None where libcni would pass over it (GetCachedAttachments)."""
    fields, problem = unmarshal(raw, _CACHED)
    if problem is not None or fields["kind"] != KIND or not fields["ifName"] or not fields["networkName"]:
        return None
    return CachedAttachment(
        network=fields["networkName"],
        attachment=_attachment(fields),
        config=fields["config"],
        result=dumps(fields["result"]) if fields["result"] else None,
    )


def _attachment(fields: dict[str, Any]) -> Attachment:
    return Attachment(
        container_id=fields["containerId"],
        netns=fields["netns"],
        ifname=fields["ifName"],
        args=tuple((name, value) for name, value in fields["cniArgs"]),
        capability_args=fields["capabilityArgs"],
    )
