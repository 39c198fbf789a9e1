"""One plugin executed as libcni executes it: found, fed, waited for, its end put into libcni's words."""

import signal
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from traces.cni.environment import plugin_environment
from traces.cni.error_codec import LibcniError, how_it_ended, plugin_error
from traces.cni.plugin_path import find_plugin
from traces.errors import Interrupted
from traces.model.network import Attachment, Link
from traces.runner.deadline import EXCEEDED, Deadline
from traces.runner.executor import Completed, Execution, Executor
from traces.runner.plan import Fate, Killed, Overdue, Plan

TICK = 0.03
"""Seconds between two looks at a running plugin."""
_FIRST_TICK = 0.004
"""Most plugins end within milliseconds."""
_BUSY_TRIES = 6
_BUSY_PAUSE = 1.0
"""Seconds: a binary that is being written is tried again (pkg/invoke/raw_exec.go)."""

Ticks = Generator[None, None, bytes]
"""Work that yields while a plugin runs, and returns the plugin's stdout."""

STOPPED = "the run was stopped"
"""How the error of a run begins that its user ended."""


@dataclass(slots=True)
class Run:
    """A chain under way."""

    plan: Plan
    executor: Executor
    stop: threading.Event
    reached: list[int] = field(default_factory=list)
    overdue: list[Overdue] = field(default_factory=list)
    killed: list[Killed] = field(default_factory=list)
    deadline: Deadline = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.plan.timeout, self.plan.stands_still)

    @contextmanager
    def reach(self, verb: str, link: Link) -> Iterator[str]:
        """The path of a link's plugin, while it is asked something; the link counts as reached.

        Raises LibcniError, Interrupted.
        """
        self.check_stop()
        if link.index not in self.reached:
            self.reached.append(link.index)
        with self.plan.around(verb, link):
            yield find_plugin(link.type, self.plan.plugin_dirs, self.executor.find)

    def check_stop(self) -> None:
        """Raises Interrupted where the user has stopped the run."""
        if self.stop.is_set():
            raise Interrupted(STOPPED)

    def call(self, verb: str, link: Link, path: str, stdin: bytes, attachment: Attachment | None) -> Ticks:
        """Execute a link's plugin with the user's edits, and give its stdout. Raises LibcniError, Interrupted."""
        plan = self.plan
        env = plugin_environment(verb, attachment, plan.plugin_dirs, plan.base_env)
        if plan.rewrite:
            stdin = plan.rewrite(link.index, stdin)
        if plan.rewrite_env:
            env = plan.rewrite_env(link.index, env)
        return (yield from self.execute(link, Execution(path=path, stdin=stdin, env=env)))

    def execute(self, link: Link, execution: Execution) -> Ticks:
        """Execute a link's plugin and give its stdout. Raises LibcniError, Interrupted.

        Once no try is left for a busy binary, libcni takes the empty stdout for an answer.
        """
        for _ in range(_BUSY_TRIES):
            completed = yield from self._wait(link, execution)
            if "text file busy" in (completed.start_error or ""):
                yield from self._pause()
                continue
            if completed.start_error is not None or completed.signal is not None or completed.exit_code != 0:
                ended = how_it_ended(execution.path, completed.exit_code, completed.signal, completed.start_error)
                raise plugin_error(completed.stdout, completed.stderr, ended)
            return completed.stdout
        return b""

    def _wait(self, link: Link, execution: Execution) -> Generator[None, None, Completed]:
        """Wait for the plugin's end. Past the deadline it is killed, and none is started (os/exec, Cmd.Start)."""
        self.check_stop()
        if self.deadline.passed:
            self.overdue.append(Overdue(link=link.index, fate=Fate.NOT_STARTED))
            raise plugin_error(b"", b"", EXCEEDED)
        running = self.executor.start(execution)
        overdue = False
        try:
            completed = self.deadline.wait(running, _FIRST_TICK)
            while completed is None:
                yield
                self.check_stop()
                if self.deadline.passed and not overdue:
                    overdue = True
                    running.kill()
                completed = self.deadline.wait(running, TICK)
        except BaseException:
            running.kill()
            raise
        self._note_end(link, completed, overdue)
        yield
        return completed

    def _note_end(self, link: Link, completed: Completed, overdue: bool) -> None:
        killed = completed.signal == signal.SIGKILL
        if killed:
            self.killed.append(Killed(link=link.index, at=time.time_ns()))
        if overdue:
            self.overdue.append(Overdue(link=link.index, fate=Fate.KILLED if killed else Fate.HELD))

    def _pause(self) -> Generator[None, None, None]:
        for _ in range(round(_BUSY_PAUSE / TICK)):
            self.stop.wait(TICK)
            self.check_stop()
            yield


def failed_at(error: LibcniError | ValueError, link: Link) -> LibcniError:
    """The error with the link that it is about; what a decoder says becomes an error of libcni's."""
    return error.within("", link.index) if isinstance(error, LibcniError) else LibcniError(str(error), link=link.index)
