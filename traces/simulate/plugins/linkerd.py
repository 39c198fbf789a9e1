"""linkerd-cni: sends the pod's traffic through the proxy (linkerd2-proxy-init, cni-plugin).

No API server is asked: the pod is taken to have the proxy. The rules are not made, only answered for.
"""

from typing import Any

from traces.cni.goscalars import Text
from traces.cni.gostruct import Struct
from traces.cni.result_types import LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import config, prev_result
from traces.simulate.cni_args import load_args
from traces.simulate.logs import logrus
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_CONF = Struct(
    "main.PluginConf",
    {
        "log_level": Text(),
        "linkerd": Struct("main.ProxyInit", {"iptables-mode": Text()}),
        "kubernetes": Struct("main.Kubernetes", {"k8s_api_root": Text(), "kubeconfig": Text()}),
    },
)
_CONTEXT = "linkerd-cni-context"


def add(ask: Ask) -> LibcniResult:
    """Look the pod up where the runtime names one; answer prevResult, or an empty result where it stands alone."""
    conf = _logged("error parsing config", _config, ask)
    args = _logged("error loading args", _args, ask)
    if args.get("K8S_POD_NAMESPACE") and args.get("K8S_POD_NAME"):
        _logged("linkerd-cni client err with NewNonInteractiveDeferredLoadingClientConfig", _client, ask, conf)
    return ask.prev_result_as_given or ModernResult(cni_version="1.1.0")


def delete(ask: Ask) -> None:
    """Nothing is undone."""
    logrus("info", "linkerd-cni: delete called but not implemented")


def check(ask: Ask) -> None:
    """Nothing is looked at."""
    logrus("info", "linkerd-cni: check called but not implemented")


def _config(ask: Ask) -> dict[str, Any]:
    conf = config(ask, _CONF, "linkerd-cni: failed to parse network configuration")
    prev_result(ask, "linkerd-cni: ")
    return conf


def _args(ask: Ask) -> Any:
    return load_args(ask, "K8S_POD_NAMESPACE", "K8S_POD_NAME")


def _client(ask: Ask, conf: dict[str, Any]) -> None:
    """Raise PluginError as client-go does where it gets no configuration."""
    path = conf["kubernetes"]["kubeconfig"]
    if not path:
        raise PluginError(f"context was not found for specified context: {_CONTEXT}")
    if ask.ground.read(path) is None:
        raise PluginError(f"stat {path}: no such file or directory")


def _logged(words: str, step: Any, *given: Any) -> Any:
    """What the step gives; its failure is logged first."""
    try:
        return step(*given)
    except PluginError as error:
        logrus("error", f"{words}: {error.message}")
        raise


PLUGIN = Plugin(name="linkerd-cni", add=add, delete=delete, check=check)
