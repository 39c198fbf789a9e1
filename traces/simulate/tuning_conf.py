"""What tuning is to set, from its configuration, the runtime's, CNI_ARGS and args (plugins/meta/tuning, parseConf)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import normpath
from typing import Any

from traces.cni.gojson import Members, parse
from traces.cni.goquote import quote
from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import MapOf, Pointer, Struct
from traces.simulate.ask import Ask
from traces.simulate.chained import config
from traces.simulate.cni_args import load_args
from traces.simulate.plugin_error import PluginError

_SYSCTLS = MapOf(Text(), "map[string]string")
_ARGS = Pointer(
    Struct(
        "main.IPAMArgs",
        {
            "sysctl": Pointer(_SYSCTLS),
            "mac": Pointer(Text()),
            "promisc": Pointer(Boolean()),
            "mtu": Pointer(Integer()),
            "allmulti": Pointer(Boolean()),
            "txQLen": Pointer(Integer()),
        },
    )
)
_CONF = Struct(
    "main.TuningConf",
    {
        "dataDir": Text(),
        "sysctl": _SYSCTLS,
        "mac": Text(),
        "promisc": Boolean(),
        "mtu": Integer(),
        "allmulti": Pointer(Boolean()),
        "txQLen": Pointer(Integer()),
        "runtimeConfig": Struct('struct { Mac string "json:\\"mac,omitempty\\"" }', {"mac": Text()}),
        "args": Pointer(Struct('struct { A *main.IPAMArgs "json:\\"cni\\"" }', {"cni": _ARGS})),
    },
)
_ALLOWED = "/etc/cni/tuning/allowlist.conf"
_PROC = "/proc/sys/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is to be set; what is empty or None is left alone."""

    data_dir: str
    sysctls: tuple[tuple[str, str], ...]
    """Paths below /proc/sys, and values."""
    mac: str
    promisc: bool
    mtu: int
    allmulti: bool | None
    txqlen: int | None

    @property
    def of_interface(self) -> bool:
        """Whether anything of the interface itself is to be set."""
        return bool(self.mac or self.mtu or self.promisc or self.allmulti is not None or self.txqlen is not None)


def read_settings(ask: Ask) -> Settings:
    """All that is asked for, the later source over the earlier one. Raises PluginError."""
    conf = config(ask, _CONF, "failed to load netconf")
    conf["mac"] = load_args(ask, "MAC").get("MAC") or conf["mac"]
    conf["mac"] = conf["runtimeConfig"]["mac"] or conf["mac"]
    given = (conf["args"] or {}).get("cni") or {}
    for name, value in given.items():
        if value is not None:
            conf[name] = {**conf[name], **value} if name == "sysctl" else value
    return Settings(
        data_dir=normpath("/" + (conf["dataDir"] or "run/cni/tuning").lstrip("/")),
        sysctls=tuple(conf["sysctl"].items()),
        mac=conf["mac"],
        promisc=conf["promisc"],
        mtu=conf["mtu"],
        allmulti=conf["allmulti"],
        txqlen=conf["txQLen"],
    )


def sysctl_file(key: str, ifname: str) -> str:
    """The file of a sysctl, with the interface's name in the place of IFNAME. Raises PluginError outside net."""
    path = normpath(_PROC + key.replace(".", "/").replace("IFNAME", ifname, 1))
    if not path.startswith(f"{_PROC}net/"):
        raise PluginError(f"invalid net sysctl key: {quote(key)}")
    return path


def check_keys(ask: Ask) -> None:
    """Raise PluginError where a sysctl is named twice."""
    keys = [key for name, value in _members(parse(ask.stdin)) if name == "sysctl" for key, _ in _members(value)]
    if len(set(keys)) < len(keys):
        raise PluginError("duplicated sysctl keys are not allowed")


def check_allowed(ask: Ask, settings: Settings) -> None:
    """Raise PluginError for a sysctl that the node's list of allowed ones does not name, where there is one."""
    listed = ask.ground.read(_ALLOWED)
    if listed is None:
        return
    lines = (line.strip() for line in listed.decode(errors="replace").split("\n"))
    patterns = [line for line in lines if line]
    for key, _ in settings.sysctls:
        if not any(_matches(pattern, key) for pattern in patterns):
            allowed = f"Only the following sysctls are allowed: [{' '.join(patterns)}]"
            raise PluginError(f"Sysctl {key} is not allowed. {allowed}")


def _members(tree: Any) -> Iterator[tuple[str, Any]]:
    return iter(tree if isinstance(tree, Members) else ())


def _matches(pattern: str, key: str) -> bool:
    try:
        return re.search(pattern, key) is not None
    except re.error as error:
        raise PluginError(f"error parsing regexp: {error}: `{pattern}`") from None
