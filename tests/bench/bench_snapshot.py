"""What a snapshot costs: a namespace with ten interfaces, beside running ip and tc for the same, in turn in one run.

    python tests/bench/bench_snapshot.py [--rounds N]

Everything is made in namespaces of this script's own. The budget is for the median of a snapshot without netfilter in
a process that has loaded pyroute2; the exit code is 1 if it is not met. Needs root or user namespaces.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.sandbox_place import sh  # noqa: E402
from traces.kernel import snapshot  # noqa: E402
from traces.kernel.snapshot import Wanted, snapshot_wire, take, to_wire  # noqa: E402
from traces.kernel.snapshot_netfilter import read_netfilter  # noqa: E402
from traces.runner.sandbox import SandboxSpec, open_sandbox  # noqa: E402

BUDGET = 30.0
INNER = "CNISTEP_BENCH_INNER"
SETUP = """
ip link set lo up
ip link add br0 type bridge
ip link set br0 up
ip addr add 10.1.0.1/16 dev br0
for n in 0 1 2 3; do
    ip link add v$n type veth peer name w$n
    ip link set v$n master br0 up
    ip link set w$n up
    ip addr add 10.2.$n.1/24 dev w$n
    ip route add 10.3.$n.0/24 via 10.2.$n.2
done
tc qdisc add dev v0 root tbf rate 1mbit burst 12500 latency 25ms
tc qdisc add dev v0 ingress
iptables -t nat -A POSTROUTING -s 10.2.0.0/16 -j MASQUERADE 2>/dev/null || true
"""
COMMANDS = (
    *("ip -j -d link", "ip -j addr", "ip -j route show table all", "ip -6 -j route show table all", "ip -j rule"),
    *(
        "ip -6 -j rule",
        "ip -j neigh",
        "tc -j qdisc show",
        "tc -j class show dev v0",
        "tc -j filter show dev v0 parent ffff:",
    ),
)


def main() -> int:
    """Run the benchmark; the exit code says whether the budget is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=30, help="snapshots of each kind (default 30)")
    rounds = parser.parse_args().rounds
    if INNER not in os.environ:
        own_user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        command = ["unshare", *own_user, "--mount", "--net", sys.executable, *sys.argv]
        return subprocess.run(command, env={**os.environ, INNER: "1"}, check=False).returncode
    subprocess.run(["sh", "-ec", SETUP], check=True)
    print(f"a namespace with 10 interfaces; {rounds} rounds; milliseconds")
    times = _timed(
        rounds,
        {
            "snapshot": lambda: take(Wanted()),
            "snapshot without netfilter": _without_netfilter,
            "netfilter alone": read_netfilter,
            f"{len(COMMANDS)} commands of ip and tc": _commands,
        },
    )
    with tempfile.TemporaryDirectory(prefix="cnistep-") as folder, open_sandbox(SandboxSpec(workdir=folder)) as box:
        sh(box, SETUP)
        _timed(
            min(rounds, 10),
            {"snapshot by Sandbox.call": lambda: box.call("snapshot", "snapshot_wire", to_wire(Wanted()))},
        )
    met = statistics.median(times["snapshot without netfilter"]) < BUDGET
    print(f"budget of {BUDGET:.0f} ms {'met' if met else 'NOT met'}")
    return 0 if met else 1


def _timed(rounds: int, ways: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for way in ways.values():
        way()
    for _ in range(rounds):
        for name, way in ways.items():
            begun = time.perf_counter_ns()
            way()
            times[name].append((time.perf_counter_ns() - begun) / 1e6)
    for name, taken in times.items():
        print(f"{name:<30}{statistics.median(taken):8.1f}{statistics.quantiles(taken, n=20)[-1]:8.1f} (p95)")
    return times


def _without_netfilter() -> object:
    with patch.object(snapshot, "read_netfilter", lambda: ([], [])):
        return snapshot_wire({})


def _commands() -> None:
    for command in COMMANDS:
        subprocess.run(command.split(), capture_output=True, check=True)


if __name__ == "__main__":
    sys.exit(main())
