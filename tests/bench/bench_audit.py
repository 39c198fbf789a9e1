"""What an audit of many nodes costs, each with a chain, plugins and pods; a tenth of them beside all, in one run.

The nodes come as JSON documents and as tar files.

    python tests/bench/bench_audit.py [--nodes N] [--pods N]

The exit code is 1 where not exactly the node that drifted is found, or ten times the nodes cost far more than ten times
the time.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.fleet import as_json, as_tar, chain, node_files  # noqa: E402
from tests.support.node_state import cache_content  # noqa: E402
from traces.diagnosis.audit.audit import audit  # noqa: E402
from traces.diagnosis.collect.node import Places  # noqa: E402

FACTOR = 13.0


def node(number: int, pods: int) -> dict[str, str]:
    """A node with so many pods; number 7 has another MTU."""
    ipam = {"type": "host-local", "subnet": f"10.{number // 256}.{number % 256}.0/24"}
    names = [f"{number:05}{pod:03}".ljust(64, "e") for pod in range(pods)]
    more = {f"/var/lib/cni/results/pods-{name}-eth0": cache_content(name, "pods").decode() for name in names}
    more |= {
        f"/var/lib/cni/networks/pods/10.{number // 256}.{number % 256}.{pod + 2}": f"{name}\r\neth0"
        for pod, name in enumerate(names)
    }
    listed = [{"id": name, "state": "SANDBOX_READY"} for name in names]
    more["/commands/crictl-pods.json"] = json.dumps({"items": listed})
    return node_files(f"node-{number}", chain(ipam=ipam, mtu=1500 if number == 7 else 1450)) | more


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--pods", type=int, default=30)
    given = parser.parse_args()
    well = [measure(kind, make, given) for kind, make in (("json", as_json), ("tar", as_tar))]
    return 0 if all(well) else 1


def measure(kind: str, make: Callable[[Path, Mapping[str, str]], Path], given: argparse.Namespace) -> bool:
    """Whether all is well with nodes of this form."""
    with tempfile.TemporaryDirectory() as folder:
        files = (node(each, given.pods) for each in range(given.nodes))
        paths = [str(make(Path(folder) / f"{place:05}.{kind}", each)) for place, each in enumerate(files)]
        times = []
        for some in (paths[: given.nodes // 10], paths):
            began = time.perf_counter()
            found = audit(some, Places(runtime="containerd", plugin_dirs=()))
            times.append(time.perf_counter() - began)
    drifted = [found.looks[each].name for group in found.groups if group.drift for each in group.nodes]
    print(f"{kind}: {given.nodes // 10} nodes: {times[0]:.2f} s, {given.nodes}: {times[1]:.2f} s; drifted: {drifted}")
    return drifted == ["node-7"] and times[1] < FACTOR * times[0]


if __name__ == "__main__":
    sys.exit(main())
