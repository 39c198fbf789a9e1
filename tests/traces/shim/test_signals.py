import os
import signal

import pytest

from tests.support.gate import also_gated
from tests.support.needs import needs_compiler
from tests.support.shim_rig import RigMaker, eventually

pytestmark = [needs_compiler, also_gated]
FORWARDED = ("TERM", "INT", "HUP", "QUIT", "USR1", "USR2", "ALRM", "CONT", "WINCH")


@pytest.mark.parametrize("name", FORWARDED)
def test_a_signal_is_passed_on_and_noted(make_rig: RigMaker, name: str) -> None:
    rig = make_rig(f"trap 'exit 7' {name}; echo ready; while :; do sleep 0.02; done")
    number = getattr(signal, f"SIG{name}")
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        assert process.wait() == 7
    assert [(seen.number, seen.sender) for seen in rig.record().signals] == [(number, os.getpid())]


@pytest.mark.parametrize("name", ["TERM", "INT", "HUP", "ALRM"])
def test_an_untrapped_signal_kills_both(make_rig: RigMaker, name: str) -> None:
    rig = make_rig("echo ready; exec sleep 100")
    number = getattr(signal, f"SIG{name}")
    with rig.start(rig.shim) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        assert process.wait() == -number
    assert rig.record().signal == number


def test_a_signal_to_the_group_ends_as_unrecorded(make_rig: RigMaker) -> None:
    rig = make_rig("trap 'exit 7' TERM; echo ready; while :; do sleep 0.02; done")
    with rig.start(rig.shim, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait() == 7


def test_a_signal_pending_at_the_start_is_not_lost(make_rig: RigMaker) -> None:
    """Blocked and pending signals outlive execve; the plugin must find its one pending."""
    rig = make_rig("exec sleep 100")

    def before() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        os.kill(os.getpid(), signal.SIGUSR1)

    with rig.start(rig.shim, preexec_fn=before) as process:
        assert eventually(lambda: [record for record in rig.records() if record.signals])
        process.kill()
    assert rig.record().signals[0].number == signal.SIGUSR1


def test_stopping_is_passed_on_too(make_rig: RigMaker) -> None:
    """In a group of its own, below ours: one whose leader has lost its parent's session cannot be stopped."""
    rig = make_rig("echo $$; exec sleep 100")
    with rig.start(rig.shim, process_group=0) as process:
        assert process.stdout is not None
        plugin = int(process.stdout.readline())
        process.send_signal(signal.SIGTSTP)
        assert eventually(lambda: _state(plugin) == "T")
        process.send_signal(signal.SIGCONT)
        assert eventually(lambda: _state(plugin) != "T")
        process.kill()


def _state(pid: int) -> str:
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0]
