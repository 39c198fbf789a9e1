"""podman's CNI backend (containers/common libnetwork/cni/network.go, run.go; podman 3 and 4).

Networks by name, out of .conflist files alone; what was cached at ADD for DEL; loopback done by itself.
"""

import re
from collections.abc import Iterator, Sequence

from traces.cni.conflist import load_list
from traces.cni.profiles.folder import base, files_of, missing_plugins
from traces.cni.profiles.profile import (
    ArgsRule,
    CacheRule,
    CapabilityRule,
    Choice,
    Decision,
    LoopbackRule,
    Profile,
    RemovalRule,
)
from traces.errors import ConfigError
from traces.model.network import Network

DEFAULT_NETWORK = "podman"
"""Unless containers.conf says otherwise (containers/common libnetwork/types/const.go)."""
_RUN = "containers/common libnetwork/cni/run.go"
_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.\-]*")


def choose(folder: str, name: str | None, plugin_dirs: Sequence[str]) -> Choice:
    """The named network, or podman's default one; the first file of a name counts.

    What can't be read, has a name that podman doesn't bear or a plugin that is in no folder, is passed over. podman
    also passes over plugins that don't speak the version, and what it can't turn into a network of its own; neither is
    looked at here. Raises ConfigError.
    """
    wanted = name or DEFAULT_NETWORK
    skipped: list[Decision] = []
    names: list[str] = []
    for path, network in _read(files_of(folder, (".conflist",)), plugin_dirs):
        if isinstance(network, str):
            skipped.append(_decision(base(path), "passed over", network))
        elif network.name == wanted:
            why = f"the first .conflist with a network named {wanted}{'' if name else ', the default one'}"
            return Choice(network=network, decisions=(*skipped, _decision("the file", base(path), why)))
        else:
            names.append(network.name)
    raise ConfigError(_nothing(folder, wanted, names, skipped))


def _read(files: Sequence[str], plugin_dirs: Sequence[str]) -> Iterator[tuple[str, Network | str]]:
    """Each file with its network, or with why it is passed over (loadNetworks)."""
    for path in files:
        try:
            network = load_list(path)
        except ConfigError as error:
            yield path, str(error)
            continue
        if not _NAME.fullmatch(network.name):
            yield path, f"{network.name} is no name for a network"
            continue
        yield path, missing_plugins(network, plugin_dirs) or network


def _decision(subject: str, decided: str, why: str) -> Decision:
    source = "containers/common libnetwork/cni/network.go, loadNetworks"
    return Decision(profile="podman", subject=subject, decided=decided, why=why, source=source)


def _nothing(folder: str, wanted: str, names: Sequence[str], skipped: Sequence[Decision]) -> str:
    there = f"it has {', '.join(dict.fromkeys(names))}" if names else "it has no network for podman"
    reasons = "".join(f"; {each.subject} was passed over: {each.why}" for each in skipped)
    made = ", where podman would make one itself" if wanted == DEFAULT_NETWORK else ""
    return (
        f"unable to find network with name or ID {wanted}: network not found "
        f"(in {folder}{made}: {there}{reasons}; name one with --conf-dir {folder})"
    )


PODMAN = Profile(
    name="podman",
    choose=choose,
    args=ArgsRule(
        own=("IgnoreUnknown", "K8S_POD_NAME"),
        why="these come first, the second with the container's name, then those of its own CNI_ARGS",
        source=f"{_RUN}, getRuntimeConfig",
    ),
    capabilities=CapabilityRule(
        passed=frozenset(("ips", "aliases", "portMappings")),
        why="it passes ips, aliases and portMappings",
        source=f"{_RUN}, getRuntimeConfig",
    ),
    cache=CacheRule(
        verbs=frozenset(("DEL",)),
        why="it prefers what was cached at ADD, and falls back to today's where that can't be read",
        source=f"{_RUN}, teardown, getCachedNetworkConfig",
    ),
    loopback=LoopbackRule(why="podman sets lo up itself, without a plugin", source=f"{_RUN}, setupLoopback"),
    removal=RemovalRule(source=f"{_RUN}, teardown"),
    unsent=dict.fromkeys(("CHECK", "GC", "STATUS"), "containers/common libnetwork/cni"),
)
