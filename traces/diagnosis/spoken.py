"""Which versions of the specification the plugins of a chain speak, beside the one that the list asks for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from traces.cni.goscan import DecodeError
from traces.cni.versions import parse_version
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.needs import Need, plugin_file
from traces.diagnosis.said import Said, said

_INCOMPATIBLE = re.compile(r'incompatible CNI versions; config is \\*"([^"\\]*)\\*", plugin supports \[([^\]]*)\]')
"""pkg/version/reconcile.go."""
_REFUSED = re.compile(r'plugin (\S+) does not support config version \\*"([^"\\]*)\\*"')
"""libcni/api.go, validatePlugin: what kubelet and CRI-O say while they load."""
UNSTATED = "0.1.0"
"""What a list without cniVersion counts as (pkg/version/conf.go)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A plugin of the chain, and the versions that it said it speaks."""

    need: Need
    versions: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionText:
    """A text in which a plugin, or libcni for it, refuses a version."""

    said: Said
    version: str
    """The list's; empty where it has none."""
    plugin: str = ""
    """Empty where the text does not name it."""
    supports: tuple[str, ...] = ()


def speakers(case: Case, chain: Chain) -> tuple[Speaker, ...]:
    """The plugins of the chain, delegates included, that were asked for their versions and answered."""
    found = []
    for need in chain.needs(""):
        file = plugin_file(case.node, need.plugin) if case.node else None
        if file is not None and file.versions is not None:
            found.append(Speaker(need=need, versions=file.versions, path=file.path))
    return tuple(found)


def version_texts(case: Case) -> tuple[VersionText, ...]:
    """What the case's texts say of versions."""
    found = []
    for each in said(case):
        for version, supports in _INCOMPATIBLE.findall(each.text):
            spoken = tuple(re.findall(r"[\w.-]+", supports))
            found.append(VersionText(said=each, version=version, plugin=_named(case, each), supports=spoken))
        for plugin, version in _REFUSED.findall(each.text):
            found.append(VersionText(said=each, version=version, plugin=plugin))
    return tuple(found)


def means_none(case: Case, text: VersionText) -> bool:
    """Whether the version that is refused is that of a list which has none."""
    is_unstated = any(not chain.network.cni_version for chain in chains(case))
    return not text.version or (text.version == UNSTATED and is_unstated)


def common(versions: Iterable[Sequence[str]]) -> str:
    """The highest version that all of them speak; empty where there is none."""
    sets = [set(each) for each in versions]
    shared = set.intersection(*sets) if sets else set()
    return max(shared, key=_order, default="")


def matrix(list_version: str, spoken: Sequence[Speaker]) -> str:
    """A line for each plugin: yes or no to the list's version, and all that it speaks."""
    width = max((len(each.need.plugin) for each in spoken), default=0)
    return "\n".join(
        f"{each.need.plugin.ljust(width)}  {'yes' if list_version in each.versions else 'NO '}  "
        f"{' '.join(each.versions)}"
        for each in spoken
    )


def _named(case: Case, each: Said) -> str:
    """The plugin that a failure is about: what the text names last, else that of the failed link."""
    named = re.findall(r'plugin type=\\*"([^"\\]+)', each.text)
    trace = case.trace
    link = each.link if each.is_recorded and trace is not None else None
    return named[-1] if named else trace.network.links[link].type if trace is not None and link is not None else ""


def _order(version: str) -> tuple[int, int, int]:
    try:
        return parse_version(version)
    except DecodeError:
        return (0, 0, 0)
