"""What a stand-in is: the plugin whose place it takes, and what it does for each verb."""

from collections.abc import Callable
from dataclasses import dataclass

from traces.cni.result_types import LibcniResult
from traces.cni.versions import KNOWN
from traces.simulate.ask import Ask

Verb = Callable[[Ask], None]


def nothing(ask: Ask) -> None:
    """What a plugin does for a verb that needs no work of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """A stand-in. What it raises as a PluginError is its answer; nothing else may get out of it."""

    name: str
    add: Callable[[Ask], LibcniResult]
    """Gives the result, in any version: it is converted to that of the configuration."""
    delete: Verb = nothing
    check: Verb = nothing
    gc: Verb = nothing
    status: Verb = nothing
    versions: tuple[str, ...] = KNOWN
    delegates: tuple[str, ...] = ()
    """Plugins that it runs without that its configuration must name them."""
