"""Runs a real plugin of Debian's and its stand-in on the same input, each in a sandbox behind a real bridge."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from tests.support.sandbox_place import PATH, fresh_sandbox, sh
from tests.support.warm import FOLDER, warm_files, warm_up
from traces.runner.executor import Completed
from traces.runner.sandbox import Sandbox

PLUGINS = "/usr/lib/cni"
NETNS = "/run/netns/pod"
CONTAINER = "c0ffee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """Where the plugins run: what IPAM gives addresses of (without subnets there is none), and the pod's interface."""

    subnets: tuple[str, ...] = ("10.22.0.0/16",)
    ifname: str = "eth0"
    version: str = "1.0.0"


PODS = (
    Pod(),
    Pod(subnets=("192.168.77.0/24",), ifname="net1", version="0.4.0"),
    Pod(subnets=("10.22.0.0/16", "fd00:77::/64")),
    Pod(subnets=()),
)
"""Two subnets, two interface names, a range of IPv6, and no IPAM."""


class Side:
    """One sandbox: its bridge is the real one, what follows is real or simulated."""

    def __init__(self, box: Sandbox, pod: Pod, folder: str) -> None:
        self.box, self.pod, self._folder = box, pod, folder
        box.add_netns(NETNS)
        ranges = [[{"subnet": subnet}] for subnet in pod.subnets]
        ipam = {"type": "host-local", "ranges": ranges, "routes": [{"dst": "0.0.0.0/0"}]}
        bridge = {"type": "bridge", "bridge": "cni0", **({"isGateway": True, "ipam": ipam} if ranges else {})}
        self.prev: dict[str, Any] = json.loads(self.call("ADD", bridge, folder=PLUGINS).stdout)
        """What the bridge answered."""

    def call(
        self,
        verb: str,
        config: Mapping[str, Any],
        prev: object = None,
        *,
        folder: str = "",
        netns: str = NETNS,
        args: str = "",
    ) -> Completed:
        """Execute a plugin for a verb; its configuration says which."""
        whole = {"cniVersion": self.pod.version, "name": "test", **config}
        stdin = json.dumps(whole if prev is None else {**whole, "prevResult": prev}).encode()
        env = [PATH, f"CNI_COMMAND={verb}", f"CNI_CONTAINERID={CONTAINER}", f"CNI_IFNAME={self.pod.ifname}"]
        env += [f"CNI_NETNS={netns}", f"CNI_PATH={PLUGINS}", *([f"CNI_ARGS={args}"] if args else [])]
        return self.box.run((f"{folder or self._folder}/{config['type']}",), stdin, env)

    def sh(self, script: str) -> str:
        """What a shell script prints in this sandbox."""
        return sh(self.box, script)

    def in_pod(self, script: str) -> str:
        """What a command prints in the pod's netns."""
        return self.sh(f"ip netns exec pod {script}")

    def plain(self, text: str) -> str:
        """A text without MAC addresses, the name of the bridge's veth, and which iptables this machine has."""
        text = text.replace(self.prev["interfaces"][1]["name"], "veth")
        text = re.sub(r"tables v[0-9.]+ \(\w+\)", "tables", text)
        return re.sub(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", "MAC", text)

    def asked(self, verb: str, config: Mapping[str, Any], prev: object = ..., **how: str) -> Any:
        """The exit code, and what a plugin answers, without what is made at random; prevResult is the bridge's."""
        return self.answer(self.call(verb, config, self.prev if prev is ... else prev, **how))

    def answer(self, completed: Completed) -> Any:
        """The exit code, and what a plugin answered, without what is made at random."""
        document = json.loads(completed.stdout) if completed.stdout.strip() else None
        if isinstance(document, dict) and document.get("dns") == {}:
            del document["dns"]  # plugins built with an older libcni write the empty one too
        return completed.exit_code, json.loads(self.plain(json.dumps(document)))


@contextmanager
def both_sides(plugin: str, pod: Pod) -> Iterator[tuple[Side, Side]]:
    """The real plugin's side, and the stand-in's."""
    with ExitStack() as stack:
        real = stack.enter_context(fresh_sandbox(plugin_dirs=(PLUGINS,)))
        box = stack.enter_context(fresh_sandbox(plugin_dirs=(PLUGINS,), files=tuple(warm_files(plugin).items())))
        warm_up(box, plugin)
        yield Side(real, pod, PLUGINS), Side(box, pod, FOLDER)
