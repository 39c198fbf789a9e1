import time

from tests.support.fake_executor import OK, FakeRunning
from traces.runner.deadline import Deadline


class Slow(FakeRunning):
    """An execution of which each look takes a while."""

    def wait(self, seconds: float) -> None:
        """It still runs."""
        time.sleep(min(seconds, 0.02))


def test_a_deadline_passes_while_a_plugin_runs() -> None:
    deadline, running = Deadline(0.05), Slow(OK, 1)
    while not deadline.passed:
        assert deadline.wait(running, 0.02) is None


def test_no_time_is_counted_while_the_run_stands_still() -> None:
    stands_still = [True]
    deadline, running = Deadline(0.01, lambda: stands_still[0]), Slow(OK, 1)
    deadline.wait(running, 0.03)
    assert not deadline.passed
    stands_still[0] = False
    deadline.wait(running, 0.03)
    assert deadline.passed


def test_without_seconds_there_is_no_deadline() -> None:
    deadline = Deadline(None)
    deadline.wait(Slow(OK, 1), 0.01)
    assert not deadline.passed
