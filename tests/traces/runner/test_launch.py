"""The helper's life: how it starts anywhere, and that it never stays."""

import os
import select
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.sandbox_place import fresh_sandbox, sh
from traces.errors import PlaceError
from traces.runner.launch import SOURCE
from traces.runner.sandbox import Sandbox, SandboxSpec, open_sandbox

pytestmark = pytest.mark.sandbox

_ASKER = """
import os, sys, time
sys.path.append(sys.argv[1])
from traces.runner.sandbox import SandboxSpec, open_sandbox
box = open_sandbox(SandboxSpec(workdir=sys.argv[2]))
print(box.run(("/bin/echo", "alive")).stdout.decode(), end="", flush=True)
"""


def _ask(folder: Path, more: str = "box.close()", env: Mapping[str, str] | None = None, source: Path = SOURCE) -> str:
    command = [sys.executable, "-c", _ASKER + textwrap.dedent(more), str(source), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _helpers(*, asker: int) -> list[int]:
    """The children of a process that are helpers."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path("/proc", process, "stat").read_text().rpartition(") ")[2].split()[1])
            command = Path("/proc", process, "cmdline").read_bytes()
        except OSError:
            continue
        if parent == asker and b"traces.runner.helper" in command:
            found.append(int(process))
    return found


def test_an_odd_environment_is_no_matter(tmp_path: Path) -> None:
    for name in ("json.py", "socket.py", "traces.py", "ctypes.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')")
    env = {"LC_ALL": "C", "PATH": "/nonexistent", "PYTHONWARNINGS": "error", "PYTHONDONTWRITEBYTECODE": "1"}
    script = f"import os; os.environ['PYTHONPATH'] = {str(tmp_path)!r}; os.environ['PYTHONSTARTUP'] = 'x'\n"
    command = [sys.executable, "-I", "-c", script + _ASKER + "box.close()", str(SOURCE), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, check=False)
    assert (done.stdout, done.stderr) == ("alive\n", "")


def test_it_starts_from_a_copy_below_tmp(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "struct.py").write_text("raise SystemExit('the wrong module')")
    shutil.copytree(SOURCE / "traces", tmp_path / "site" / "traces", ignore=shutil.ignore_patterns("__pycache__"))
    more = """
        from traces.model.result import Interface, Result
        result = Result(cni_version="1.0.0", interfaces=(Interface(name="eth0", sandbox="/run/netns/pod"),))
        print(len(box.materialise(result, netns="/run/netns/pod", ifname="eth0")))
        box.close()
    """
    assert _ask(tmp_path, more, source=tmp_path / "site") == "alive\n1\n"


def test_it_ends_when_the_asker_is_killed(tmp_path: Path) -> None:
    """The asker's socket is held by a child of its, so that the hanging up alone would not tell."""
    more = """
        if os.fork() == 0:
            time.sleep(1000)
        print(os.getpid(), flush=True)
        time.sleep(1000)
    """
    command = [sys.executable, "-c", _ASKER + textwrap.dedent(more), str(SOURCE), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as asker:
        assert asker.stdout
        try:
            assert asker.stdout.readline() == "alive\n"
            asker.stdout.readline()
            (helper,) = _helpers(asker=asker.pid)
            watched = os.pidfd_open(helper)
            asker.kill()
            asker.wait()
            _await(watched)
            os.close(watched)
        finally:
            os.killpg(asker.pid, signal.SIGKILL)


def _await(descriptor: int) -> None:
    """Until the process of the pidfd has ended; pytest's timeout is the limit."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    poll.poll()


def test_it_outlives_the_thread_that_asked() -> None:
    boxes: list[Sandbox] = []
    with TemporaryDirectory() as workdir:
        thread = threading.Thread(target=lambda: boxes.append(open_sandbox(SandboxSpec(workdir=workdir))))
        thread.start()
        thread.join()
        with boxes[0] as box:
            assert sh(box, "echo alive") == "alive\n"


def test_an_interrupt_at_the_terminal_leaves_it_alone() -> None:
    with fresh_sandbox() as box:
        (helper,) = _helpers(asker=os.getpid())
        assert os.getsid(helper) != os.getsid(0)
        assert sh(box, "kill -INT 1; kill -TERM 1; kill -HUP 1; echo alive") == "alive\n"


def test_requests_from_many_threads_are_kept_apart() -> None:
    answers: dict[int, str] = {}
    with fresh_sandbox() as box:

        def ask(number: int) -> None:
            answers[number] = sh(box, f"echo {number}")

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == {number: f"{number}\n" for number in range(12)}


def test_closing_leaves_no_descriptor_and_no_process() -> None:
    before = os.listdir("/proc/self/fd")
    with fresh_sandbox() as box:
        box.execute("/bin/sleep", ("sleep", "1000"), b"x", ())
    box.close()
    assert os.listdir("/proc/self/fd") == before
    assert _helpers(asker=os.getpid()) == []


def test_a_dead_helper_is_an_error_of_the_place() -> None:
    with fresh_sandbox() as box:
        running = box.execute("/bin/sleep", ("sleep", "1000"), b"", ())
        (helper,) = _helpers(asker=os.getpid())
        os.kill(helper, signal.SIGKILL)
        with pytest.raises(PlaceError, match="place"):
            while True:
                box.listdir("/")
        with pytest.raises(PlaceError, match="ended"):
            running.wait(60)


def test_a_python_that_can_not_be_started_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(PlaceError, match="/nonexistent/python"), fresh_sandbox():
        pass
