"""The gate lets a run go on exactly when the user says so."""

import threading

from app.gate import Gate


def waiter(gate: Gate) -> tuple[threading.Thread, threading.Event]:
    """A thread that waits at the gate, and what it sets when it is through."""
    through = threading.Event()

    def wait() -> None:
        gate.wait()
        through.set()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread, through


def test_a_held_run_waits_until_it_may_pass() -> None:
    gate = Gate()
    _, through = waiter(gate)
    assert not through.wait(0.05)
    gate.pass_one()
    assert through.wait(5)


def test_a_pass_is_good_for_one_link() -> None:
    gate = Gate()
    gate.pass_one()
    assert waiter(gate)[1].wait(5)
    _, through = waiter(gate)
    assert not through.wait(0.05)
    gate.hold(False)
    assert through.wait(5)


def test_an_open_gate_holds_nothing_until_it_is_closed() -> None:
    gate = Gate(held=False)
    assert waiter(gate)[1].wait(5)
    gate.hold(True)
    _, through = waiter(gate)
    assert not through.wait(0.05)
    gate.pass_one()
    assert through.wait(5)
