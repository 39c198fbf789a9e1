"""CRI-O, which uses libcni through ocicni.

The first usable file of the folder, what was cached at ADD for DEL and CHECK, host ports and loopback done by itself
(cri-o/ocicni pkg/ocicni/ocicni.go, util_linux.go; cri-o/cri-o server/sandbox_network.go).
"""

from collections.abc import Iterator, Sequence

from traces.cni.profiles.folder import base, files_of, load_by_ending, missing_plugins, ordinal
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

_OCICNI = "cri-o/ocicni pkg/ocicni/ocicni.go"
_POD = "cri-o/cri-o server/sandbox_network.go"


def choose(folder: str, name: str | None, plugin_dirs: Sequence[str]) -> Choice:
    """The first file that is fit for use, or the first that has the named network (cni_default_network).

    What can't be read, or has a plugin that is in no folder, is passed over. CRI-O also passes over a file with a
    plugin that doesn't speak its version; that is not looked at here, as it would execute them all. Raises ConfigError.
    """
    files = files_of(folder)
    skipped: list[Decision] = []
    for index, (path, network) in enumerate(_read(files, plugin_dirs)):
        if isinstance(network, str):
            skipped.append(_decision(base(path), "passed over", network))
        elif name in (None, network.name):
            why = ordinal(index, len(files)) if name is None else f"the first with a network named {name}"
            usable = f"{why}{', and the first that is fit for use' if skipped else ''}"
            return Choice(network=network, decisions=(*skipped, _decision("the file", base(path), usable)))
    raise ConfigError(_nothing(folder, name, skipped))


def _read(files: Sequence[str], plugin_dirs: Sequence[str]) -> Iterator[tuple[str, Network | str]]:
    """Each file with its network, or with why it is passed over (loadNetworks)."""
    for path in files:
        try:
            network = load_by_ending(path)
        except ConfigError as error:
            yield path, str(error)
            continue
        yield path, missing_plugins(network, plugin_dirs) or network


def _decision(subject: str, decided: str, why: str) -> Decision:
    source = f"{_OCICNI}, loadNetworks"
    return Decision(profile="crio", subject=subject, decided=decided, why=why, source=source)


def _nothing(folder: str, name: str | None, skipped: Sequence[Decision]) -> str:
    text = f"no CNI configuration file in {folder}. Has your network provider started?"
    if name is not None:
        text = f"failed to find requested network name {name}"
    reasons = "; ".join(f"{each.subject} was passed over: {each.why}" for each in skipped)
    return f"{text} ({reasons})" if reasons else text


CRIO = Profile(
    name="crio",
    choose=choose,
    args=ArgsRule(
        own=("IgnoreUnknown", "K8S_POD_NAMESPACE", "K8S_POD_NAME", "K8S_POD_INFRA_CONTAINER_ID", "K8S_POD_UID"),
        why="these come first, then those of its own CNI_ARGS",
        source=f"{_OCICNI}, buildCNIRuntimeConf",
    ),
    capabilities=CapabilityRule(
        passed=frozenset(("io.kubernetes.cri.pod-annotations", "bandwidth", "cgroupPath")),
        instead={"portMappings": "CRI-O does host ports itself"},
        why="it passes pod annotations, bandwidth and cgroupPath",
        source=f"{_POD}, newPodNetwork",
    ),
    cache=CacheRule(
        verbs=frozenset(("DEL", "CHECK")),
        whole_container=True,
        bare_config=True,
        why="it prefers what was cached at ADD, and falls back to today's where that can't be read",
        source=f"{_OCICNI}, forEachNetwork, loadNetworkFromCache",
    ),
    loopback=LoopbackRule(
        why="CRI-O sets lo up itself, without a plugin",
        source="cri-o/ocicni pkg/ocicni/util_linux.go, bringUpLoopback",
    ),
    removal=RemovalRule(source=f"{_OCICNI}, forEachNetwork"),
)
