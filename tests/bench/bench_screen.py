"""What the screen costs: a small trace and very large ones, a short list and a very long one, in one run.

    python tests/bench/bench_screen.py [--rounds N] [--start]

Times are of the processor, in ms, and of the screen's own thread: a busy machine tells the same, and what is reckoned
behind the user's back, in another thread, keeps no key waiting. What the test rig costs by itself is measured too and
taken off. With --start also the time from the start of a process to its first frame, in a terminal of its own, with its
modules compiled as an installed program has them.
The exit code is 1 if a budget is not met.
"""

import argparse
import asyncio
import os
import pty
import select
import signal
import statistics
import sys
import tempfile
import termios
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from app.debugger_app import DebuggerApp  # noqa: E402
from tests.support.big_traces import chain_of, heavy_trace, many_summaries, trace_of_steps  # noqa: E402
from tests.support.screens import HeldClock, backend_of, screen_of  # noqa: E402
from traces.model.trace import Trace  # noqa: E402
from traces.store.archive import write_trace  # noqa: E402
from traces.timeline.playback import Motion  # noqa: E402

SIZE = (160, 50)
FRAME, STEP, LIST, START = 5.0, 30.0, 500.0, 1000.0
"""Milliseconds that a frame, a step, the first page of a long list and the first frame of a process may take."""


@dataclass
class Row:
    """What was measured of one trace."""

    name: str
    opened: float = 0.0
    frames: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    folds: list[float] = field(default_factory=list)


def now() -> float:
    """Milliseconds of the processor that this thread has had."""
    return time.thread_time() * 1000


async def cost(act: Callable[[], object], settle: Callable[[], Awaitable[None]]) -> float:
    """What an action and the drawing after it cost."""
    began = now()
    act()
    await settle()
    return now() - began


async def measure(name: str, trace: Trace, rounds: int) -> Row:
    """Open a trace, play it, step it, fold and unfold it."""
    row, clock, began = Row(name), HeldClock(), now()
    app = DebuggerApp(backend_of((trace,)), trace, motion=Motion.FULL, clock=clock.clock)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        row.opened = now() - began
        screen = screen_of(pilot)
        await app.workers.wait_for_complete()

        async def settle() -> None:
            await pilot.pause(0.02)

        idle = statistics.median([await cost(lambda: None, settle) for _ in range(rounds)])
        screen.action_play()
        for _ in range(rounds):
            clock.passed += 1 / Motion.FULL.frames
            row.frames.append(await cost(screen.tick, settle) - idle)
        screen.player.pause()
        for _ in range(rounds):
            row.steps.append(await cost(lambda: screen.action_step(1), settle) - idle)
        screen.player.move(0)
        row.folds = [await cost(act, settle) - idle for act in (screen.action_into, screen.action_out)]
    return row


async def measure_list(count: int) -> float:
    """From the making of the app to the first page of so many traces."""
    trace, summaries, began = chain_of(5), many_summaries(count), now()
    backend = replace(backend_of((trace,)), summaries=lambda: summaries)
    app = DebuggerApp(backend, trace)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        return now() - began


def first_frame(trace: Trace, folder: Path) -> float:
    """Milliseconds by the clock from the start of «cnistep open» until the lanes stand on the terminal."""
    path = folder / "trace.json"
    write_trace(path, trace)
    began = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        termios.tcsetwinsize(0, (SIZE[1], SIZE[0]))
        os.environ.update(TERM="xterm-256color", CNISTEP_STATE_DIR=str(folder))
        os.environ.update(PYTHONPYCACHEPREFIX=str(folder / "compiled"), PYTHONDONTWRITEBYTECODE="")
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "app", "open", str(path)])
    seen = b""
    while b"runtime" not in seen and select.select([terminal], [], [], 30)[0]:
        seen += os.read(terminal, 65536)
    passed = (time.monotonic() - began) * 1000
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return passed


def tell(row: Row) -> None:
    """A line of the table."""
    frame, step = statistics.median(row.frames), statistics.median(row.steps)
    print(f"{row.name:28}{row.opened:9.0f}{frame:9.1f}{step:9.1f}{max(row.steps):9.1f}{max(row.folds):9.0f}")


async def measure_all(rounds: int, start: bool) -> bool:
    """Measure, and say whether every budget is met."""
    await measure("warm up", chain_of(5), 3)
    print(f"{'ms of the processor':28}{'open':>9}{'frame':>9}{'step':>9}{'longest':>9}{'fold':>9}")
    kinds = {
        "10 steps": trace_of_steps(10),
        "1,000 steps": trace_of_steps(1_000),
        "10,000 steps": trace_of_steps(10_000),
        "200 links, 1,000 delegates": chain_of(200, 1_000),
        "payloads of 5 MB": heavy_trace(5_000_000),
    }
    well = True
    for name, trace in kinds.items():
        row = await measure(name, trace, rounds)
        tell(row)
        well = well and statistics.median(row.frames) < FRAME and statistics.median(row.steps) < STEP
    short, long = await measure_list(100), await measure_list(10_000)
    print(f"a list of 100 {short:.0f}, of 10,000 {long:.0f}")
    well = well and long < LIST
    if start:
        with tempfile.TemporaryDirectory() as folder:
            passed = min(first_frame(chain_of(5), Path(folder)) for _ in range(5))
        print(f"first frame of a process {passed:.0f} (by the clock)")
        well = well and passed < START
    return well


def main() -> int:
    """Run the benchmark; the exit code says whether the budgets are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="times that each action is done (default 20)")
    parser.add_argument("--start", action="store_true", help="also the first frame of a process")
    options = parser.parse_args()
    return 0 if asyncio.run(measure_all(options.rounds, options.start)) else 1


if __name__ == "__main__":
    sys.exit(main())
