"""multus: attaches a pod to several networks, each run by libcni's rules (k8snetworkplumbingwg/multus-cni 4.2.4).

No API server answers in a sandbox: a pod has no annotations here, and so no networks but those in the configuration.
For its readiness indicator the real one waits 45 seconds; here what is not there will not come.
"""

import os
from collections.abc import Mapping
from typing import Any

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError, Members, load_object
from traces.cni.goquote import quote
from traces.cni.plugin_conf import describe
from traces.cni.result_codec import read_any
from traces.cni.result_types import LibcniResult
from traces.model.network import Attachment
from traces.simulate.ask import Ask
from traces.simulate.cni_args import load_args
from traces.simulate.multus_conf import Delegate, decode_delegates, encode_delegates, read_delegates
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_CNI_DIR = "/var/lib/cni/multus"
_BIN_DIR = "/opt/cni/bin"
_POD_ARGS = ("K8S_POD_NAMESPACE", "K8S_POD_NAME", "K8S_POD_INFRA_CONTAINER_ID", "K8S_POD_UID")
_CAPABILITIES = ("portMappings", "bandwidth", "ips", "mac", "infinibandGUID", "deviceID", "CNIDeviceInfoFile")
_FIELDS = {
    "portMappings": ("hostPort", "containerPort", "protocol", "hostIP"),
    "bandwidth": ("ingressRate", "ingressBurst", "egressRate", "egressBurst"),
}
"""The structs that multus reads capability arguments into; what has no field in them is lost."""


def add(ask: Ask) -> LibcniResult:
    """The result of the first network. Where one fails, it and those before it are undone, the last one first."""
    delegates = _configured(ask, "Multus: error loading netconf: ")
    _check_args(ask)
    _check_ready(ask, f"[{_pod(ask)}]: ")
    _remember(ask, delegates)
    results: list[bytes | None] = []
    for index, delegate in enumerate(delegates):
        try:
            results.append(_add_one(ask, delegate, _attachment(ask, index)))
        except (LibcniError, DecodeError) as error:
            _undo(ask, delegates[: index + 1])
            name = quote(delegate.name)
            raise PluginError(
                f"[{_pod(ask)}:{delegate.name}]: error adding container to network {name}: {error}"
            ) from None
    assert results[0] is not None
    return read_any(results[0])


def check(ask: Ask) -> None:
    """CHECK of every network in turn."""
    delegates = _configured(ask, "")
    _check_args(ask)
    for index, delegate in enumerate(delegates):
        try:
            _run(ask, "CHECK", delegate, _attachment(ask, index))
        except (LibcniError, DecodeError) as error:
            raise PluginError(f"DelegateCheck: error invoking {_in_libcni('Check', delegate)}{error}") from None


def delete(ask: Ask) -> None:
    """DEL of the networks that ADD wrote down, the last one first; nothing where nothing is written."""
    _check_args(ask)
    path = _delegates_file(ask)
    kept = ask.ground.read(path)
    if kept is None:
        return
    try:
        delegates = decode_delegates(kept)
    except DecodeError:
        return
    errors = _undo(ask, delegates)
    if not errors or not ask.config.get("retryDeleteOnError"):
        ask.ground.remove(path)
    if errors:
        raise PluginError(" / ".join(errors))


def collect_garbage(ask: Ask) -> None:
    """GC of the first network alone."""
    _of_first(ask, "GC")


def status(ask: Ask) -> None:
    """STATUS of the first network alone, once its indicator is there."""
    _check_ready(ask, "")
    _of_first(ask, "STATUS")


def _of_first(ask: Ask, verb: str) -> None:
    """A verb that is about no pod, over the network that every pod has (CmdGC, CmdStatus)."""
    first = _configured(ask, "Multus: error loading netconf: ")[0]
    try:
        _run(ask, verb, first, Attachment(container_id="", netns="", ifname=""))
    except (LibcniError, DecodeError) as error:
        raise PluginError(f"error in {verb} command: {error}") from None


def _configured(ask: Ask, words: str) -> tuple[Delegate, ...]:
    try:
        return read_delegates(load_object(ask.stdin))
    except DecodeError as error:
        raise PluginError(f"{words}{error}") from None


def _check_ready(ask: Ask, words: str) -> None:
    path = ask.config.get("readinessindicatorfile")
    if isinstance(path, str) and path and ask.ground.read(path) is None:
        raise PluginError(
            f"Multus: {words}have you checked that your default network is ready? still waiting for "
            f"readinessindicatorfile @ {path}. pollimmediate error: timed out waiting for the condition"
        )


def _check_args(ask: Ask) -> None:
    try:
        load_args(ask, "IP", *_POD_ARGS)
    except PluginError as error:
        raise error.within("Multus: error getting k8s args: ") from None


def _remember(ask: Ask, delegates: tuple[Delegate, ...]) -> None:
    path = _delegates_file(ask)
    try:
        ask.ground.write(path, encode_delegates(delegates))
    except OSError as error:
        raise PluginError(
            f"Multus: [{_pod(ask)}]: error saving the delegates: saveDelegates: error in saving the delegates : "
            f"saveScratchNetConf: failed to write container data in the path({quote(path)}): "
            f"open {path}: {(error.strerror or '').lower()}"
        ) from None


def _add_one(ask: Ask, delegate: Delegate, attachment: Attachment) -> bytes | None:
    """ADD of one network. Raises LibcniError, DecodeError."""
    wires, name = ask.ground.wires, attachment.ifname
    if wires.opens(ask.netns) and wires.mac(ask.netns, name) is not None:
        raise LibcniError(
            f"DelegateAdd: cannot set {quote(delegate.type)} interface name to {quote(name)}: "
            f"validateIfName: interface name {name} already exists"
        )
    return _run(ask, "ADD", delegate, attachment)


def _undo(ask: Ask, delegates: tuple[Delegate, ...]) -> list[str]:
    """DEL of the networks, the last one first, whatever fails; what failed, in multus's words."""
    errors = []
    for index in reversed(range(len(delegates))):
        delegate = delegates[index]
        try:
            _run(ask, "DEL", delegate, _attachment(ask, index))
        except (LibcniError, DecodeError) as error:
            errors.append(f"DelegateDel: error invoking {_in_libcni('Del', delegate)}{error}")
    return errors


def _run(ask: Ask, verb: str, delegate: Delegate, attachment: Attachment) -> bytes | None:
    """A verb over one network, with multus's binDir before CNI_PATH and its cniDir as cache."""
    bin_dir = str(ask.config.get("binDir") or _BIN_DIR)
    try:
        return ask.ground.run_network(
            verb,
            delegate.network(),
            attachment,
            (bin_dir, *ask.plugin_dirs),
            ask.ground.file(_cni_dir(ask)),
            _valid_attachments(ask),
        )
    except LibcniError as error:
        raise _unlisted(error, delegate) from None


def _valid_attachments(ask: Ask) -> tuple[tuple[str, str], ...]:
    """What the runtime says to GC that is in use."""
    given = ask.config.get("cni.dev/valid-attachments")
    entries = [entry for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []
    return tuple((str(entry.get("containerID", "")), str(entry.get("ifname", ""))) for entry in entries)


def _unlisted(error: LibcniError, delegate: Delegate) -> LibcniError:
    """The error of a single plugin without what libcni says of a link in a list (AddNetwork, DelNetwork)."""
    text = str(error)
    for verb in () if delegate.is_list else ("add", "delete"):
        text = text.removeprefix(f"plugin {describe(delegate.config)} failed ({verb}): ")
    return LibcniError(text, code=error.code)


def _in_libcni(verb: str, delegate: Delegate) -> str:
    """How multus says in which call of libcni an error came up (DelegateDel, conflistDel, confDel)."""
    if delegate.is_list:
        in_list = f"conflist{verb}: error in getting result from {verb}NetworkList: "
        return f"Conflist{verb} - {quote(delegate.name)}: {in_list}"
    return f"Delegate{verb} - {quote(delegate.type)}: error in getting result from DelNetwork: "


def _attachment(ask: Ask, index: int) -> Attachment:
    """The first network has the pod's interface, the others net1, net2 and so on (getIfname)."""
    return Attachment(
        container_id=ask.container_id,
        netns=ask.netns,
        ifname=f"net{index}" if index else ask.ifname,
        args=_args(ask),
        capability_args=_capability_args(ask.section("runtimeConfig")),
    )


def _args(ask: Ask) -> tuple[tuple[str, str], ...]:
    """Multus's own arguments, and then all of CNI_ARGS once more (newCNIRuntimeConf)."""
    own = (("IgnoreUnknown", "true"), *((name, ask.args.get(name, "")) for name in _POD_ARGS))
    given = (entry.partition("=") for entry in ask.environ.get("CNI_ARGS", "").split(";"))
    return (*own, *((name, value) for name, equals, value in given if equals))


def _capability_args(given: Mapping[str, Any]) -> dict[str, Any]:
    """What the runtime gave multus, for those delegates that declare it."""
    return {name: _as_struct(name, given[name]) for name in _CAPABILITIES if given.get(name)}


def _as_struct(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_as_struct(name, item) for item in value]
    if not isinstance(value, dict):
        return value
    return Members((field, value[field]) for field in _FIELDS.get(name, ()) if field in value)


def _pod(ask: Ask) -> str:
    return "/".join(ask.args.get(f"K8S_POD_{name}", "") for name in ("NAMESPACE", "NAME", "UID"))


def _cni_dir(ask: Ask) -> str:
    return str(ask.config.get("cniDir") or _CNI_DIR)


def _delegates_file(ask: Ask) -> str:
    return os.path.join(_cni_dir(ask), ask.container_id)


PLUGIN = Plugin(name="multus", add=add, check=check, delete=delete, gc=collect_garbage, status=status)
