"""Stand-ins as executables in a sandbox, where they make what they claim."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.support.sandbox_place import PATH, fresh_sandbox, sh
from tests.support.warm import FOLDER, warm_files, warm_up
from traces.runner.executor import Completed
from traces.runner.sandbox import Sandbox

NETNS = "/run/netns/pod"
ARGS = "K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0"


class StandIns:
    """A pod's netns, and the plugins to call for it."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box

    def call(self, verb: str, ifname: str = "eth0", netns: str = NETNS, **config: Any) -> Completed:
        """Execute the plugin that the configuration names."""
        stdin = json.dumps({"cniVersion": "1.0.0", "name": "net", **config}).encode()
        env = (
            *(PATH, f"CNI_COMMAND={verb}", "CNI_CONTAINERID=c0ffee", f"CNI_NETNS={netns}", f"CNI_IFNAME={ifname}"),
            *(f"CNI_PATH={FOLDER}", f"CNI_ARGS={ARGS}"),
        )
        return self.box.run((f"{FOLDER}/{config['type']}",), stdin, env)

    def result(self, ifname: str = "eth0", **config: Any) -> dict[str, Any]:
        """The result of ADD."""
        completed = self.call("ADD", ifname, **config)
        assert completed.exit_code == 0, completed
        result: dict[str, Any] = json.loads(completed.stdout)
        return result

    def sh(self, script: str) -> str:
        """What a shell script prints in the sandbox."""
        return sh(self.box, script)

    def addresses(self, ifname: str = "eth0") -> list[str]:
        """The addresses of the pod's interface, link-local ones left out."""
        found: list[dict[str, Any]] = json.loads(self.sh(f"ip -json -n pod addr show {ifname} scope global"))
        every = [each for entry in found for each in entry.get("addr_info", ()) if each]
        return [f"{each['local']}/{each['prefixlen']}" for each in every]

    def routes(self, where: str = "-n pod") -> set[tuple[str, str, str]]:
        """Destination, gateway and device of the routes in the pod, or with nothing on the host."""
        found = [
            each
            for family in ("-4", "-6")
            for each in json.loads(self.sh(f"ip -json {family} {where} route") or "[]")
            if not each["dst"].startswith("fe80")
        ]
        return {(each["dst"], each.get("gateway", ""), each["dev"]) for each in found}

    def links(self) -> Mapping[str, str]:
        """MAC addresses of the host's interfaces by name."""
        return {
            each["ifname"]: each["address"] for each in json.loads(self.sh("ip -json link")) if each["ifname"] != "lo"
        }


@contextmanager
def stand_ins(*plugins: str, files: Mapping[str, bytes] | None = None) -> Iterator[StandIns]:
    """A sandbox with a pod's netns, these stand-ins, and the files."""
    every = (*warm_files(*plugins).items(), *(files or {}).items())
    with fresh_sandbox(plugin_dirs=("/usr/lib/cni",), files=every) as box:
        warm_up(box, *plugins)
        box.add_netns(NETNS)
        yield StandIns(box)
