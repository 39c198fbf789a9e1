"""What the recorder costs: each plugin plain, recorded, and with a recorder that is off, in turn in one run.

    python tests/bench/bench_shim.py [--rounds N] [--zig]

The spool is on a tmpfs, mounted in a mount namespace of this script's own. The budget is for the median of what a
recorder adds; the exit code is 1 if it is not met. Needs root or user namespaces.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from traces.shim.compile import compile_with_cc, compile_with_zig  # noqa: E402
from traces.shim.image import patched  # noqa: E402

ENV = {"CNI_COMMAND": "VERSION", "PATH": os.environ["PATH"]}
STDIN = b'{"cniVersion": "1.0.0"}'
TRIVIAL = "int main(void) { return 0; }\n"
BUDGET_OFF = 350
BUDGET_P95 = 3000
INNER = "CNISTEP_BENCH_INNER"


@dataclass(frozen=True)
class Way:
    """A way to execute a plugin, and what it may add to the plain one (microseconds)."""

    name: str
    path: Path
    budget: int


def main() -> int:
    """Run the benchmark; the exit code says whether the budget is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200, help="executions of each kind (default 200)")
    parser.add_argument("--zig", action="store_true", help="build the recorder with ziglang instead of cc")
    options = parser.parse_args()
    if INNER not in os.environ:
        own_user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        command = ["unshare", *own_user, "--mount", sys.executable, *sys.argv]
        return subprocess.run(command, env={**os.environ, INNER: "1"}, check=False).returncode
    with tempfile.TemporaryDirectory() as folder:
        return _measure_all(Path(folder), options.rounds, options.zig)


def _measure_all(folder: Path, rounds: int, zig: bool) -> int:
    spool = folder / "spool"
    spool.mkdir(mode=0o700)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=0700", "spool", spool], check=True)
    try:
        image = _image(folder / "shim", zig)
        print(f"recorder: {'zig, musl' if zig else 'cc -static'}, {len(image):,} bytes; {rounds} rounds; microseconds")
        print(f"{'plugin':<20}{'way':<10}{'median':>8}{'p95':>8}{'adds':>8}{'adds p95':>10}{'budget':>8}")
        met = [_measure(name, path, folder, image, rounds, zig) for name, path in _plugins(folder)]
        records = sum(1 for _ in spool.iterdir())
        print(f"{records} records, budget {'met' if all(met) else 'NOT met'}")
        return 0 if all(met) else 1
    finally:
        subprocess.run(["umount", spool], check=True)


def _image(target: Path, zig: bool) -> bytes:
    built = compile_with_zig(target, platform.machine()) if zig else compile_with_cc(target)
    if not built:
        sys.exit(
            f"no recorder: {'ziglang is not installed here' if zig else 'no C compiler that links static programs'}"
        )
    return target.read_bytes()


def _plugins(folder: Path) -> Iterator[tuple[str, Path]]:
    source, program = folder / "trivial.c", folder / "trivial"
    source.write_text(TRIVIAL)
    subprocess.run(["cc", "-static", "-Os", "-o", program, source], check=True)
    yield "trivial", program
    for name in ("loopback", "host-local"):
        path = Path("/usr/lib/cni", name)
        if path.exists():
            yield f"{name} VERSION", path


def _measure(name: str, plugin: Path, folder: Path, image: bytes, rounds: int, zig: bool) -> bool:
    ways = [
        Way("plain", plugin, 0),
        Way("recorded", _shim(folder, "on", image, plugin, str(folder / "spool")), 1000 if zig else 1200),
        Way("off", _shim(folder, "off", image, plugin, str(folder / "missing")), BUDGET_OFF),
    ]
    times: Mapping[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(rounds):
        for way in ways:
            times[way.name].append(_execute(way.path))
    met = [_told(name, way, times[way.name], times["plain"]) for way in ways]
    return all(met)


def _shim(folder: Path, way: str, image: bytes, plugin: Path, spool: str) -> Path:
    path = folder / way / plugin.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(patched(image, real=str(plugin), spool=spool))
    path.chmod(0o755)
    return path


def _execute(path: Path) -> float:
    begun = time.perf_counter_ns()
    subprocess.run([path], input=STDIN, capture_output=True, env=ENV, check=True)
    return (time.perf_counter_ns() - begun) / 1000


def _told(name: str, way: Way, times: Sequence[float], plain: Sequence[float]) -> bool:
    added = statistics.median(times) - statistics.median(plain)
    added_p95 = _p95(times) - _p95(plain)
    numbers = f"{statistics.median(times):8.0f}{_p95(times):8.0f}"
    if way.budget == 0:
        print(f"{name:<20}{way.name:<10}{numbers}")
        return True
    print(f"{name:<20}{way.name:<10}{numbers}{added:8.0f}{added_p95:10.0f}{way.budget:8}")
    return added <= way.budget and added_p95 <= BUDGET_P95


def _p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
