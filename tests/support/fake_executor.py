"""An executor that runs nothing: it records what it got and answers what it is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from traces.runner.executor import Completed, Execution

OK = Completed(exit_code=0)

Answers = dict[tuple[str, str], Completed | list[Completed]]
"""By plugin and verb; a list is given one after the other. What is not there ends with 0 and says nothing."""


class FakeRunning:
    """An execution that ends after so many looks, or when it is killed."""

    def __init__(self, completed: Completed, looks: int) -> None:
        self._completed = completed
        self._looks = looks
        self.killed = False
        self.has_ended = False
        """Whether the process itself is gone, and others hold its output."""

    def wait(self, seconds: float) -> Completed | None:
        """None until enough looks were taken; how long each may take is not waited."""
        self._looks -= 1
        return None if self._looks > 0 and not self.killed else self._completed

    def kill(self) -> None:
        """End it by SIGKILL; one that has ended already, its output held, is let go."""
        self.killed = True
        if not self.has_ended:
            self._completed = Completed(signal=9)


@dataclass
class FakeExecutor:
    """Plugins are answers by name and verb; files are a dict."""

    answers: Answers = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    """Plugins that are not found."""
    files: dict[str, bytes] = field(default_factory=dict)
    looks: int = 1
    """How often an execution is looked at until it ends."""
    on_start: Callable[[Execution], None] = lambda execution: None
    spool: Path | None = None
    bell: int | None = None
    executions: list[Execution] = field(default_factory=list)
    running: list[FakeRunning] = field(default_factory=list)

    @property
    def calls(self) -> list[tuple[str, str]]:
        """Plugin and verb of every execution."""
        return [(PurePosixPath(execution.path).name, verb_of(execution)) for execution in self.executions]

    def find(self, plugin: str, dirs: Sequence[str]) -> str | None:
        """In the first folder, unless it is missing."""
        return None if plugin in self.missing else f"{dirs[0]}/{plugin}"

    def start(self, execution: Execution) -> FakeRunning:
        """Record the execution and answer."""
        self.executions.append(execution)
        self.on_start(execution)
        answer = self.answers.get(self.calls[-1], OK)
        completed = answer.pop(0) if isinstance(answer, list) else answer
        self.running.append(FakeRunning(completed, self.looks))
        return self.running[-1]

    def read(self, path: str) -> bytes | None:
        """A file, or None."""
        return self.files.get(path)

    def write(self, path: str, content: bytes) -> None:
        """Keep a file."""
        self.files[path] = content

    def remove(self, path: str) -> None:
        """Forget a file."""
        self.files.pop(path, None)

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names below a folder that some file is in."""
        inside = (PurePosixPath(name).relative_to(path) for name in self.files if name.startswith(f"{path}/"))
        return tuple(sorted({name.parts[0] for name in inside}))


def verb_of(execution: Execution) -> str:
    """The verb that an execution was given."""
    return next(entry.partition("=")[2] for entry in execution.env if entry.startswith("CNI_COMMAND="))
