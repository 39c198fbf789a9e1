"""What the gate and the looks at delegates add to a run of five links; and whether a call costs more where many are.

    python tests/bench/bench_gated.py [--rounds N]

With and without it are run in turn in one sandbox, with Debian's plugins. The budgets are for the medians, and for our
own time for each of many delegate calls beside that of few; the exit code is 1 if one is not met.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import PropertyMock, patch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.chains import ANSWERS, FIVE, RESULT, scripts  # noqa: E402
from tests.support.cli import conflist  # noqa: E402
from traces import Attachment, Session, load_file  # noqa: E402
from traces.session.breakpoints import Breakpoints  # noqa: E402
from traces.session.observing import Observer  # noqa: E402
from traces.session.stepper import Stepper  # noqa: E402

BUDGET = 150.0
"""Milliseconds that the gate and the looks at one delegate may add."""
GROWTH = 2.0
FEW, MANY = 150, 1000
PLUGINS = "/usr/lib/cni"
LIMITS = {"ingressRate": 1000000, "ingressBurst": 1000000, "egressRate": 1000000, "egressBurst": 1000000}
ASKED = {"portMappings": [{"hostPort": 18080, "containerPort": 80, "protocol": "tcp"}], "bandwidth": LIMITS}


def main() -> int:
    """Measure both and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        added, growth = added_by_gate(Path(folder), rounds), growth_of_a_call(Path(folder))
    print(f"the gate and the looks at host-local add {added:.0f} ms to an ADD (budget {BUDGET:.0f} ms)")
    print(f"of {MANY} delegate calls each costs us {growth:.2f} times as much as of {FEW} (budget {GROWTH})")
    return 0 if added <= BUDGET and growth <= GROWTH else 1


def added_by_gate(folder: Path, rounds: int) -> float:
    """Milliseconds between the medians."""
    network = load_file(str(conflist(folder, *FIVE)))
    times: dict[bool, list[float]] = {True: [], False: []}
    with Session(plugin_dirs=[PLUGINS], state_dir=folder / "state", sandbox=True) as session:
        for place in range(2 * rounds + 2):
            is_gated = bool(place % 2)
            pod = Attachment(container_id=f"pod{place}", netns="/run/netns/pod", capability_args=ASKED)
            with patch.object(Observer, "sees_delegates", PropertyMock(return_value=is_gated)):
                began = time.perf_counter()
                added = session.run("ADD", network, pod)
                times[is_gated].append((time.perf_counter() - began) * 1000)
                removed = session.run("DEL", network, pod)
            assert added.error is None and removed.error is None, (added.error, removed.error)
    with_it, without = (statistics.median(times[is_gated][1:]) for is_gated in (True, False))
    return with_it - without


def growth_of_a_call(folder: Path) -> float:
    """How many times as much of this process's time a delegate call costs where there are many."""
    few, many = own_time(folder, FEW), own_time(folder, MANY)
    return many / few


def own_time(folder: Path, count: int) -> float:
    """Seconds of this process for each of so many delegate calls of a run that is stepped, nothing being held."""
    calls = '"${CNI_PATH%%:*}/inner" </tmp/in >/dev/null'
    loop = f"cat >/tmp/in; i=0; while [ $i -lt {count} ]; do {calls}; i=$((i+1)); done; printf '%s' '{RESULT}'"
    binaries = scripts(folder / "bin", outer=loop, inner=ANSWERS)
    network = load_file(str(conflist(folder, {"type": "outer"})))
    with Session(
        plugin_dirs=[binaries], state_dir=folder / "state", sandbox=True, simulate="none", snapshots="none"
    ) as session:
        pod, stepper = Attachment(container_id="c", netns="/run/netns/pod"), Stepper(breakpoints=Breakpoints("exit=3"))
        began = time.process_time()
        trace = session.run("ADD", network, pod, stepper=stepper)
        spent = time.process_time() - began
    assert len(trace.calls) == count + 1
    return spent / count


if __name__ == "__main__":
    sys.exit(main())
