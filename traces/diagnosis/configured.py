"""Which of a node's configuration files its runtime would use, and why: from the facts alone, nothing is read here.

The rules are those of traces.cni.profiles, whose choosers read a folder on this machine's disk.
"""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from traces.cni.config_help import ConflistError, explain
from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list, read_link, upconvert
from traces.cni.profiles.folder import ALL_KINDS, base, ordinal
from traces.cni.profiles.profile import Decision
from traces.cni.profiles.table import PROFILES
from traces.diagnosis.facts import ConfigFile, Node
from traces.diagnosis.needs import needs, plugin_file
from traces.model.network import Network

_SOURCES = {
    "containerd": "containerd/go-cni opts.go, loadFromConfDir",
    "crio": "cri-o/ocicni pkg/ocicni/ocicni.go, loadNetworks",
    "podman": "containers/common libnetwork/cni/network.go, loadNetworks",
    "libcni": "containernetworking/cni libcni/conf.go, LoadNetworkConf",
}
_PODMAN = "podman"
"""The name of podman's default network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A configuration file and what a runtime makes of it."""

    config: ConfigFile
    network: Network | None = None
    error: ConflistError | None = None
    """Why it makes nothing of it, in libcni's words."""

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return base(self.config.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What a runtime comes to."""

    winner: Loaded | None = None
    """The file that it uses; None where it uses none."""
    stopped_by: Loaded | None = None
    """The file that keeps it from using any: containerd looks no further than the first."""
    decisions: tuple[Decision, ...] = ()
    shadowed: tuple[Loaded, ...] = ()
    """Good files that it does not come to."""
    expected: Loaded | None = None
    """The first file that can be read at all: the one that is meant, also where a plugin of it is missing."""

    @property
    def network(self) -> Network | None:
        """The network of the winner."""
        return self.winner.network if self.winner else None


def loaded(node: Node) -> tuple[Loaded, ...]:
    """Every file with one of the three endings, in the order of the names, read by what its ending says it is.

    That is how go-cni and ocicni read a folder; libcni by itself takes the lists before the single plugins.
    """
    return _loaded(node.configs, node.configs_beside)


def chosen(node: Node) -> Chosen:
    """What the node's runtime would load now."""
    files = loaded(node)
    if node.runtime == "podman":
        files = tuple(each for each in files if each.name.endswith(".conflist"))
    elif node.runtime == "libcni":
        files = tuple(sorted(files, key=lambda each: not each.name.endswith(".conflist")))
    return _chosen(node, files)


@lru_cache(maxsize=64)
def _loaded(configs: tuple[ConfigFile, ...], beside: tuple[ConfigFile, ...]) -> tuple[Loaded, ...]:
    usable = [config for config in configs if posixpath.splitext(base(config.path))[1] in ALL_KINDS]
    return tuple(_load(config, beside) for config in sorted(usable, key=lambda config: config.path.encode()))


def _load(config: ConfigFile, beside: Sequence[ConfigFile]) -> Loaded:
    raw, path = config.content, config.path
    try:
        if not path.endswith(".conflist"):
            return Loaded(config=config, network=parse_list(upconvert(raw), path).network)
        parsed = parse_list(raw, path)
        network = parsed.network if parsed.only_inlined else _with_folder(parsed.network, path, beside)
        if not network.links:
            raise DecodeError("no plugin configs found")
    except DecodeError as error:
        return Loaded(config=config, error=explain(error, raw, path))
    return Loaded(config=config, network=network)


def _with_folder(network: Network, path: str, beside: Sequence[ConfigFile]) -> Network:
    """The list with what stands in the folder of its name (libcni/conf.go, NetworkPluginConfsFromFiles)."""
    folder = posixpath.join(posixpath.dirname(path), network.name)
    files = [each for each in beside if posixpath.dirname(each.path) == folder and each.path.endswith(".conf")]
    links = list(network.links)
    for file in sorted(files, key=lambda each: each.path.encode()):
        links.append(read_link(len(links), file.content))
    return replace(network, links=tuple(links))


def relevant(node: Node) -> tuple[Loaded, ...]:
    """The files whose chains matter: what is meant to be used, and what is used in its place where a plugin is missing.

    All of them where networks are asked for by their names.
    """
    if node.runtime in ("libcni", "podman"):
        return tuple(each for each in loaded(node) if each.network is not None)
    found = chosen(node)
    if found.expected is None or found.stopped_by:
        return ()
    return tuple(dict.fromkeys(each for each in (found.expected, found.winner) if each is not None))


def _chosen(node: Node, files: Sequence[Loaded]) -> Chosen:
    expected = next((each for each in files if each.network is not None), None)
    return replace(_first_usable(node, files), expected=expected)


def _first_usable(node: Node, files: Sequence[Loaded]) -> Chosen:
    profile = PROFILES.get(node.runtime, PROFILES["libcni"])
    source = _SOURCES[profile.name]
    passed: list[Decision] = []
    for index, each in enumerate(files):
        if each.network is None and profile.name == "containerd":
            why = f"it is {ordinal(index, len(files))}, it can't be used, and containerd looks no further: {each.error}"
            return Chosen(
                stopped_by=each, decisions=(profile.decided("the file", "none", f"{each.name}: {why}", source),)
            )
        why = _passed_over(each, node)
        if why:
            passed.append(profile.decided(each.name, "passed over", why, source))
            continue
        rest = tuple(other for other in files[index + 1 :] if other.network is not None)
        decision = profile.decided("the file", each.name, _why(profile.name, each, index, len(files), passed), source)
        return Chosen(winner=each, decisions=(*passed, decision), shadowed=rest)
    why = f"there is no file that {profile.name} could use in {node.conf_dir}"
    return Chosen(decisions=(*passed, profile.decided("the file", "none", why, source)))


def _passed_over(each: Loaded, node: Node) -> str:
    """Why a runtime goes on to the next file, or nothing."""
    if each.network is None:
        return str(each.error)
    if node.runtime == "podman" and each.network.name != _PODMAN:
        return f"its network is {each.network.name}, and podman's default one is {_PODMAN}"
    return _lacking(each.network, node) if node.runtime in ("crio", "podman") else ""


def _lacking(network: Network, node: Node) -> str:
    missing = [need.plugin for need in needs(network) if not need.through and plugin_file(node, need.plugin) is None]
    where = " ".join(node.plugin_dirs)
    told = (f'failed to find plugin "{plugin}" in path [{where}]' for plugin in dict.fromkeys(missing))
    return " ".join(told) if node.plugins_known else ""


def _why(profile: str, each: Loaded, index: int, count: int, passed: Sequence[Decision]) -> str:
    place = ordinal(index, count)
    if profile == "containerd":
        return f"{place}, and only one is loaded; were it bad, none would be"
    if profile == "podman":
        return f"the first .conflist with a network named {_PODMAN}, the default one"
    if profile == "libcni":
        name = each.network.name if each.network else ""
        return f"{place}, lists before single plugins; libcni takes the network that it is asked for, here {name}"
    return f"{place}{', and the first that is fit for use' if passed else ''}"
