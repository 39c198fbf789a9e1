"""The secrets that were found, their placeholders, and the pattern that finds them again wherever they stand."""

import base64
import binascii
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

from traces.redaction.names import CERTIFICATE, KUBECONFIG, PRIVATE_KEY, is_address

PLACEHOLDER = re.compile(r"<redacted:([a-z-]+):(\d{1,9})>")
_ANYWHERE = 8
"""Characters from which on a secret is known inside of other words too."""
_SHORTEST = 4
"""Characters below which a secret is known only where its name says so: it may be any word."""
_WORDS = {
    "token": ("token", "tokens"),
    "password": ("password", "passwords"),
    "key": ("key", "keys"),
    PRIVATE_KEY: ("private key", "private keys"),
    CERTIFICATE: ("certificate", "certificates"),
    KUBECONFIG: ("kubeconfig", "kubeconfigs"),
    "secret": ("secret", "secrets"),
    "credential": ("credential", "credentials"),
}


class Secrets:
    """Every secret by its placeholder; numbers count from 1 for each kind, in the order in which they were found."""

    def __init__(self) -> None:
        self._placeholders: dict[str, str] = {}
        self._spellings: dict[str, str] = {}
        self._last: Counter[str] = Counter()
        self._open: set[str] = set()
        self.suspicions: dict[str, Sequence[int]] = {}
        """Where in the big texts that were looked at something could be secret: the same at every look."""

    def name(self, secret: str, kind: str) -> str:
        """The placeholder of a secret; a new one for a new secret."""
        meant = _meant(secret)
        if meant not in self._placeholders:
            self._last[kind] += 1
            self._placeholders[meant] = f"<redacted:{kind}:{self._last[kind]}>"
        self._spellings[secret] = self._placeholders[meant]
        return self._placeholders[meant]

    def reserve(self, text: str) -> None:
        """Keep the placeholders that a text already has: they are those of earlier secrets."""
        if "<redacted:" in text:
            for kind, number in PLACEHOLDER.findall(text):
                self._last[kind] = max(self._last[kind], int(number))

    def keep_open(self, word: str) -> None:
        """A word that a trace can't be understood without: it is replaced only where its name calls it a secret."""
        self._open.add(word)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many secrets of each kind."""
        return Counter(name.removeprefix("<redacted:").partition(":")[0] for name in self._placeholders.values())

    def pattern(self) -> "tuple[re.Pattern[str], Mapping[str, str]] | None":
        """What finds every known secret in any spelling, and the placeholder of each; None where there is none."""
        forms = {form: name for secret, name in self._spellings.items() for form in self._forms(secret)}
        if not forms:
            return None
        ordered = sorted(forms, key=len, reverse=True)
        return re.compile("|".join(map(_expression, ordered))), forms

    def _forms(self, secret: str) -> set[str]:
        if len(secret) < _SHORTEST or secret in self._open or is_address(secret):
            return set()
        plain = {secret, unquote(secret)}
        coded = {quote(secret, safe="", errors="replace"), *_escapings(secret)}
        if len(secret) >= _ANYWHERE:
            coded |= {_base64(secret), _base64(secret).rstrip("=")}
        return {form for form in plain | coded if len(form) >= _SHORTEST and form not in self._open}


def count_words(counts: Mapping[str, int]) -> str:
    """What was replaced, in words: «2 tokens, 1 private key»; empty where nothing was."""
    words = (f"{count} {_WORDS.get(kind, (kind, kind))[count != 1]}" for kind, count in counts.items() if count)
    return ", ".join(words)


def replaced(before: str, after: str) -> Mapping[str, int]:
    """How many different secrets of each kind one text has, and the other has placeholders for."""
    return Counter(kind for kind, _ in set(PLACEHOLDER.findall(after)) - set(PLACEHOLDER.findall(before)))


def _expression(form: str) -> str:
    """The form; a short one, or a number, only as a word of its own: it may stand in other words by chance."""
    if len(form) >= _ANYWHERE and not form.isdigit():
        return re.escape(form)
    return f"(?<![A-Za-z0-9]){re.escape(form)}(?![A-Za-z0-9])"


def _escapings(secret: str) -> set[str]:
    """As it is written in JSON, in JSON inside of a string of JSON, and as Go writes both."""
    once = {json.dumps(secret, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
    once |= {_go_escaped(text) for text in once}
    return once | {json.dumps(text)[1:-1] for text in once}


def _go_escaped(text: str) -> str:
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _base64(secret: str) -> str:
    return base64.b64encode(secret.encode(errors="surrogatepass")).decode()


def _meant(secret: str) -> str:
    """The secret without what only its spelling adds: a key in PEM has many, percent signs hide nothing."""
    text = secret
    if text.startswith("LS0tLS1CRUdJ"):
        try:
            text = base64.b64decode(text).decode()
        except (binascii.Error, ValueError):
            return secret
    if text.startswith("-----BEGIN "):
        return "".join(text.replace("\\n", "").replace("\\r", "").split())
    return unquote(text)
