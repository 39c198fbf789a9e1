"""What a stand-in is asked: its environment, its configuration, prevResult, and the ground that it stands on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError, dumps, load_object
from traces.cni.goscalars import Text
from traces.cni.gostruct import Struct
from traces.cni.result_codec import create, result_version
from traces.cni.result_convert import as_version
from traces.cni.result_types import LibcniResult, ModernResult
from traces.simulate.ground import Ground
from traces.simulate.plugin_error import BAD_JSON, PluginError

_NAMED = Struct('struct { Name string "json:\\"name\\"" }', {"name": Text()})


@dataclass(frozen=True, kw_only=True)
class Ask:
    """One request to one stand-in."""

    plugin: str
    verb: str
    environ: Mapping[str, str]
    stdin: bytes
    ground: Ground

    @property
    def container_id(self) -> str:
        """CNI_CONTAINERID."""
        return self.environ.get("CNI_CONTAINERID", "")

    @property
    def netns(self) -> str:
        """CNI_NETNS; empty on a late DEL."""
        return self.environ.get("CNI_NETNS", "")

    @property
    def ifname(self) -> str:
        """CNI_IFNAME."""
        return self.environ.get("CNI_IFNAME", "")

    @property
    def args(self) -> Mapping[str, str]:
        """CNI_ARGS by name."""
        pairs = (entry.partition("=") for entry in self.environ.get("CNI_ARGS", "").split(";"))
        return {name: value for name, _, value in pairs if name}

    @property
    def plugin_dirs(self) -> tuple[str, ...]:
        """CNI_PATH, in its order."""
        return tuple(self.environ.get("CNI_PATH", "").split(":"))

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """The configuration on stdin. JSON values; the names' types are not checked."""
        return any_object(self.stdin)

    @cached_property
    def network(self) -> str:
        """The network's name. Raises DecodeError in the words of the real ones (pkg/skel, validateConfig)."""
        return str(decode(self.stdin, _NAMED)["name"])

    @cached_property
    def version(self) -> str:
        """The version of the configuration, in which the answer must be; 0.1.0 without one. Raises DecodeError."""
        return result_version(self.stdin)

    def section(self, *names: str) -> Mapping[str, Any]:
        """An object within the configuration, as ("runtimeConfig",); an empty one where it is missing or no object."""
        found: Any = self.config
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    @cached_property
    def prev_result(self) -> ModernResult | None:
        """prevResult in today's shape, or None. Raises PluginError (pkg/version, ParsePrevResult: 0.3.0 and up)."""
        found = self.prev_result_as_given
        if found is None:
            return None
        try:
            modern = as_version(found, "1.1.0")
        except DecodeError as error:
            raise PluginError(f"could not convert result to current version: {error}") from None
        assert isinstance(modern, ModernResult)
        return modern

    @cached_property
    def prev_result_as_given(self) -> LibcniResult | None:
        """prevResult as the plugin passes it on unchanged, or None. Raises PluginError."""
        try:
            value = load_object(self.stdin).get("prevResult")
            if isinstance(value, dict) and "cniVersion" not in value:
                value["cniVersion"] = self.version
            return None if value is None else create(self.version, dumps(value))
        except DecodeError as error:
            raise PluginError(f"could not parse prevResult: {error}", code=BAD_JSON) from None
