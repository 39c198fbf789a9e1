"""The real executor of the tests: subprocesses and files of the machine itself."""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from traces.runner.executor import Completed, Execution


class LocalRunning:
    """A subprocess under way, or one that never started."""

    def __init__(self, execution: Execution) -> None:
        self._completed: Completed | None = None
        pairs = (entry.partition("=") for entry in execution.env)
        # A file, not a pipe: a communicate() that runs out of time before it has written leaves stdin open for ever.
        with tempfile.TemporaryFile() as stdin:
            stdin.write(execution.stdin)
            stdin.seek(0)
            try:
                self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                    [execution.path],
                    env={name: value for name, equals, value in pairs if equals},
                    stdin=stdin,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                )
            except OSError as error:
                self._process = None
                self._completed = Completed(start_error=(error.strerror or "").lower())

    def wait(self, seconds: float) -> Completed | None:
        """How it ended, or None if it still runs after so many seconds."""
        if self._process is None or self._completed:
            return self._completed
        try:
            stdout, stderr = self._process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        code = self._process.returncode
        self._completed = Completed(
            stdout=stdout, stderr=stderr, exit_code=code if code >= 0 else None, signal=-code if code < 0 else None
        )
        return self._completed

    def kill(self) -> None:
        """Kill the subprocess and let go of its pipes."""
        if self._process is None or self._completed:
            return
        self._process.kill()
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        self._completed = Completed(signal=-self._process.wait())


class LocalExecutor:
    """Executes on the machine itself."""

    spool: Path | None = None
    bell: int | None = None

    def find(self, plugin: str, dirs: Sequence[str]) -> str | None:
        """The first regular file of that name."""
        paths = (os.path.join(folder, plugin) for folder in dirs)
        return next((path for path in paths if os.path.isfile(path)), None)

    def start(self, execution: Execution) -> LocalRunning:
        """Execute a plugin."""
        return LocalRunning(execution)

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None."""
        try:
            return Path(path).read_bytes()
        except OSError:
            return None

    def write(self, path: str, content: bytes) -> None:
        """Write a file, mode 0600, in folders of mode 0700."""
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        Path(path).write_bytes(content)
        Path(path).chmod(0o600)

    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""
        Path(path).unlink(missing_ok=True)

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted; none where it is missing."""
        return tuple(sorted(os.listdir(path))) if os.path.isdir(path) else ()
