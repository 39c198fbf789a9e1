"""A recording, stepped by prompts."""

import pytest

from app.plain.plain_recording import step_recording
from tests.support.traces import failing_add, hostile, made, network
from traces.model.trace import Trace


def told(capsys: pytest.CaptureFixture[str], *lines: str, trace: Trace | None = None) -> list[str]:
    """What is printed for these lines."""
    left = list(lines)
    step_recording(trace or failing_add(), lambda: left.pop(0) if left else None)
    return capsys.readouterr().out.splitlines()


def test_n_and_p_go_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "n", "p", "p")
    assert lines[1:] == [
        "1. The runtime asks bridge (link 0): ADD.",
        "2. bridge asks host-local: ADD.",
        "1. The runtime asks bridge (link 0): ADD.",
        "This is the first step.",
    ]


def test_g_goes_to_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "g 5", "g", "g 99", "gx")
    assert lines[2].startswith("5. ") and lines[3].startswith("1. ")
    assert "ADD failed: " in "\n".join(lines) and "There are 9 steps." in lines
    assert lines[-1] == "gx: not known; expected n, p, g N, / TEXT, w, q or ?"


def test_a_text_is_found_and_looked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "/ PORTMAP", "/", "/ nowhere")
    assert "portmap (link 1)" in lines[2] and "portmap answers: FAILED" in lines[3]
    assert lines[4] == "No later step holds it: nowhere"


def test_w_tells_what_was_given_and_answered(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "w", "n", "n", "w", "G", "q", "n")
    assert "stdin:" in lines and "CNI_COMMAND=ADD" in lines and "stdout:" in lines
    assert lines[-1].startswith("G: not known")


def test_a_trace_without_calls_says_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ADD ended well." in told(capsys, "n", trace=made(network("a"), ()))


def test_recorded_text_is_made_safe(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "w", "n", "w", "n", "w", "/ \x1b[2J", trace=hostile())
    assert all(line.isprintable() for line in lines)
