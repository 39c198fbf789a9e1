"""flannel: makes a bridge's configuration out of subnet.env and has it run (flannel-io/cni-plugin).

It keeps that configuration by the container's ID, and DEL goes by it. CHECK is not passed on.
"""

import os
from typing import Any

from traces.cni.gojson import DecodeError, dumps, kind_of, load_object
from traces.cni.result_codec import create
from traces.cni.result_types import LibcniResult, ModernResult, Route
from traces.simulate.ask import Ask
from traces.simulate.delegate import delegate, delegate_add
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.subnet_env import SubnetEnv, read_subnet_env

_SUBNET_FILE = "/run/flannel/subnet.env"
_DATA_DIR = "/var/lib/cni/flannel"


def add(ask: Ask) -> LibcniResult:
    """The result of the delegate, which is a bridge unless the configuration names another."""
    fields = _fields(ask)
    subnet_env = _subnet_env(ask, fields.get("subnetFile") or _SUBNET_FILE)
    conf = _delegate_conf(fields, subnet_env)
    stdin = dumps(conf)
    try:
        ask.ground.write(_scratch(ask, fields), stdin)
    except OSError as error:
        raise PluginError(f"open {_scratch(ask, fields)}: {(error.strerror or '').lower()}") from None
    try:
        return delegate_add(ask, conf["type"], stdin)
    except PluginError as error:
        raise PluginError(f"failed to delegate add: {error.message}") from None


def delete(ask: Ask) -> None:
    """DEL of what ADD has kept; nothing where nothing was. It is forgotten even where the delegate fails."""
    path = _scratch(ask, _fields(ask))
    kept = ask.ground.read(path)
    if kept is None:
        return
    try:
        plugin = load_object(kept).get("type")
        if isinstance(plugin, str):
            delegate(ask, plugin, "DEL", kept)
    except DecodeError:
        return  # the real one leaves an unreadable file, and the interface with it
    finally:
        ask.ground.remove(path)


def _fields(ask: Ask) -> dict[str, Any]:
    """The configuration as Go reads it. Raises PluginError where a part of it has not the shape that it must have."""
    try:
        fields = load_object(ask.stdin)
        for name in ("delegate", "ipam", "runtimeConfig"):
            _check_object(fields, name)
    except DecodeError as error:
        raise PluginError(f"failed to load netconf: {error}") from None
    return fields


def _check_object(fields: dict[str, Any], name: str) -> None:
    value = fields.get(name)
    if value is not None and not isinstance(value, dict):
        kind = kind_of(value)
        wanted = "map[string]interface {}"
        raise DecodeError(f"json: cannot unmarshal {kind} into Go struct field NetConf.{name} of type {wanted}")


def _scratch(ask: Ask, fields: dict[str, Any]) -> str:
    """Where the delegate's configuration is kept."""
    return os.path.join(str(fields.get("dataDir") or _DATA_DIR), ask.container_id)


def _subnet_env(ask: Ask, path: str) -> SubnetEnv:
    raw = ask.ground.read(path)
    try:
        if raw is None:
            raise DecodeError(f"open {path}: no such file or directory")
        return read_subnet_env(raw, path)
    except DecodeError as error:
        raise PluginError(
            f"failed to load flannel 'subnet.env' file: {error}. Check the flannel pod log for this node."
        ) from None


def _delegate_conf(fields: dict[str, Any], subnet_env: SubnetEnv) -> dict[str, Any]:
    """The delegate's own fields, with what flannel knows and the delegate does not say (doCmdAdd)."""
    conf = dict(fields.get("delegate") or {})
    _check_delegate(conf)
    if fields.get("runtimeConfig") is not None:
        conf["runtimeConfig"] = fields["runtimeConfig"]
    conf["name"] = fields.get("name", "")
    conf.setdefault("type", "bridge")
    conf.setdefault("ipMasq", not subnet_env.ip_masq)
    conf.setdefault("mtu", subnet_env.mtu)
    if conf["type"] == "bridge":
        conf.setdefault("isGateway", True)
    if fields.get("cniVersion"):
        conf["cniVersion"] = fields["cniVersion"]
    return conf | {"ipam": _ipam(fields, subnet_env)}


def _check_delegate(conf: dict[str, Any]) -> None:
    if not isinstance(conf.get("type", ""), str):
        raise PluginError("'delegate' dictionary, if present, must have (string) 'type' field")
    for name in ("name", "ipam"):
        if name in conf:
            raise PluginError(f"'delegate' dictionary must not have '{name}' field, it'll be set by flannel")


def _ipam(fields: dict[str, Any], subnet_env: SubnetEnv) -> dict[str, Any]:
    """A range for each of the node's subnets, and a route to the whole pod network after those that are given."""
    given = dict(fields.get("ipam") or {})
    routes = (*_routes(given.get("routes")), *(Route(dst=network) for network in subnet_env.networks))
    return (
        {"type": "host-local"}
        | given
        | {
            "ranges": [[{"subnet": subnet}] for subnet in subnet_env.subnets],
            "routes": [route.tree() for route in routes],
        }
    )


def _routes(given: Any) -> tuple[Route, ...]:
    """Routes of a configuration, read as those of a result are: both are Go's types.Route."""
    try:
        result = create("1.1.0", dumps({"cniVersion": "1.1.0", "routes": given}))
    except DecodeError as error:
        words = "failed to assemble Delegate IPAM: failed to read IPAM routes: failed to parse ipam.routes: "
        raise PluginError(f"{words}{error}") from None
    assert isinstance(result, ModernResult)
    return tuple(route or Route() for route in result.routes)


PLUGIN = Plugin(name="flannel", add=add, delete=delete, delegates=("bridge", "host-local"))
