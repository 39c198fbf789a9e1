"""istio-cni: sends the pod's traffic through the sidecar (istio, cni/pkg/plugin).

No API server is asked: where one could be reached, the pod is taken to have the sidecar. The rules are not made, only
answered for.
"""

from collections.abc import Mapping
from typing import Any

from traces.cni.goscalars import Boolean, Text
from traces.cni.gostruct import ListOf, Struct
from traces.cni.result_types import LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import config, prev_result
from traces.simulate.cni_args import load_args
from traces.simulate.logs import zap
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_CONF = Struct(
    "plugin.Config",
    {
        "plugin_log_level": Text(),
        "cni_agent_run_dir": Text(),
        "ambient_enabled": Boolean(),
        "exclude_namespaces": ListOf(Text()),
        "pod_namespace": Text(),
        "kubernetes": Struct("plugin.Kubernetes", {"kubeconfig": Text(), "exclude_namespaces": ListOf(Text())}),
    },
)
"""Versions before 1.24 have kubeconfig and excluded namespaces in a section of their own."""
_KNOWN = ("K8S_POD_NAME", "K8S_POD_NAMESPACE", "K8S_POD_INFRA_CONTAINER_ID", "K8S_POD_UID")


def add(ask: Ask) -> LibcniResult:
    """Look the pod up where the runtime names one; answer prevResult, or an empty result where there is none."""
    try:
        conf = config(ask, _CONF, "failed to parse network configuration")
        prev_result(ask, "")
        _look_up(ask, conf, load_args(ask, *_KNOWN))
    except PluginError as error:
        zap("error", f"istio-cni cmdAdd error: {error.message}")
        raise
    return ask.prev_result_as_given or ModernResult(cni_version="1.1.0")


def _look_up(ask: Ask, conf: dict[str, Any], args: Mapping[str, str]) -> None:
    """Raise PluginError where the pod would have to be asked for, and there is no kubeconfig to do it with."""
    name, namespace = args.get("K8S_POD_NAME", ""), args.get("K8S_POD_NAMESPACE", "")
    if not name or not namespace:
        return
    if namespace in (*conf["exclude_namespaces"], *conf["kubernetes"]["exclude_namespaces"]):
        zap("info", "pod namespace excluded")
        return
    if name.startswith("istio-cni-node-") and namespace == conf["pod_namespace"]:
        zap("info", f"in a degraded state and {name} looks like our own agent pod, skipping")
        return
    if not ask.ground.read(_kubeconfig(conf)):
        server = f"http://localhost:8080/api/v1/namespaces/{namespace}/pods/{name}"
        raise PluginError(f'Get "{server}": dial tcp [::1]:8080: connect: connection refused')


def _kubeconfig(conf: dict[str, Any]) -> str:
    """Where the agent on the node writes it. Without one client-go asks localhost:8080."""
    path: str = conf["kubernetes"]["kubeconfig"] or f"{conf['cni_agent_run_dir']}/istio-cni-kubeconfig"
    return path


PLUGIN = Plugin(name="istio-cni", add=add)
