"""No rule calls a healthy chain wrong: those of the demos and of the recordings, on nodes that have their plugins."""

import json
from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree
from tests.support.traces import RECORDINGS
from traces.diagnosis.case import Case
from traces.diagnosis.configured import loaded
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.needs import needs
from traces.model.finding import Severity

DEMOS = Path(__file__).parents[2] / "traces/demos/chains"
BROKEN = ("portmap-first", "without-interfaces", "without-subnet", "loopback-then-bridge")
"""Recordings of chains that are meant to fail."""
VERSIONS = ["0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0"]
FILES = ("/run/flannel/subnet.env", "/etc/cni/net.d/calico-kubeconfig")


def _chains() -> dict[str, tuple[str, str]]:
    """By a name of its own the file's name and content of each chain."""
    found = {path.name: (path.name, path.read_text()) for path in DEMOS.glob("*.conf*")}
    for path in RECORDINGS.glob("*.json"):
        if not any(word in path.name for word in BROKEN):
            file, content = next(iter(json.loads(path.read_text())["files"].items()))
            found[path.name] = (Path(file).name, json.dumps(content))
    return found


CHAINS = _chains()


def test_there_are_ten_of_them() -> None:
    assert len(CHAINS) >= 10


@pytest.mark.parametrize("runtime", ["containerd", "crio", "libcni"])
@pytest.mark.parametrize("name", CHAINS)
def test_healthy_chain_has_no_error(tmp_path: Path, name: str, runtime: str) -> None:
    tree = NodeTree(tmp_path)
    file, content = CHAINS[name]
    tree.put(f"/etc/cni/net.d/{file}", content)
    (config,) = loaded(tree.node())
    assert config.network is not None
    plugins = {need.plugin for need in needs(config.network, "containerd")}
    tree.plugins(*plugins)
    tree.says("versions.json", json.dumps(dict.fromkeys(plugins, VERSIONS)))
    for path in FILES:
        tree.put(path, (DEMOS / "subnet.env").read_text() if path.endswith("env") else "apiVersion: v1\n")
    errors = [each for each in diagnose(Case(node=tree.node(runtime))) if each.severity is Severity.ERROR]
    assert not errors
