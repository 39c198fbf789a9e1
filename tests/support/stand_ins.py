"""Asks stand-ins in this process, as a runtime asks plugins."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from traces.simulate.ground import Ground
from traces.simulate.plugin import Plugin
from traces.simulate.skel import Answer, answer

POD = {
    "CNI_CONTAINERID": "c0ffee",
    "CNI_NETNS": "/run/netns/pod",
    "CNI_IFNAME": "eth0",
    "CNI_PATH": "/opt/cni/bin",
    "CNI_ARGS": "",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a stand-in answered."""

    exit_code: int
    stdout: bytes

    @property
    def document(self) -> dict[str, Any]:
        """The JSON on stdout."""
        document: dict[str, Any] = json.loads(self.stdout)
        return document


def no_network(*given: object) -> NoReturn:
    """For stand-ins that run no network."""
    raise AssertionError("no network is to be run")


def ask(plugin: Plugin, verb: str, state: Path, env: dict[str, str] | None = None, **config: Any) -> Answered:
    """Ask it with a configuration, which needs no name and is of 1.0.0 where nothing else is said."""
    full = {"cniVersion": "1.0.0", "name": "net", "type": plugin.name, **config}
    return ask_raw(plugin, verb, state, json.dumps(full).encode(), env)


def ask_raw(plugin: Plugin, verb: str, state: Path, stdin: bytes, env: dict[str, str] | None = None) -> Answered:
    """Ask it with these bytes on stdin."""
    environ = {"CNI_COMMAND": verb, **POD, **(env or {})}
    given: Answer = answer(plugin, environ, stdin, Ground(state=str(state), run_network=no_network))
    return Answered(exit_code=given.exit_code, stdout=given.stdout)
