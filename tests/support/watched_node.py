"""A node in a folder that is watched: plugins with recorders in their place, a spool, conflists, and a runtime."""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.chains import ANSWERS
from tests.support.cli import plugin
from tests.support.runtime import Job, Runtime, Started
from traces.model.events import Seen, TraceEnded
from traces.model.trace import Trace
from traces.session.node import NodeTraces
from traces.session.wake import Wake
from traces.shim.image import patched, shim_path

LATER = 3_600_000_000_000
"""Nanoseconds: long after what was recorded just now."""


@dataclass(slots=True)
class MovedClock:
    """The time, moved on by so many nanoseconds."""

    by: int = 0

    def __call__(self) -> int:
        """Nanoseconds since the epoch."""
        return time.time_ns() + self.by


@dataclass(frozen=True, slots=True)
class WatchedNode:
    """Where everything is."""

    folder: Path

    @property
    def spool(self) -> Path:
        """Where the recorders write."""
        return self.folder / "spool"

    @property
    def conf(self) -> Path:
        """The configuration folder."""
        return self.folder / "net.d"

    @property
    def bin(self) -> Path:
        """The plugin folder: the recorders."""
        return self.folder / "bin"

    @property
    def cache(self) -> Path:
        """libcni's."""
        return self.folder / "cache"

    @property
    def runtime(self) -> Runtime:
        """What runs the chains."""
        return Runtime(plugins=self.bin, cache=self.cache)

    def set_up(self) -> "WatchedNode":
        """Make the folders."""
        for folder in (self.spool, self.conf, self.bin, self.cache, self.cache / "results"):
            folder.mkdir(mode=0o700)
        return self

    def plugins(self, **scripts: str) -> None:
        """Put in plugins that are shell scripts, each with a recorder in its place."""
        for name, script in scripts.items():
            self.wrap(plugin(self.folder / "real", name, script))

    def wrap(self, real: Path) -> None:
        """Put a recorder for a plugin into the plugin folder."""
        recorder = self.bin / real.name
        recorder.write_bytes(patched(shim_path().read_bytes(), real=str(real), spool=str(self.spool)))
        recorder.chmod(0o755)

    def network(self, *types: str, name: str = "pods") -> str:
        """Put a conflist of plain plugins into the configuration folder."""
        return self.conflist(*({"type": type_} for type_ in types), name=name)

    def conflist(self, *plugins: dict[str, Any], name: str = "pods") -> str:
        """The same with whole entries."""
        path = self.conf / f"10-{name}.conflist"
        path.write_text(json.dumps({"cniVersion": "1.0.0", "name": name, "plugins": plugins}))
        return str(path)

    def traces(self, clock: MovedClock | None = None) -> NodeTraces:
        """Reads the spool."""
        return NodeTraces(self.spool, str(self.conf), clock=clock or MovedClock())

    def read(self, *, later: int = 0) -> list[Trace]:
        """The traces that the spool has, the oldest first, as they stand so many nanoseconds from now."""
        return last_of(self.traces(MovedClock(later)))

    def only(self, *, later: int = 0) -> Trace:
        """The only one."""
        (trace,) = self.read(later=later)
        return trace


def last_of(node: NodeTraces) -> list[Trace]:
    """The traces of which a poll tells, as they stand after it, the oldest first."""
    found = {event.trace.id: event.trace for event in node.poll() if isinstance(event, Seen)}
    return sorted(found.values(), key=lambda trace: trace.created)


def ended(events: Iterable[object]) -> list[Trace]:
    """The traces that ended in these events."""
    return [event.event.trace for event in events if isinstance(event, Seen) and isinstance(event.event, TraceEnded)]


def tree(trace: Trace) -> list[tuple[str, int | None, str | None]]:
    """Each call: its plugin, its link, and the plugin of its parent."""
    return [(call.plugin, call.link, trace.call(call.parent).plugin if call.parent else None) for call in trace.calls]


def delegates_to(other: str) -> str:
    """A plugin that hands its stdin to another one, and answers itself."""
    answers = ANSWERS.replace("cat >/dev/null", ":")
    return f'"${{CNI_PATH}}/{other}" >/dev/null || exit 1\n{answers}'


@contextmanager
def once_watched(rig: WatchedNode, *jobs: Job) -> Iterator[None]:
    """The runtime begins when a watch has looked for the first time."""
    begun: list[Started] = []
    asleep = Wake.sleep

    def sleep(wake: Wake, seconds: float) -> None:
        if not begun:
            begun.append(rig.runtime.start(jobs))
        asleep(wake, seconds)

    with patch.object(Wake, "sleep", sleep):
        yield
    begun[0].seen()
