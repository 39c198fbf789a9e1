"""Secrets in logs: found by shape and by the word before them, and prose left alone."""

import pytest

from tests.support.planted import JWT, PEM
from traces.redaction.shapes import assigned, shapes


def found(text: str) -> set[str]:
    """The secrets of a text."""
    return {text[span.start : span.end] for span in (*shapes(text), *assigned(text))}


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"sent {JWT}, got 401", JWT),
        (f"{JWT.rpartition('.')[0]}", JWT.rpartition(".")[0]),
        (f"bad key\n{PEM}\n", PEM),
        (PEM[:60], PEM[:60]),
        ("Authorization: Bearer abcDEF12", "abcDEF12"),
        ("GET https://bob:hunter2@example.com/ failed", "hunter2"),
        ("id AKIAIOSFODNN7EXAMPLE.", "AKIAIOSFODNN7EXAMPLE"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ4242", "ghp_0123456789abcdefghijABCDEFGHIJ4242"),
        ("kubeadm join --token abcdef.0123456789abcdef", "abcdef.0123456789abcdef"),
        ("password=x", "x"),
        ("{User:bob Password:geheim}", "geheim"),
        ('{\\"token\\":\\"a b\\"', "a b"),
        ('"token": "cut off he', "cut off he"),
        ("  password: simple\n", "simple"),
        ("args='TOKEN=abc;IP=10.0.0.1'", "abc"),
        ("--api-key k3y", "k3y"),
    ],
)
def test_a_secret_is_found_in_a_line(text: str, secret: str) -> None:
    assert found(text) == {secret}


@pytest.mark.parametrize(
    "text",
    [
        "error: invalid token: not found",
        "the basic configuration, a bearer certificate",
        "dial tcp auth:443: refused",
        "secretName=web, tokenPath=/x",
        "https://example.com:8080/a@b",
        "password= ",
        "token=<redacted:token:1>",
        "plugin-1.internal.example.com",
    ],
)
def test_prose_and_ports_are_no_secrets(text: str) -> None:
    assert found(text) == set()
