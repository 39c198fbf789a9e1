import pytest

from panels.render.exit_text import cni_error, code_meaning, exit_page
from panels.render.page import Kind, plain
from tests.support.calls import ended_call, failed_call, running_call
from traces.model.call import Call, Outcome


def text(call: Call, width: int = 60) -> str:
    return "\n".join(plain(line) for line in exit_page(call, width).lines)


def test_cni_error_shows_message_details_and_code() -> None:
    said = text(failed_call())
    assert said.startswith("✗ ERROR")
    assert "chain exists" in said
    assert "left by an older pod" in said
    assert "code 11  Try again later" in said


def test_message_of_the_error_is_a_heading() -> None:
    lines = exit_page(failed_call(), 60).lines
    assert any(span.kind is Kind.HEADING and span.text == "chain exists" for line in lines for span in line)


def test_good_end_has_times_and_duration() -> None:
    said = text(ended_call())
    assert said.startswith("✓ OK")
    assert "took      51 ms" in said
    assert "from      22:13:20.000 to 22:13:20.051 UTC" in said


def test_signal_is_given_by_name() -> None:
    assert "ended by  SIGKILL" in text(ended_call(Outcome.KILLED, exit_code=None, signal=9))


def test_running_call_has_no_end() -> None:
    said = text(running_call())
    assert said.startswith("● RUNNING  no reply yet")
    assert "ended by" not in said


def test_failure_without_stdout_points_at_stderr() -> None:
    assert "libcni makes its message from stderr" in text(ended_call(Outcome.FAILED, exit_code=1, stderr=b"boom"))


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_has_its_words(outcome: Outcome) -> None:
    assert text(ended_call(outcome)).split("\n")[0].strip()


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        (7, "The network configuration is invalid."),
        (13, "Reserved by the specification"),
        (100, "The plugin's own number"),
        (999, "An internal error"),
    ],
)
def test_code_is_explained_or_given_its_owner(code: int, meaning: str) -> None:
    assert code_meaning(code).startswith(meaning)


@pytest.mark.parametrize("stdout", [b"", b"[]", b"{}", b'{"cniVersion":"1.0.0"}', b"[" * 100_000, b"\xff"])
def test_what_is_no_error_object_gives_none(stdout: bytes) -> None:
    assert cni_error(stdout) is None


def test_error_object_of_wrong_types_is_still_read() -> None:
    error = cni_error(b'{"code":"7","msg":["a"],"details":null}')
    assert error is not None
    assert (error.code, error.msg, error.details) == (None, '["a"]', "")


def test_control_sequence_in_the_message_is_harmless() -> None:
    call = ended_call(Outcome.ERROR, exit_code=1, stdout=b'{"code":100,"msg":"\\u001b[2J[/]"}')
    assert "␛[2J[/]" in text(call)


def test_what_was_done_by_hand_is_told() -> None:
    assert "by hand" not in text(ended_call())
    assert "by hand   answered by hand" in text(ended_call(touched=("answer",)))
    assert "by hand   stdin edited by hand, environment edited by hand" in text(ended_call(touched=("stdin", "env")))
