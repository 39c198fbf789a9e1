"""The options that say what to run and for whom, shared by the verbs that run a chain."""

import functools
import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from traces.cni.anyjson import any_json
from traces.cni.conflist import load_file
from traces.cni.profiles.applied import given_file
from traces.cni.profiles.profile import Choice, Profile
from traces.errors import InputError
from traces.model.network import Attachment
from traces.session.observing import SCOPES
from traces.session.stand_ins import WAYS
from traces.session.surroundings import DEFAULT_CACHE_DIR, DEFAULT_CONF_DIR, default_plugin_dirs

POD_NETNS = "/run/netns/pod"

simulate_option = click.option(
    "--simulate", type=click.Choice(WAYS), help="Which plugins get a stand-in. [missing; none with --netns]"
)

files_option = click.option(
    "--file", "files", metavar="PATH=SOURCE", multiple=True, help="Put a file into the sandbox; may be repeated."
)

snapshots_option = click.option(
    "--snapshots",
    type=click.Choice(SCOPES),
    help="What of the kernel is looked at around each link; deep: and each delegate. [all; none with --netns]",
)

_OPTIONS = (
    click.option(
        "--netns", metavar="PATH", help="Run on this very host, for the pod of that network namespace. It asks first."
    ),
    click.option(
        "--plugins-dir",
        "plugins_dirs",
        metavar="DIR",
        multiple=True,
        help="Where plugins are looked for; may be repeated. [CNI_PATH, or where this machine has them]",
    ),
    click.option("--cache-dir", metavar="DIR", default=DEFAULT_CACHE_DIR, show_default=True, help="libcni's cache."),
    click.option(
        "--conf-dir",
        metavar="DIR",
        default=lambda: os.environ.get("NETCONFPATH") or DEFAULT_CONF_DIR,
        help=f"Where networks are looked for by name. [NETCONFPATH, or {DEFAULT_CONF_DIR}]",
    ),
    click.option("--container-id", metavar="ID", help="The container's ID. [made from the netns path]"),
    click.option(
        "--ifname",
        metavar="NAME",
        default=lambda: os.environ.get("CNI_IFNAME") or "eth0",
        help="The interface in the pod. [CNI_IFNAME, or eth0]",
    ),
    click.option("--args", "cni_args", metavar="K=V", multiple=True, help="One of CNI_ARGS; may be repeated."),
    click.option("--cap", "caps", metavar="NAME=JSON", multiple=True, help="A capability argument; may be repeated."),
    files_option,
    simulate_option,
    snapshots_option,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainOptions:
    """What the options say, as given."""

    netns: str | None
    plugins_dirs: tuple[str, ...]
    cache_dir: str
    conf_dir: str
    container_id: str | None
    ifname: str
    cni_args: tuple[str, ...]
    caps: tuple[str, ...]
    files: tuple[str, ...]
    simulate: str | None
    snapshots: str | None

    @property
    def plugin_dirs(self) -> tuple[str, ...]:
        """The plugin folders: the option's, or those of CNI_PATH, as cnitool takes them."""
        given = self.plugins_dirs or tuple(filter(None, os.environ.get("CNI_PATH", "").split(":")))
        return tuple(os.path.abspath(path) for path in given)

    def attachment(self) -> Attachment:
        """Whom the chain is run for. Raises InputError."""
        netns = self.netns or POD_NETNS
        return Attachment(
            container_id=self.container_id or _container_id(netns),
            netns=netns,
            ifname=self.ifname,
            args=tuple(_pair(text, "--args", "K=V") for text in self.cni_args) or _env_args(),
            capability_args=_env_caps() | dict(_capability(text) for text in self.caps),
        )

    def choice(self, conf: str, profile: Profile) -> Choice:
        """The network that CONF comes to: a file, or what the runtime chooses from a folder. Raises ConfigError.

        A name is looked for in the configuration folder; a folder that is named as a network is, needs a «/».
        """
        dirs = self.plugin_dirs or default_plugin_dirs()
        if os.path.isdir(conf) and (os.sep in conf or conf in (os.curdir, os.pardir)):
            return profile.choose(conf, None, dirs)
        if os.path.isfile(conf) or os.sep in conf or conf.endswith((".conflist", ".conf", ".json")):
            return Choice(network=load_file(conf), decisions=(given_file(profile, conf),))
        return profile.choose(self.conf_dir, conf, dirs)

    def sandbox_files(self) -> dict[str, bytes]:
        """The files to be put into the sandbox, by their paths there. Raises InputError."""
        return read_files(self.files)


def chain_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it gets them as one argument, ``options``."""

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        names = ChainOptions.__dataclass_fields__.keys()
        options = ChainOptions(**{name: given.pop(name) for name in names})
        return command(options=options, **given)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options


def _container_id(netns: str) -> str:
    """As cnitool makes one: ADD now and DEL later are the same attachment (cnitool/cnitool.go)."""
    return "cnistep-" + hashlib.sha512(netns.encode()).hexdigest()[:20]


def _pair(text: str, option: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InputError(f"{option} {text}: expected {form}")
    return name, value


def _env_args() -> tuple[tuple[str, str], ...]:
    entries = filter(None, os.environ.get("CNI_ARGS", "").split(";"))
    return tuple(_pair(text, "CNI_ARGS", "K=V;K=V") for text in entries)


def _env_caps() -> dict[str, Any]:
    text = os.environ.get("CAP_ARGS")
    if not text:
        return {}
    caps = _json(text, "CAP_ARGS", '{"portMappings": [...]}')
    if not isinstance(caps, dict):
        raise InputError('CAP_ARGS: expected a JSON object, as {"portMappings": [...]}')
    return caps


def _capability(text: str) -> tuple[str, Any]:
    name, value = _pair(text, "--cap", "NAME=JSON")
    return name, _json(value, f"--cap {name}", "JSON, as portMappings='[{\"hostPort\":8080,...}]'")


def _json(text: str, place: str, expected: str) -> Any:
    try:
        return any_json(text)
    except ValueError as error:
        raise InputError(f"{place}: not JSON ({error}); expected {expected}") from None


def read_files(texts: Sequence[str]) -> dict[str, bytes]:
    """What --file says, PATH=SOURCE each: the content of each source, by its path in the sandbox. Raises InputError."""
    return dict(_file(text) for text in texts)


def _file(text: str) -> tuple[str, bytes]:
    path, source = _pair(text, "--file", "PATH=SOURCE")
    if not path.startswith("/"):
        raise InputError(f"--file {text}: {path} is not an absolute path")
    try:
        return path, Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"--file {text}: {source}: {error.strerror}") from None
