"""A fault as an answer, held to the script that stands for it."""

import subprocess
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL, SIGSEGV, SIGTERM

import pytest

from traces.model.answer import Answer
from traces.model.fault import Fault, FaultKind
from traces.simulate.fault_answers import fault_answer
from traces.simulate.fault_scripts import fault_script
from traces.simulate.faults import plain_fault

ODD = "it's %s \\n $(id) «full» \udcff"
KINDS = (FaultKind.ERROR, FaultKind.EXIT, FaultKind.SIGNAL, FaultKind.EMPTY, FaultKind.PANIC)


def plain(kind: FaultKind) -> Fault:
    return plain_fault(kind, "host-local", "ADD", None)


FAULTS = [
    *map(plain, KINDS),
    replace(plain(FaultKind.ERROR), number=4_294_967_295, text=ODD.removesuffix("\udcff")),
    replace(plain(FaultKind.EXIT), number=255, text=ODD),
    replace(plain(FaultKind.PANIC), verb="DEL", text=ODD),
    *(replace(plain(FaultKind.SIGNAL), number=number) for number in (SIGKILL, SIGTERM, SIGSEGV, 10)),
]


@pytest.mark.parametrize("version", ["1.0.0", ""])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.kind}-{fault.number:g}")
def test_an_answer_is_what_the_script_does(tmp_path: Path, fault: Fault, version: str) -> None:
    script = tmp_path / "script"
    script.write_bytes(fault_script(fault, version, None).encode(errors="surrogateescape"))
    script.chmod(0o755)
    environment = {"CNI_COMMAND": fault.verb}
    done = subprocess.run([script], input=b"{}", capture_output=True, check=False, env=environment, timeout=30)
    killed = -done.returncode if done.returncode < 0 else None
    code = done.returncode if killed is None else 0
    assert fault_answer(fault, version) == Answer(stdout=done.stdout, stderr=done.stderr, exit_code=code, signal=killed)


@pytest.mark.parametrize("kind", sorted(set(FaultKind) - set(KINDS)))
def test_what_needs_a_plugin_or_none_is_no_answer(kind: FaultKind) -> None:
    assert fault_answer(plain(kind), "1.0.0") is None
