"""Plays a golden case: what libcni was driven through, driven through our own runner."""

import json
import os
import shutil
import threading
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tests.support.local_executor import LocalExecutor
from traces.cni.conflist import load_network
from traces.cni.gojson import dumps
from traces.errors import ConfigError
from traces.model.network import Attachment, Network
from traces.runner.chain import Plan, run_chain

CASES = Path(__file__).parents[1] / "golden" / "libcni-1.3.0.jsonl"
_VARIABLES = ("CNI_ARGS", "CNI_COMMAND", "CNI_CONTAINERID", "CNI_IFNAME", "CNI_NETNS", "CNI_PATH")
_SCRIPT = r"""#!/bin/sh
set -- {seen}/*.in
call={seen}/$((1000 + $#))
cat >$call.in
printf '%s\0' {plugin} {variables} >$call.env
cat {answers}/$CNI_COMMAND.err >&2
cat {answers}/$CNI_COMMAND.out
read -r code <{answers}/$CNI_COMMAND.exit
exit $code
"""
_Value = TypeVar("_Value")


class GoldenChain:
    """The three folders of a case, filled, and what the plugins saw."""

    def __init__(self, case: Mapping[str, Any], folder: Path) -> None:
        self.case = case
        self.bin, self.conf, self.cache = folder / "bin", folder / "conf", folder / "cache"
        self._seen, self._answers = folder / "seen", folder / "answers"
        for each in (self.bin, self.conf, self.cache / "results", self._seen, self._answers):
            each.mkdir(parents=True)
        (self._seen / "0.in").touch()
        self._fill()

    def load(self) -> tuple[Network | None, dict[str, Any]]:
        """The network, and what LOAD gives."""
        try:
            network = load_network(str(self.conf), self.case["network"])
        except ConfigError as error:
            return None, self._outcome("LOAD", None, str(error), None)
        summary = {
            "cniVersion": network.cni_version,
            "disableCheck": network.disable_check,
            "disableGC": network.disable_gc,
            "name": network.name,
            "plugins": [link.type for link in network.links],
        }
        return network, self._outcome("LOAD", dumps(summary), None, None)

    def run(self, network: Network, op: Mapping[str, Any]) -> dict[str, Any]:
        """What one operation gives, in the form of the golden file."""
        runtime = self.case["runtime"]
        attachment = Attachment(
            container_id=runtime["containerID"],
            netns=runtime["netns"],
            ifname=runtime["ifname"],
            args=tuple((name, value) for name, value in runtime["args"] or ()),
            capability_args=runtime["capabilityArgs"] or {},
        )
        plan = Plan(
            verb=op["op"],
            network=network,
            attachment=attachment,
            plugin_dirs=(str(self.bin),),
            cache_dir=str(self.cache),
            base_env=(f"PATH={os.environ['PATH']}", "CNI_COMMAND=never", "CNI_ODD"),
            valid_attachments=tuple((one["containerID"], one["ifname"]) for one in op.get("valid") or ()),
        )
        outcome = finish(run_chain(plan, LocalExecutor(), threading.Event()))
        if outcome.failure is None:
            return self._outcome(op["op"], outcome.result, None, None)
        return self._outcome(op["op"], outcome.result, outcome.failure.text, outcome.failure.code)

    def _fill(self) -> None:
        for name, content in self.case["confdir"].items():
            (self.conf / name).parent.mkdir(parents=True, exist_ok=True)
            (self.conf / name).write_bytes(content.encode())
        for name, content in self.case["cache"].items():
            (self.cache / "results" / name).write_bytes(content.encode())
        for plugin, verbs in self.case["plugins"].items():
            self._write_plugin(plugin, verbs)

    def _write_plugin(self, plugin: str, verbs: Mapping[str, Any]) -> None:
        answers = self._answers / plugin
        answers.mkdir()
        for verb, answer in verbs.items():
            (answers / f"{verb}.out").write_bytes(answer["stdout"].encode())
            (answers / f"{verb}.err").write_bytes(answer["stderr"].encode())
            (answers / f"{verb}.exit").write_text(f"{answer['exit']}\n")
        variables = " ".join(f'"${{{name}-unset}}"' for name in _VARIABLES)
        script = _SCRIPT.format(seen=self._seen, answers=answers, plugin=plugin, variables=variables)
        (self.bin / plugin).write_text(script)
        (self.bin / plugin).chmod(0o755)

    def _outcome(self, op: str, result: bytes | None, error: str | None, code: int | None) -> dict[str, Any]:
        given = {
            "op": op,
            "calls": self._take_calls(),
            "result": result.decode() if result is not None else None,
            "error": error,
            "cache": {path.name: path.read_bytes().decode() for path in (self.cache / "results").iterdir()},
        }
        return self._templated(given | ({} if code is None else {"code": code}))

    def _take_calls(self) -> list[dict[str, Any]]:
        calls: list[dict[str, Any]] = []
        for path in sorted(self._seen.glob("1*.in")):
            plugin, *values = path.with_suffix(".env").read_bytes().decode().split("\0")[:-1]
            calls.append(
                {
                    "plugin": plugin,
                    "stdin": path.read_bytes().decode(),
                    "env": dict(zip(_VARIABLES, values, strict=True)),
                }
            )
            path.with_suffix(".env").unlink()
            path.unlink()
        return calls

    def _templated(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """The value with the placeholders of the golden file for the three folders."""
        text = json.dumps(value)
        for folder, name in ((self.bin, "{BIN}"), (self.conf, "{CONF}"), (self.cache, "{CACHE}")):
            text = text.replace(str(folder), name)
        placed: dict[str, Any] = json.loads(text)
        return placed


def finish(work: Generator[None, None, _Value]) -> _Value:
    """Run a generator to its end, and give what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            value: _Value = stop.value
            return value


def play(case: Mapping[str, Any], folder: Path) -> list[dict[str, Any]]:
    """What every operation of a case gives, LOAD first."""
    chain = GoldenChain(case, folder)
    network, loaded = chain.load()
    given = [loaded]
    if network is not None:
        given += [chain.run(network, op) for op in case["ops"]]
    shutil.rmtree(folder)
    return given
