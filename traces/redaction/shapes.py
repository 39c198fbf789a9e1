"""Secrets that show by their shape, or by the words before them, in text that is no JSON: logs, errors, arguments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from traces.redaction.names import CERTIFICATE, PRIVATE_KEY, is_open, secret_kind


@dataclass(frozen=True, slots=True)
class Span:
    """Where a secret stands in a text."""

    start: int
    end: int
    kind: str


_PEM = re.compile(r"-----BEGIN ([A-Z0-9 ]{1,40})-----(?:(?!-----BEGIN ).)*?(?:-----END \1-----|\Z)", re.DOTALL)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?")
_BEARER = re.compile(r"\b(?i:bearer|basic)\s+((?=[^\s]*[0-9A-Z=])[A-Za-z0-9._~+/-]{8,}=*)")
_URL_PASSWORD = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s/@:\"'<>]{0,200}:([^\s/@\"'<>]{1,400})@")
_URL_TOKEN = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{0,30}://([^\s/@:\"'<>]{16,400})@")
_KNOWN_FORMS = (
    (re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"), "key"),
    (re.compile(r"\bAIza[A-Za-z0-9_-]{35}"), "key"),
    (
        re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,})"),
        "token",
    ),
    (re.compile(r"\b(?:ya29\.[\w-]{20,}|hv[sb]\.[\w-]{20,}|K10[0-9a-f]{64}::[\w.:-]+)"), "token"),
    (re.compile(r"(?<![\w.-])(?=[a-z0-9.]*[0-9])[a-z0-9]{6}\.(?=[a-z]*[0-9])[a-z0-9]{16}(?![\w.-])"), "token"),
)
"""AWS, Google, GitHub, GitLab, Slack, Vault, k3s, and the bootstrap tokens of kubeadm."""
_NAMED = re.compile(
    r"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z][A-Za-z0-9_.-]{0,80})(?P<close>\\*[\"'])?[ \t]*(?P<sep>[=:])(?P<space>[ \t]*)"
)
_VALUE = re.compile(
    r"(?P<open>\\*[\"'])(?P<quoted>.*?)(?:(?P=open)|\Z)"
    r"|(?:(?i:bearer|basic|digest|token)[ \t]+)?(?P<bare>[^\s\"'&;,)}\]\\]*[^\s\"'&;,)}\]\\:])"
)
_FLAG = re.compile(
    r"(?<!\S)--?(?P<name>[A-Za-z][A-Za-z0-9_.-]{0,80})[ \t]+(?P<bare>[^\s\"'&;,)}\]\\-][^\s\"'&;,)}\]\\]*)"
)
_SURE = 16
"""Characters of one word that are no prose any more."""
_SHORTEST_NUMBER = 6


def shapes(text: str) -> Iterator[Span]:
    """The secrets of a text by their shape."""
    if "-----BEGIN " in text:
        for found in _PEM.finditer(text):
            yield Span(*found.span(), PRIVATE_KEY if "PRIVATE" in found[1] else CERTIFICATE)
    for pattern, kind in ((_JWT, "token"), *_KNOWN_FORMS):
        yield from (Span(*found.span(), kind) for found in pattern.finditer(text))
    yield from (Span(*found.span(1), "token") for found in _BEARER.finditer(text))
    if "://" in text:
        for pattern, kind in ((_URL_PASSWORD, "password"), (_URL_TOKEN, "token")):
            yield from (Span(*found.span(1), kind) for found in pattern.finditer(text) if not is_open(found[1], kind))


def assigned(text: str) -> Iterator[Span]:
    """The secrets of a text by the name before them: `token=…`, `"password": "…"`, `--api-key …`."""
    if "=" in text or ":" in text:
        yield from _assignments(text)
    if "-" in text:
        for found in _FLAG.finditer(text):
            kind = secret_kind(found["name"])
            if kind and _is_secret(found["bare"], kind):
                yield Span(*found.span("bare"), kind)


def _assignments(text: str) -> Iterator[Span]:
    at = 0
    while named := _NAMED.search(text, at):
        # The value of a harmless name may be an assignment itself: args="token=…".
        at = named.end("sep")
        kind = secret_kind(named["name"])
        found = _VALUE.match(text, named.end()) if kind else None
        if kind is None or found is None:
            continue
        group = "bare" if found["quoted"] is None else "quoted"
        at = found.end()
        if _is_secret(found[group], kind) and (group == "quoted" or _is_meant(text, named, found)):
            yield Span(*found.span(group), kind)


def _is_secret(value: str, kind: str) -> bool:
    return not is_open(value, kind) and not (value.isdigit() and len(value) < _SHORTEST_NUMBER)


def _is_meant(text: str, named: re.Match[str], found: re.Match[str]) -> bool:
    """Whether what stands behind a colon is a value, and not the next word of a sentence."""
    if named["sep"] == "=" or named["close"] or not named["space"]:
        return True
    value = found["bare"]
    if len(value) >= _SURE or any(char.isdigit() for char in value):
        return True
    before = text[text.rfind("\n", 0, named.start()) + 1 : named.start()]
    return not before.strip(" \t-") and text[found.end() : found.end() + 1] in ("", "\n", "\r")
