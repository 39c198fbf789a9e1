"""Where recorders stand: a folder of shims that is laid over a plugin folder."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """A plugin folder and the folder of shims that stands in for it while a chain runs."""

    plugin_dir: str
    """The plugin folder, as CNI_PATH names it."""
    directory: str
    """The folder of shims: one for each plugin of plugin_dir, same names, same modes."""
    aside: str
    """The empty folder at which the shims look for the real plugins: plugin_dir is bound there."""
    outside: tuple[str, ...] = ()
    """Files that plugins of plugin_dir are links to, and that lie in no plugin folder."""
