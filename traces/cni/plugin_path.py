"""Where libcni looks for a plugin (pkg/invoke/find.go)."""

from collections.abc import Callable, Sequence

from traces.cni.error_codec import LibcniError
from traces.cni.goquote import quote


def find_plugin(plugin: str, dirs: Sequence[str], find: Callable[[str, Sequence[str]], str | None]) -> str:
    """The path of a plugin; `find` looks into the directories. Raises LibcniError."""
    if not plugin:
        raise LibcniError("no plugin name provided")
    if "/" in plugin:
        raise LibcniError(f"invalid plugin name: {plugin}")
    if not dirs:
        raise LibcniError("no paths provided")
    path = find(plugin, dirs)
    if path is None:
        raise LibcniError(f"failed to find plugin {quote(plugin)} in path [{' '.join(dirs)}]")
    return path
