"""Placeholders: stable, counted by kind, and found again in every spelling."""

import base64
import json

from tests.support.planted import PEM
from traces.redaction.secrets import Secrets, count_words, replaced


def test_the_same_secret_has_the_same_placeholder() -> None:
    secrets = Secrets()
    names = [secrets.name("one-secret", "token"), secrets.name("other", "token"), secrets.name("one-secret", "key")]
    assert names == ["<redacted:token:1>", "<redacted:token:2>", "<redacted:token:1>"]


def test_spellings_of_one_secret_are_one() -> None:
    secrets = Secrets()
    spellings = (PEM, PEM.replace("\n", "\\n"), base64.b64encode(PEM.encode()).decode())
    assert len({secrets.name(spelling, "private-key") for spelling in spellings}) == 1
    assert secrets.name("a%2Fb", "password") == secrets.name("a/b", "password")


def test_placeholders_that_are_there_are_not_given_again() -> None:
    secrets = Secrets()
    secrets.reserve("x <redacted:token:4> y")
    assert secrets.name("new", "token") == "<redacted:token:5>"


def test_a_secret_is_known_in_every_spelling() -> None:
    secrets, secret = Secrets(), 'a"b<c/d+long'
    name = secrets.name(secret, "token")
    once = json.dumps(secret)[1:-1]
    spellings = [
        secret,
        once,
        json.dumps(once)[1:-1],
        base64.b64encode(secret.encode()).decode(),
        "a%22b%3Cc%2Fd%2Blong",
    ]
    found = secrets.pattern()
    assert found is not None
    for spelling in spellings:
        match = found[0].search(f"x{spelling}y")
        assert match is not None and found[1][match[0]] == name


def test_short_and_open_words_are_not_known_elsewhere() -> None:
    secrets = Secrets()
    secrets.keep_open("calico-network")
    for word in ("abc", "calico-network", "10.0.0.1"):
        secrets.name(word, "password")
    assert secrets.pattern() is None


def test_a_short_secret_is_known_as_a_word_only() -> None:
    secrets = Secrets()
    secrets.name("hunter2", "password")
    found = secrets.pattern()
    assert found is not None
    assert found[0].search("as hunter2, but") and not found[0].search("ghunter2")


def test_counts_are_told_in_words() -> None:
    assert count_words({"token": 2, "private-key": 1}) == "2 tokens, 1 private key"
    assert count_words({}) == ""


def test_what_a_text_lost_is_counted_by_kind() -> None:
    before, after = (
        "a <redacted:token:1> b c b",
        "a <redacted:token:1> <redacted:token:2> <redacted:key:1> <redacted:token:2>",
    )
    assert replaced(before, after) == {"token": 1, "key": 1}
    assert replaced(after, after) == {}
