"""A configuration folder as runtimes read it, that have no name to load by: all three kinds of files in one order."""

import os
from collections.abc import Sequence
from pathlib import Path

from traces.cni.conflist import config_files, load_list, load_single
from traces.cni.error_codec import LibcniError
from traces.cni.plugin_path import find_plugin
from traces.errors import ConfigError
from traces.model.network import Network

ALL_KINDS = (".conf", ".conflist", ".json")


def load_by_ending(path: str) -> Network:
    """A list where the name ends in .conflist, else a single plugin's file. Raises ConfigError.

    libcni itself never mixes the two; go-cni (opts.go, loadFromConfDir) and ocicni (ocicni.go, loadNetworks) do.
    """
    return load_list(path) if path.endswith(".conflist") else load_single(path)


def files_of(folder: str, endings: Sequence[str] = ALL_KINDS) -> list[str]:
    """The configuration files of a folder, in the order of their names. Raises ConfigError."""
    return config_files(folder, endings)


def missing_plugins(network: Network, plugin_dirs: Sequence[str]) -> str:
    """Every plugin of a network that is in no plugin folder, in libcni's words (ValidateNetworkList); or nothing.

    libcni would go on and ask the plugins for their versions; to look for them executes none.
    """
    complaints = []
    for link in network.links:
        try:
            find_plugin(link.type, plugin_dirs, _find)
        except LibcniError as error:
            complaints.append(str(error))
    return f"[{' '.join(complaints)}]" if complaints else ""


def ordinal(index: int, count: int) -> str:
    """The place in the order, in words: «the first of 3 by name»."""
    if count == 1:
        return "the only file"
    words = ("first", "second", "third")
    return f"the {words[index] if index < len(words) else f'{index + 1}th'} of {count} by name"


def base(path: str) -> str:
    """The file's name alone."""
    return os.path.basename(path)


def reworded(error: ConfigError, text: str) -> ConfigError:
    """The same error, with the place in the file and the hint that it has, in a runtime's words."""
    error.args = (text,)
    return error


def _find(plugin: str, dirs: Sequence[str]) -> str | None:
    paths = (Path(folder, plugin) for folder in dirs)
    return next((str(path) for path in paths if path.is_file()), None)
