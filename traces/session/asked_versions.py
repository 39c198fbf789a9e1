"""Asks plugins for the versions that they speak: VERSION, the one question that changes nothing on a node."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from traces.cni.anyjson import any_object
from traces.cni.environment import version_environment
from traces.cni.gojson import DecodeError
from traces.cni.request import VERSION_STDIN
from traces.cni.version_info import supported_versions
from traces.diagnosis.configured import loaded
from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.needs import needs, plugin_file
from traces.diagnosis.starting import trouble
from traces.session.surroundings import own_environment

_WITHIN = 5.0
"""Seconds that a plugin gets."""
_AT_ONCE = 8
_QUOTED = 200
_ONLY_OLDEST = ("0.1.0",)
"""What a plugin speaks that does not know the question (pkg/invoke/exec.go, GetVersionInfo)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one plugin said."""

    path: str
    versions: tuple[str, ...] | None = None
    error: str = ""


def plugins_to_ask(node: Node) -> tuple[PluginFile, ...]:
    """The files of the plugins that some chain of the node names and that can be started, each once."""
    networks = (each.network for each in loaded(node) if each.network is not None)
    named = (need.plugin for network in networks for need in needs(network, node.runtime))
    files = (plugin_file(node, plugin) for plugin in dict.fromkeys(named))
    return tuple(
        file for file in files if file is not None and file.kind in ("elf", "script") and not trouble(node, file)
    )


def with_versions(node: Node, files: Sequence[PluginFile]) -> Node:
    """Execute the files, several at once, and put their answers into the node's facts."""
    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        answers = {answer.path: answer for answer in pool.map(_ask, [file.path for file in files])}
    return replace(node, plugins=tuple(_answered(file, answers.get(file.path)) for file in node.plugins))


def _answered(file: PluginFile, answer: Answer | None) -> PluginFile:
    return file if answer is None else replace(file, versions=answer.versions, version_error=answer.error)


def _ask(path: str) -> Answer:
    entries = (entry.partition("=") for entry in version_environment(own_environment()))
    environment = {name: value for name, _, value in entries}
    try:
        process = subprocess.Popen(
            [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        return Answer(path=path, error=f"it can't be executed: {error.strerror}")
    try:
        stdout, stderr = process.communicate(VERSION_STDIN, timeout=_WITHIN)
    except subprocess.TimeoutExpired:
        _end(process)
        return Answer(path=path, error=f"no answer within {_WITHIN:.0f} seconds")
    return _read(path, process.returncode, stdout, stderr)


def _read(path: str, code: int, stdout: bytes, stderr: bytes) -> Answer:
    if code:
        message = any_object(stdout).get("msg")
        if message == "unknown CNI_COMMAND: VERSION":
            return Answer(path=path, versions=_ONLY_OLDEST)
        said = str(message or stderr[:_QUOTED].decode(errors="replace").strip() or "nothing")
        return Answer(path=path, error=f"exit code {code}: {said}")
    try:
        return Answer(path=path, versions=supported_versions(stdout))
    except DecodeError as error:
        return Answer(path=path, error=f"{error}; stdout: {stdout[:_QUOTED].decode(errors='replace')!r}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End it and what it started; whoever left its group and holds its output is not waited for."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
