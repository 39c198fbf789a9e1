"""The scripts that fail in a plugin's place, executed as a plugin is."""

import json
import subprocess
from pathlib import Path
from signal import SIGTERM

import pytest

from tests.support.cli import plugin
from traces.model.fault import Fault, FaultKind
from traces.simulate.fault_scripts import fault_script
from traces.simulate.faults import plain_fault

ENVIRONMENT = {"CNI_COMMAND": "ADD", "EMPTY": "", "PATH": "/nowhere"}


@pytest.fixture
def real(tmp_path: Path) -> str:
    """A plugin that answers with what it was given and its environment, and exits with 3."""
    return str(plugin(tmp_path / "bin", "one", "/bin/cat; /usr/bin/env | /usr/bin/sort >&2; exit 3"))


def run(fault: Fault, folder: Path, real: str | None = None) -> "subprocess.CompletedProcess[str]":
    script = folder / "script"
    script.write_text(fault_script(fault, "1.0.0", real))
    script.chmod(0o755)
    return subprocess.run(
        [script], input='{"a": 1}\n\n', capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=30
    )


def fault(kind: FaultKind, link: int | None = 0, number: float | None = None, text: str | None = None) -> Fault:
    plain = plain_fault(kind, "one", "ADD", link)
    return Fault(
        plugin="one",
        verb="ADD",
        kind=kind,
        link=link,
        number=plain.number if number is None else number,
        text=plain.text if text is None else text,
    )


def test_an_error_is_an_object_on_stdout(tmp_path: Path) -> None:
    done = run(fault(FaultKind.ERROR, number=7, text="it's %s \\n «full»"), tmp_path)
    assert json.loads(done.stdout) == {"cniVersion": "1.0.0", "code": 7, "msg": "it's %s \\n «full»"}
    assert (done.returncode, done.stderr) == (1, "")


def test_an_exit_speaks_on_stderr_only(tmp_path: Path) -> None:
    done = run(fault(FaultKind.EXIT, number=9), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (9, "", "a fault put in by cnistep\n")


def test_a_signal_is_a_real_death(tmp_path: Path) -> None:
    done = run(fault(FaultKind.SIGNAL, number=SIGTERM), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (-SIGTERM, "", "")


def test_empty_succeeds_and_says_nothing(tmp_path: Path) -> None:
    done = run(fault(FaultKind.EMPTY), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_panic_looks_like_go_s(tmp_path: Path) -> None:
    done = run(fault(FaultKind.PANIC), tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("panic: a fault put in by cnistep\n\ngoroutine 1 [running]:\nmain.cmdAdd(")


def test_noise_comes_before_the_plugin_s_own_answer(tmp_path: Path, real: str) -> None:
    done = run(fault(FaultKind.NOISE, text="I0101 %d it's"), tmp_path, real)
    assert (done.returncode, done.stdout) == (3, 'I0101 %d it\'s\n{"a": 1}\n\n')


def test_two_documents_are_the_answer_twice(tmp_path: Path, real: str) -> None:
    done = run(fault(FaultKind.TWO_DOCUMENTS), tmp_path, real)
    assert (done.returncode, done.stdout) == (3, '{"a": 1}\n\n{"a": 1}\n\n')


def test_the_slow_plugin_gets_its_own_environment(tmp_path: Path, real: str) -> None:
    done = run(fault(FaultKind.SLOW, number=0.01), tmp_path, real)
    assert (done.returncode, done.stdout) == (3, '{"a": 1}\n\n')
    assert {"CNI_COMMAND=ADD", "EMPTY=", "PATH=/nowhere"} <= set(done.stderr.split("\n"))


def test_a_delegate_asked_for_something_else_is_itself(tmp_path: Path, real: str) -> None:
    of_del = Fault(plugin="one", verb="DEL", kind=FaultKind.ERROR, number=7, text="no")
    assert run(of_del, tmp_path, real).returncode == 3
    assert run(of_del, tmp_path).returncode == 1
