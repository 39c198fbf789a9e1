import pytest

from traces.cni.outcome import outcome
from traces.model.call import Outcome

RESULT = b'{"cniVersion": "1.0.0"}'
ERROR = b'{"code": 7, "msg": "bad"}'


@pytest.mark.parametrize(
    ("verb", "code", "stdout", "expected"),
    [
        ("ADD", 0, RESULT, Outcome.OK),
        ("ADD", 0, b'{"ips": "\xff"}', Outcome.OK),
        ("ADD", 0, b"", Outcome.UNREADABLE),
        ("ADD", 0, b"[]", Outcome.UNREADABLE),
        ("ADD", 0, b'log line\n{"cniVersion": "1.0.0"}', Outcome.UNREADABLE),
        ("VERSION", 0, RESULT, Outcome.OK),
        ("VERSION", 0, b"1.0.0", Outcome.UNREADABLE),
        ("DEL", 0, b"", Outcome.OK),
        ("CHECK", 0, b"anything", Outcome.OK),
        ("ADD", 1, ERROR, Outcome.ERROR),
        ("DEL", 255, b'{"code": 0}', Outcome.ERROR),
        ("ADD", 1, b'{"msg": "no code"}', Outcome.FAILED),
        ("ADD", 1, b'{"code": "7"}', Outcome.FAILED),
        ("ADD", 1, b'{"code": true}', Outcome.FAILED),
        ("ADD", 1, b"panic", Outcome.FAILED),
        ("ADD", 1, b"", Outcome.FAILED),
        ("ADD", 1, b"[" * 100_000, Outcome.FAILED),
    ],
)
def test_exit_code_and_stdout_say_how_it_ended(verb: str, code: int, stdout: bytes, expected: Outcome) -> None:
    assert outcome(verb, code, None, stdout) is expected


@pytest.mark.parametrize("stdout", [b"", RESULT, ERROR])
def test_a_signal_is_a_kill_whatever_was_said(stdout: bytes) -> None:
    assert outcome("ADD", None, 9, stdout) is Outcome.KILLED
