"""The frame of every stand-in: what the reference plugins' skel does around a plugin (libcni, pkg/skel/skel.go)."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError, dumps
from traces.cni.goquote import quote
from traces.cni.goscan import text
from traces.cni.names import check_container_id, check_ifname, check_network_name
from traces.cni.result_convert import as_version
from traces.cni.result_types import encode_result
from traces.cni.versions import CURRENT, allows, at_least, parse_version
from traces.simulate.ask import Ask
from traces.simulate.ground import Ground
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import (
    BAD_CONFIG,
    BAD_ENVIRONMENT,
    BAD_JSON,
    BAD_NETNS,
    UNSUPPORTED_VERSION,
    PluginError,
)

_NEEDED = {
    "ADD": ("CNI_CONTAINERID", "CNI_NETNS", "CNI_IFNAME", "CNI_PATH"),
    "CHECK": ("CNI_CONTAINERID", "CNI_NETNS", "CNI_IFNAME", "CNI_PATH"),
    "DEL": ("CNI_CONTAINERID", "CNI_IFNAME", "CNI_PATH"),
    "GC": ("CNI_PATH",),
    "STATUS": ("CNI_PATH",),
}
_UNATTACHED = ("GC", "STATUS")
_RECENT = ("CHECK", "GC", "STATUS")
"""The verbs that not every version of the specification has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a plugin gives: its stdout and its exit code."""

    stdout: bytes = b""
    exit_code: int = 0


def answer(plugin: Plugin, environ: Mapping[str, str], stdin: bytes, ground: Ground) -> Answer:
    """Do what the environment asks, and give the answer: a result, nothing, or an error object with exit code 1."""
    try:
        return Answer(stdout=_answered(plugin, environ, stdin, ground))
    except PluginError as error:
        return _failed(error)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _failed(PluginError(f"{place}{(error.strerror or str(error)).lower()}"))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return _failed(PluginError(f"the configuration is not what {plugin.name} expects: {error}"))


def _failed(error: PluginError) -> Answer:
    return Answer(stdout=_pretty(_error_object(error)), exit_code=1)


def _answered(plugin: Plugin, environ: Mapping[str, str], stdin: bytes, ground: Ground) -> bytes:
    verb = environ.get("CNI_COMMAND", "")
    _check_environment(verb, environ)
    if not verb:
        return _about(plugin)
    if verb == "VERSION":
        return dumps({"cniVersion": CURRENT, "supportedVersions": list(plugin.versions)}) + b"\n"
    ask = Ask(plugin=plugin.name, verb=verb, environ=environ, stdin=stdin, ground=ground)
    _check_config(ask)
    if verb not in _NEEDED:
        raise PluginError(f"unknown CNI_COMMAND: {verb}", code=BAD_ENVIRONMENT)
    _check_version(ask, plugin)
    if verb == "ADD":
        result = _result(ask, plugin)
    else:
        result = b""
        {"DEL": plugin.delete, "CHECK": plugin.check, "GC": plugin.gc, "STATUS": plugin.status}[verb](ask)
    if verb in ("ADD", "DEL"):
        _check_netns(ask.netns)
    return result


def _about(plugin: Plugin) -> bytes:
    """What a plugin says to somebody who starts it by hand."""
    sys.stderr.write(f"CNI {plugin.name} plugin (simulated by cnistep)\n")
    sys.stderr.write(f"CNI protocol versions supported: {', '.join(plugin.versions)}\n")
    return b""


def _check_environment(verb: str, environ: Mapping[str, str]) -> None:
    missing = [name for name in _NEEDED.get(verb, ()) if not environ.get(name)]
    if missing:
        raise PluginError(f"required env variables [{','.join(missing)}] missing", code=BAD_ENVIRONMENT)


def _check_config(ask: Ask) -> None:
    try:
        name = ask.network
    except DecodeError as error:
        raise PluginError(f"error unmarshall network config: {error}", code=BAD_JSON) from None
    if not name:
        raise PluginError("missing network name", code=BAD_CONFIG)
    try:
        check_network_name(name)
        if ask.verb not in _UNATTACHED:
            check_container_id(ask.container_id)
            check_ifname(ask.ifname)
    except LibcniError as error:
        raise PluginError(error.message, code=error.code or BAD_CONFIG, details=error.details) from None


def _check_version(ask: Ask, plugin: Plugin) -> None:
    try:
        version = ask.version
        if ask.verb in _RECENT:
            parse_version(version)
    except DecodeError as error:
        raise PluginError(str(error), code=BAD_JSON) from None
    if ask.verb in _RECENT and not allows(version, ask.verb):
        raise PluginError(f"config version does not allow {ask.verb}", code=UNSUPPORTED_VERSION)
    if ask.verb in _RECENT and not any(at_least(known, version) for known in plugin.versions):
        raise PluginError(f"plugin version does not allow {ask.verb}", code=UNSUPPORTED_VERSION)
    if version not in plugin.versions:
        supported = " ".join(quote(known) for known in plugin.versions)
        details = f"config is {quote(version)}, plugin supports [{supported}]"
        raise PluginError("incompatible CNI versions", code=UNSUPPORTED_VERSION, details=details)


def _check_netns(netns: str) -> None:
    """What is done is done, but the pod's netns must not be the plugin's own (pkg/ns, CheckNetNS)."""
    try:
        own = os.path.samefile(netns, "/proc/self/ns/net")
    except (OSError, ValueError):
        return
    if own:
        raise PluginError("plugin's netns and netns from CNI_NETNS should not be the same", code=BAD_NETNS)


def _result(ask: Ask, plugin: Plugin) -> bytes:
    try:
        return _pretty(encode_result(as_version(plugin.add(ask), ask.version)))
    except DecodeError as error:
        raise PluginError(str(error)) from None


def _error_object(error: PluginError) -> bytes:
    details = {"details": error.details} if error.details else {}
    return text(json.dumps({"code": error.code, "msg": error.message, **details}, ensure_ascii=False)).encode()


def _pretty(compact: bytes) -> bytes:
    """Indented as the reference plugins print (pkg/types, prettyPrint)."""
    return json.dumps(json.loads(compact), indent=4, ensure_ascii=False).encode(errors="surrogatepass")
