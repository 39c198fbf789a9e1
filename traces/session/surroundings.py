"""What a session takes from where it is started: plugin folders, and the environment that plugins inherit."""

import os

from traces.model.trace import Trace

DEFAULT_PLUGIN_DIRS = ("/opt/cni/bin", "/usr/lib/cni", "/usr/libexec/cni")
DEFAULT_CACHE_DIR = "/var/lib/cni"
DEFAULT_CONF_DIR = "/etc/cni/net.d"
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def default_plugin_dirs() -> tuple[str, ...]:
    """Where plugins are on this machine; where they would be, if there are none."""
    return tuple(path for path in DEFAULT_PLUGIN_DIRS if os.path.isdir(path)) or DEFAULT_PLUGIN_DIRS[:1]


def recorded_plugin_dirs(trace: Trace) -> tuple[str, ...]:
    """The folders of the recorded CNI_PATH that exist here."""
    for call in trace.calls:
        return tuple(path for path in call.env.get("CNI_PATH", "").split(":") if os.path.isdir(path))
    return ()


def own_environment() -> tuple[str, ...]:
    """What plugins inherit, as libcni lets them inherit the runtime's; with the system's folders on PATH.

    Our own variables are no part of what a runtime would have.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CNISTEP_")}
    path = environment.get("PATH", "")
    missing = [folder for folder in _SYSTEM_PATH.split(":") if folder not in path.split(":")]
    environment["PATH"] = ":".join([*filter(None, [path]), *missing])
    return tuple(f"{name}={value}" for name, value in environment.items())
