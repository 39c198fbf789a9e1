"""libcni itself, as cnitool uses it: a network by its name, everything as it is today and as it is given."""

from collections.abc import Sequence

from traces.cni.conflist import list_networks, load_network
from traces.cni.profiles.folder import base
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

_LOAD = "containernetworking/cni libcni/conf.go, LoadNetworkConf"


def choose(folder: str, name: str | None, plugin_dirs: Sequence[str]) -> Choice:
    """The first network of that name. Raises ConfigError; without a name, one that says what to do."""
    if name is None:
        raise ConfigError(_no_name(folder))
    network = load_network(folder, name)
    return Choice(network=network, decisions=(by_name("libcni", network),))


def by_name(profile: str, network: Network, more: str = "") -> Decision:
    """That a network was loaded by its name as libcni loads one."""
    return Decision(
        profile=profile,
        subject="the file",
        decided=base(network.source),
        why=f"the first with a network named {network.name}, the lists before the single plugins{more}",
        source=_LOAD,
    )


def _no_name(folder: str) -> str:
    names = dict.fromkeys(entry.name for _, entry in list_networks(folder) if isinstance(entry, Network))
    there = f"it has {', '.join(names)}" if names else "it has none"
    return (
        f"{folder} is a folder, and libcni loads a network by its name: name one with --conf-dir {folder} ({there}), "
        "or let a runtime choose: --as containerd, crio or podman"
    )


LIBCNI = Profile(
    name="libcni",
    choose=choose,
    args=ArgsRule(
        why="libcni adds none, and passes what its caller gives", source="containernetworking/cni pkg/invoke/args.go"
    ),
    capabilities=CapabilityRule(
        why="each link gets those that it declares as true",
        source="containernetworking/cni libcni/api.go, injectRuntimeConfig",
    ),
    cache=CacheRule(
        why="the caller gives it; only prevResult comes from the cache",
        source="containernetworking/cni libcni/api.go, DelNetworkList",
    ),
    loopback=LoopbackRule(
        why="libcni attaches the network that it is asked to, and no other",
        source="containernetworking/cni libcni/api.go, AddNetworkList",
    ),
    removal=RemovalRule(source="containernetworking/cni libcni/api.go, DelNetworkList"),
)
