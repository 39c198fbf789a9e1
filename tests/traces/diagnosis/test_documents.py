"""The pieces of a stdout, with the bytes that they are."""

import pytest

from traces.diagnosis.documents import pieces


def texts(stdout: bytes) -> list[tuple[str, bool]]:
    return [(stdout[each.start : each.end].decode(), each.is_answer) for each in pieces(stdout)]


def test_places_are_bytes_whatever_the_characters() -> None:
    stdout = 'grüße\n{"cniVersion":"1.0.0","name":"ü"}\n'.encode()
    assert texts(stdout) == [("grüße", False), ('{"cniVersion":"1.0.0","name":"ü"}', True)]


@pytest.mark.parametrize(
    ("stdout", "expected"),
    [
        (b"", []),
        (b'{"ips":[]}', [('{"ips":[]}', True)]),
        (b'{"level":"info"}{"code":7,"msg":"x"}', [('{"level":"info"}', False), ('{"code":7,"msg":"x"}', True)]),
        (b'{"code":"7","msg":"x"}', [('{"code":"7","msg":"x"}', False)]),
        (b'{"ips":[', [('{"ips":[', False)]),
        (b"[1] a", [("[1]", False), ("a", False)]),
    ],
)
def test_what_is_an_answer_and_what_is_not(stdout: bytes, expected: list[tuple[str, bool]]) -> None:
    assert texts(stdout) == expected


def test_a_flood_is_not_told_apart() -> None:
    assert len(pieces(b"line\n" * 10_000)) == 200
    assert pieces(b"x" * 600_000) == ()


def test_depths_that_no_parser_bears_are_text() -> None:
    assert [each.is_json for each in pieces(b"[" * 100_000)] == [False]
