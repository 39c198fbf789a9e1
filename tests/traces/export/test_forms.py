"""Every way out of a trace that is full of secrets: none of them may be in it."""

import base64
import json
import random
import string
from dataclasses import replace
from urllib.parse import quote

import pytest

from tests.support.traces import failing_add
from traces.export.forms import FORMS
from traces.export.pieces import call_text
from traces.export.shell_script import cnitool_line, shell_line
from traces.model.trace import Trace
from traces.redaction.redactor import Redactor
from traces.redaction.secrets import PLACEHOLDER

NAMES = (
    "token",
    "password",
    "client-key-data",
    "apiKey",
    "secret",
    "AWS_SECRET_ACCESS_KEY",
    "credentials",
    "authToken",
)


def two_hundred() -> list[str]:
    """Secrets as they are made, no two alike."""
    made = random.Random(200)
    return [
        "".join(made.choices(string.ascii_letters + string.digits + "_+", k=made.randint(10, 40))) for _ in range(200)
    ]


def planted_in(secrets: list[str]) -> Trace:
    """A trace with each of them where it is named for what it is, and again where it is not."""
    trace, parts = failing_add(), [secrets[start : start + 25] for start in range(0, 200, 25)]
    config = {"type": "x", "list": [{f"{NAMES[at % 8]}": secret} for at, secret in enumerate(parts[0])]}
    log = "\n".join(f"{NAMES[at % 8]}={secret} and more" for at, secret in enumerate(parts[1]))
    urls = "\n".join(f"GET https://user{at}:{quote(secret)}@10.0.0.1/x" for at, secret in enumerate(parts[2]))
    packed = base64.b64encode(json.dumps({"users": [{"user": {"token": each}} for each in parts[3]]}).encode()).decode()
    environment = tuple(f"APP{at}_{NAMES[at % 5].upper()}={secret}".encode() for at, secret in enumerate(parts[4]))
    yaml = "apiVersion: v1\nusers:\n" + "".join(f"- user:\n    token: {each}\n" for each in parts[5])
    first = replace(
        trace.calls[0],
        stdin=json.dumps(config | {"kubeconfig": yaml, "config": packed}).encode(),
        stderr=f"{log}\n{urls}".encode(),
        environment=(*trace.calls[0].environment, *environment),
        stdout=json.dumps({"text": json.dumps([{"password": each} for each in parts[6]])}).encode(),
    )
    told = " ".join(f"Authorization: Bearer {each}" for each in parts[7])
    last = replace(trace.calls[-1], stderr="\n".join([*secrets, told]).encode(), stdin=b"[" + b'"a", ' * 4_000 + b'""]')
    return replace(trace, calls=(first, *trace.calls[1:-1], last))


SECRETS = two_hundred()
TRACE = planted_in(SECRETS)


def leaked(text: str) -> list[str]:
    """Those of the secrets that stand in the text."""
    return [secret for secret in SECRETS if secret in text]


def test_all_of_them_are_in_the_trace() -> None:
    assert leaked(FORMS["json"].write((TRACE,), None).replace("\\n", "\n")) != []
    assert len(leaked(TRACE.calls[-1].stderr.decode())) == 200


@pytest.mark.parametrize("form", FORMS)
def test_none_of_two_hundred_secrets_leaks(form: str) -> None:
    clean = Redactor((TRACE,)).trace(TRACE)
    for call in TRACE.calls:
        assert leaked(FORMS[form].write((clean,), call.id)) == []


def test_none_of_them_is_copied() -> None:
    clean = Redactor((TRACE,)).trace(TRACE)
    for call in clean.calls:
        for text in (call_text(call), shell_line(call), cnitool_line(clean) or "", call.stderr.decode()):
            assert leaked(text) == []


def test_the_same_secret_has_the_same_placeholder_everywhere() -> None:
    clean = Redactor((TRACE,)).trace(TRACE)
    told = clean.calls[-1].stderr.decode().splitlines()[:200]
    first = json.loads(clean.calls[0].stdin)
    assert [next(iter(each.values())) for each in first["list"]] == told[:25]
    assert [
        line.partition("=")[2].partition(" ")[0] for line in clean.calls[0].stderr.decode().splitlines()[:25]
    ] == told[25:50]
    assert all(PLACEHOLDER.fullmatch(line) for line in told)
    assert len(set(told)) == 200


def test_another_redaction_gives_the_same_placeholders() -> None:
    assert Redactor((TRACE,)).trace(TRACE) == Redactor((planted_in(SECRETS),)).trace(planted_in(SECRETS))
