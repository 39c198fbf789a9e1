"""What calico's plugins need before they can ask the API server (projectcalico/calico, cni-plugin, CreateClient)."""

import re

from traces.simulate.ask import Ask
from traces.simulate.plugin_error import PluginError

_KUBECONFIG = "/etc/cni/net.d/calico-kubeconfig"
_NAME = re.compile(r"[a-zA-Z0-9_.\-]+")


def check_client(ask: Ask, words: str) -> None:
    """The kubeconfig must be there, unless calico keeps its things in etcd. Raises PluginError, with those words first.

    /var/lib/calico/nodename is taken to be there where the configuration does not name the file itself.
    """
    nodename = ask.config.get("nodename_file")
    if isinstance(nodename, str) and nodename and not ask.config.get("nodename_file_optional"):
        _check_file(
            ask, nodename, "", ": check that the calico/node container is running and has mounted /var/lib/calico/"
        )
    if not _NAME.fullmatch(ask.network):
        said = "invalid characters detected in the given network name. "
        raise PluginError(f"{words}{said}Only letters a-z, numbers 0-9, and symbols _.- are supported")
    kubeconfig = ask.section("kubernetes").get("kubeconfig")
    if kubeconfig or not any(ask.config.get(name) for name in ("etcd_endpoints", "etcd_authority")):
        _check_file(ask, str(kubeconfig or _KUBECONFIG), words, "")


def _check_file(ask: Ask, path: str, before: str, behind: str) -> None:
    if ask.ground.read(path) is None:
        raise PluginError(f"{before}stat {path}: no such file or directory{behind}")
