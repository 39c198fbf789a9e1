"""The fast look at big texts must find what the slow one finds, and leave all else as quickly as it can."""

import base64
import json
import random

import pytest

from tests.support.planted import JWT, PEM, SECRETS, config, stderr
from traces.redaction import finder
from traces.redaction.finder import Finder
from traces.redaction.secrets import Secrets
from traces.redaction.suspicion import BIG, Known, Skipper, Suspicions

HARMLESS = {
    "name": "pod",
    "ip": "10.1.2.3",
    "uid": "0123456789abcdef0123456789abcdef",
    "key": "a",
    "labels": {"k": ["x", 1]},
}
PIECES = (
    json.dumps(config()),
    json.dumps({"outer": [HARMLESS, config()], "deep": {"deeper": config()}}),
    json.dumps(json.dumps(config())),
    f"level=info token={SECRETS['args']} done\n",
    f'msg="{json.dumps({"password": SECRETS["password"]})[1:-1]}"\n',
    stderr().decode(),
    f"Authorization: Bearer\n {SECRETS['bearer']}\n",
    f"https://root:{SECRETS['url']}@10.88.0.9:2379/\n",
    f"{JWT} {SECRETS['aws']}\n",
    base64.b64encode(json.dumps({"password": SECRETS["cached"]}).encode()).decode(),
    f"{PEM}\n",
    '{"a": "unfinished',
    "[INFO] nothing {to see} here\n",
    "b1c2d3.0123456789abcdef ",
    f"--client-key-data {SECRETS['nested']}\n",
    '"api-key": 12345678, ',
    "\u0130stanbul token=abcdef99 \U0001f600\n",
)


def both_looks(text: str) -> str:
    """The text after the first and the second look."""
    secrets = Secrets()
    Finder(secrets, is_first_look=True).redacted(text)
    return Finder(secrets, is_first_look=False).redacted(text)


def some_text(seed: int) -> str:
    """A big text with harmless and telling pieces in any order, some of them in JSON."""
    choose = random.Random(seed)
    harmless = [
        json.dumps(HARMLESS),
        json.dumps([HARMLESS] * 40),
        "a line that says nothing\n" * 40,
        '"quoted" and "so on"\n',
    ]
    pieces = [choose.choice(PIECES if choose.random() < 0.3 else harmless) for _ in range(40)]
    text = choose.choice(("", " ", "\n", ",")).join(pieces)
    return json.dumps({"stream": text, "list": [HARMLESS] * 20}) if choose.random() < 0.3 else text


@pytest.mark.parametrize("seed", range(60))
def test_the_fast_look_finds_what_the_slow_one_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = some_text(seed)
    assert len(text) > BIG
    fast = both_looks(text)
    monkeypatch.setattr(finder, "BIG", len(text) * 10)
    assert fast == both_looks(text)


@pytest.mark.parametrize(
    "secret",
    [
        '{"my_token": "abcdefgh"}',
        '{"Client-Key": "abcdefgh"}',
        "https://u:abcdefgh@h/",
        f'"{JWT}"',
        "key: AKIAIOSFODNN7EXAMPLE",
    ],
)
def test_a_secret_is_suspicious_wherever_it_stands(secret: str) -> None:
    text = "x" * BIG + secret + "y" * BIG
    assert Suspicions(text).between(BIG, BIG + len(secret))


def test_harmless_text_is_not_suspicious() -> None:
    assert not Suspicions(json.dumps([HARMLESS] * 100) + "10.0.0.1 said nothing\n" * 100)


def test_only_lines_with_a_suspicion_are_looked_at() -> None:
    lines = [f"line {number} says nothing" for number in range(1000)]
    lines[500] = "line 500 has a token"
    text = "\n".join(lines)
    [(start, end)] = Suspicions(text).windows(0, len(text))
    assert text[start:end] == "line 500 has a token\nline 501 says nothing"


def test_a_container_without_suspicion_is_skipped_and_its_names_kept() -> None:
    text = json.dumps([HARMLESS] * 100)
    skipper = Skipper(text, Suspicions(text))
    assert skipper.end(0) == len(text)
    assert skipper.names == {"name", "ip", "uid", "key", "labels", "k"}


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": 1' + " " * BIG, "[1e" + " " * BIG, "[" + "9" * 5_000 + "]"])
def test_what_is_no_whole_json_is_not_skipped(text: str) -> None:
    assert Skipper(text, Suspicions(text)).end(0) is None


def test_known_secrets_are_found_by_their_shortest_form() -> None:
    secrets = Secrets()
    secrets.name("a secret of many words", "password")
    pattern = secrets.pattern()
    assert pattern is not None
    known = Known(*pattern)
    text = "here: a secret of many words, and a%20secret%20of%20many%20words"
    assert sorted(known.places(text)) == [6, 34]
    assert not known.spans_lines
