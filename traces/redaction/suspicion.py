"""Where in a big text something could be secret: found with plain searches, and the rest is left as it is.

It errs on one side only: wherever the slow look would replace something, a suspicion stands in that string or line.
"""

import binascii
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from json import JSONDecodeError, JSONDecoder

BIG = 4_096
"""Characters from which on a text is searched for suspicions first."""
_NAMING = ("token", "jwt", "cookie", "passw", "passphrase", "passcode", "pwd", "psk", "secret", "cred", "auth")
_WORDS = (*_NAMING, "kube", "certificate", "bearer", "basic")
"""Every name that stands for a secret holds one of these (traces/redaction/names.py), in whatever case, or is a key."""
_KEYS = ("private", "client", "tls", "server", "ssh", "api", "access", "signing", "encryption", "shared", "account")
"""The words before «key» that make it a secret, besides those that are suspicious on their own."""
_LONGEST_NAME = 200
_FORMS = ("-----BEGIN ", "eyJ", "AKIA", "ASIA", "AIza", "github_pat_", "glpat-", "ya29.", "hvs.", "hvb.", "K10")
_SLACK_AND_GITHUB = (*(f"gh{kind}_" for kind in "pousr"), *(f"xox{kind}-" for kind in "abprs"))
_EXACT = (*_FORMS, *_SLACK_AND_GITHUB, "<redacted:", "\\")
"""What every secret's shape holds (traces/redaction/shapes.py); behind a backslash there may be any character."""
_PATTERNS = (re.compile(r"://[^\s/\"'<>]{1,650}@"), re.compile(r"\.[a-z0-9]{16}(?![\w.-])"))
"""A URL with credentials; the second half of a bootstrap token."""
_SHORTEST_BASE64 = 24
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,}={0,2}")
_BLANK = re.compile(r"\s*")
_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BLANKED = dict.fromkeys(range(128), " ") | {ord(char): "a" for char in _CHARACTERS}
_FEW_FORMS = 64
"""Known secrets that are looked for one by one; more are looked for with one expression."""
_NEAR = 256
"""Characters: with a suspicion so near, a container is taken apart at once."""
_LOOKS = 8
"""So many times the text's length is spent, at most, on looks at containers that have to be taken apart after all."""


class Suspicions:
    """The places of a text at which something could be secret, in their order."""

    def __init__(
        self, text: str, known: "Known | None" = None, remembered: dict[str, Sequence[int]] | None = None
    ) -> None:
        """Search the text, also for the secrets that are known, if any; what is remembered is not searched again."""
        remembered = {} if remembered is None else remembered
        if text not in remembered:
            remembered[text] = sorted(set(_places(text)))
        of_known = list(known.places(text)) if known else []
        self.holds_known = bool(of_known)
        """Whether a known secret is among them."""
        self.whole = "-----BEGIN " in text or (self.holds_known and known is not None and known.spans_lines)
        """Whether what is found may go over several lines."""
        self._text = text
        self._places = sorted({*remembered[text], *of_known}) if of_known else remembered[text]

    def __bool__(self) -> bool:
        return bool(self._places)

    def next(self, at: int) -> int:
        """The first suspicion from that place on; the text's length where there is none."""
        found = bisect_left(self._places, at)
        return self._places[found] if found < len(self._places) else len(self._text)

    def between(self, start: int, end: int) -> bool:
        """Whether there is one between two places."""
        return self.next(start) < end

    def windows(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The parts between two places that have to be looked at: lines with a suspicion, and the one below each."""
        if self.whole or end - start < BIG:
            yield from [(start, end)] if self.between(start, end) else []
            return
        while (place := self.next(start)) < end:
            first = max(start, self._text.rfind("\n", start, place) + 1)
            last, below = place, self._line_end(place, end)
            while self.between(last, below):
                last, below = below, self._next_line_end(below, end)
            yield first, below
            start = below

    def _next_line_end(self, at: int, end: int) -> int:
        """The end of the next line that is not blank."""
        found = _BLANK.match(self._text, at, end)
        return self._line_end(found.end() if found else at, end)

    def _line_end(self, at: int, end: int) -> int:
        found = self._text.find("\n", at, end)
        return end if found < 0 else found


class Known:
    """The secrets that were found already, as they are looked for in a big text."""

    def __init__(self, pattern: re.Pattern[str], forms: Iterable[str]) -> None:
        self._pattern = pattern
        self._forms = _shortest(forms)
        self.spans_lines = any("\n" in form for form in forms)
        """Whether one of them stands on several lines."""

    def places(self, text: str) -> Iterator[int]:
        """Where they begin, or a part of them."""
        if len(self._forms) > _FEW_FORMS:
            yield from (found.start() for found in self._pattern.finditer(text))
            return
        for form in self._forms:
            yield from _all(text, form)


def _shortest(forms: Iterable[str]) -> Sequence[str]:
    """The forms without those that hold another one."""
    kept: list[str] = []
    for form in sorted(forms, key=len):
        if not any(short in form for short in kept):
            kept.append(form)
    return kept


def _places(text: str) -> Iterator[int]:
    # The one character that becomes two in lower case would move all that stand behind it.
    lowered = text.replace("\u0130", "i").lower()
    for word in _WORDS:
        yield from _all(lowered, word)
    yield from (at for at in _all(lowered, "key") if _is_secret_key(lowered[max(0, at - _LONGEST_NAME) : at]))
    for form in _EXACT:
        yield from _all(text, form)
    for pattern in _PATTERNS:
        yield from (found.start() for found in pattern.finditer(text))
    yield from (start for start, blob in _blobs(text) if _is_text(blob))


def _is_secret_key(before: str) -> bool:
    """Whether «key» may stand for a secret, by what is written before it."""
    while before and not before[-1].isalnum():
        before = before[:-1]
    return not before or before.endswith(_KEYS)


def _all(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


def _blobs(text: str) -> Iterator[tuple[int, str]]:
    """What could be base64, and where it begins."""
    if not text.isascii():
        yield from ((found.start(), found[0]) for found in _BASE64.finditer(text))
        return
    blanked = text.translate(_BLANKED)
    run, at = "a" * _SHORTEST_BASE64, 0
    while (start := blanked.find(run, at)) >= 0:
        at = blanked.find(" ", start)
        at = len(text) if at < 0 else at
        yield start, text[start:at] + "=" * (text.startswith("=", at) + text.startswith("==", at))


def _is_text(blob: str) -> bool:
    try:
        binascii.a2b_base64(blob, strict_mode=True).decode()
    except (binascii.Error, ValueError):
        return False
    return True


class Skipper:
    """Finds the end of containers of JSON in which nothing could be secret, and gathers the names in them."""

    def __init__(self, text: str, suspicions: Suspicions) -> None:
        self.names: set[str] = set()
        """The names of the members of the containers that were skipped."""
        self._text = text
        self._suspicions = suspicions
        self._left = _LOOKS * len(text)
        self._seen: set[str] = set()
        self._decoder = JSONDecoder(object_hook=self._seen.update, strict=False)

    def end(self, start: int) -> int | None:
        """The end of the container that begins there; None where it has to be taken apart."""
        suspicion = self._suspicions.next(start)
        if suspicion - start < _NEAR or self._left <= 0:
            return None
        self._seen.clear()
        try:
            _, end = self._decoder.raw_decode(self._text, start)
        except (RecursionError, ValueError) as error:
            # A number with too many digits is a ValueError that does not say where.
            self._left -= error.pos - start if isinstance(error, JSONDecodeError) else len(self._text)
            return None
        if end > suspicion:
            self._left -= end - start
            return None
        self.names |= self._seen
        return end
