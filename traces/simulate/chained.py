"""What the plugins share that stand behind another in a chain: their configuration, prevResult, and the pod's netns."""

import os
from collections.abc import Callable
from typing import Any

from traces.cni.godecode import decode
from traces.cni.gojson import DecodeError
from traces.cni.goquote import quote
from traces.cni.gostruct import Struct
from traces.cni.plugin_conf import CONF
from traces.cni.result_types import LibcniResult, ModernResult
from traces.kernel.syscalls import filesystem_magic
from traces.simulate.ask import Ask
from traces.simulate.plugin_error import PluginError

CHAINED = "must be called as chained plugin"
"""What portmap and bandwidth say to an ADD without prevResult."""
REQUIRED = "Required prevResult missing"
"""What tuning says to it, and portmap to a CHECK."""


def config(ask: Ask, kind: Struct, words: str) -> dict[str, Any]:
    """The configuration by the plugin's own Go type, in which types.PluginConf is embedded.

    Raises PluginError: those words and the decoder's.
    """
    try:
        fields: dict[str, Any] = decode(ask.stdin, Struct(kind.name, {**CONF.fields, **kind.fields}))
    except DecodeError as error:
        raise PluginError(f"{words}: {error}") from None
    return fields


def prev_result(ask: Ask, words: str = "could not parse prevResult: ") -> ModernResult | None:
    """prevResult in today's shape, or None. Raises PluginError (999): those words, and why it can't be read."""
    try:
        _ = ask.prev_result_as_given
    except PluginError as error:
        raise PluginError(f"{words}{error.message}") from None
    return ask.prev_result


def passed_on(ask: Ask, otherwise: str) -> LibcniResult:
    """prevResult as it is. Raises PluginError in those words where there is none."""
    found = ask.prev_result_as_given
    if found is None:
        raise PluginError(otherwise)
    return found


def enter_netns(ask: Ask, words: Callable[[str], str] = str) -> None:
    """Raise PluginError where the pod's netns can't be entered; ``words`` are put around why (pkg/ns, IsNSorErr)."""
    if ask.ground.wires.opens(ask.netns):
        return
    try:
        why = f"unknown FS magic on {quote(ask.netns)}: {filesystem_magic(ask.netns):x}"
    except OSError as error:
        why = f"failed to Statfs {quote(ask.netns)}: {fault(error)}"
    raise PluginError(words(why))


def fault(error: OSError) -> str:
    """An error of the kernel as Go prints it: «operation not permitted»."""
    return os.strerror(error.errno).lower() if error.errno else str(error)
